import { NodeStoppedError, type HopliteNode } from '@hoplite/node';
import type { World } from '../world/world.ts';

/** Asks a node; undefined when it does not run, or is on its way out. */
export function ask<T>(world: World, name: string, question: (node: HopliteNode) => T): T | undefined {
  if (!world.running.includes(name)) return undefined;
  try {
    return question(world.node(name));
  } catch (error) {
    if (error instanceof NodeStoppedError) return undefined;
    throw error;
  }
}
