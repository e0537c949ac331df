import { createHash } from 'node:crypto';
import { identityFromSeed, type Identity, type InboundRequest, type Message } from '@hoplite/p2p';
import type { JsonValue } from '@hoplite/tools';
import { ScenarioStepError } from '../../errors.ts';
import type { Violation } from '../../record.ts';
import type { HandDriven, World } from '../../world/world.ts';
import { LIMITS } from '../limits.ts';
import { mismatchOf, show } from '../matching.ts';
import { Scope, type Surroundings } from '../scope.ts';
import { select, type Selection } from '../selecting.ts';
import { Backgrounds } from './background.ts';
import { Calls } from './calls.ts';
import { Holds } from './holds.ts';
import { Notes } from './notes.ts';

/** A stranger, and what it did so far. */
export interface Stranger {
  readonly hand: HandDriven;
  readonly received: InboundRequest[];
  readonly sent: { readonly messageId: string; readonly to: string; accepted: boolean; outcome?: string }[];
}

/** A scenario that is being played: its world, and what has come about in it so far. */
export class Stage implements Surroundings {
  readonly world: World;
  readonly scope: Scope;
  readonly calls = new Calls();
  readonly holds = new Holds();
  readonly notes = new Notes();
  readonly background = new Backgrounds();
  /** Aborted when the scenario ends. */
  readonly ending = new AbortController();
  readonly strangers = new Map<string, Stranger>();
  /** What strangers have composed, by what `as` has bound. */
  readonly composed = new Map<string, Message>();
  readonly violations: Violation[] = [];
  readonly #peerIds = new Map<string, string>();
  #count = 0;

  constructor(world: World) {
    this.world = world;
    this.scope = new Scope(this);
    this.meetPeers();
  }

  /** Learns the peer IDs of those that run now, for when they do not. */
  meetPeers(): void {
    for (const name of this.world.running) this.#peerIds.set(name, this.world.node(name).peerId);
  }

  peerIdOf(name: string): string {
    const { world } = this;
    if (world.running.includes(name)) return world.node(name).peerId;
    const peerId = this.strangers.get(name)?.hand.peerId ?? this.#peerIds.get(name);
    if (peerId === undefined) throw new ScenarioStepError(`nobody is called "${name}"`);
    return peerId;
  }

  next(): number {
    this.#count += 1;
    return this.#count;
  }

  /** A peer that is nowhere: the same ones in the same order in each run. */
  unknownPeer(): Identity {
    return identityFromSeed(createHash('sha256').update(`unknown peer ${this.next()}`).digest());
  }

  strangerOf(name: string): Stranger {
    const stranger = this.strangers.get(name);
    if (stranger === undefined) throw new ScenarioStepError(`no stranger is called "${name}"`);
    return stranger;
  }

  /** Compares a value with what it should be. */
  compare(where: string, value: unknown, expected: JsonValue | undefined): void {
    if (expected === undefined) return;
    const mismatch = mismatchOf(value, expected);
    if (mismatch === undefined) return;
    const { path, was, should } = mismatch;
    const within = path === '' ? '' : `, at ${path}`;
    this.fail(`${where}: it was ${show(was)}${within}, and should ${should}`);
  }

  fail(detail: string): void {
    if (this.violations.length >= LIMITS.violations) return;
    this.violations.push({ rule: 'expected', detail, at: this.world.now() });
  }
}

/** What a step expects, with what names in it stand for. */
export function selectionIn(scope: Scope, { where, pick }: Selection): Selection {
  return {
    ...(where === undefined ? {} : { where: scope.json(where) }),
    ...(pick === undefined ? {} : { pick }),
  };
}

/** Compares what is left of a value, and binds it. */
export function conclude(
  stage: Stage,
  scope: Scope,
  where: string,
  value: unknown,
  step: Selection & { readonly as?: string; readonly expect?: JsonValue },
): void {
  const selected = select(value, selectionIn(scope, step));
  scope.bind(step.as, selected);
  stage.compare(where, selected, step.expect === undefined ? undefined : scope.json(step.expect));
}
