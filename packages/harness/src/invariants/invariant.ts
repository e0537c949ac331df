import type { Violation } from '../record.ts';
import type { World } from '../world/world.ts';
import type { History } from './history.ts';
import type { Kept } from './traces.ts';

/** One of the laws of the corpus, `I1` to `I11`: what no agent, fault or interleaving may bring about. */
export interface Invariant {
  readonly id: string;
  /** A sentence: what always holds. */
  readonly says: string;
  /** `always`: at any moment, and asked often. `at rest`: when nothing runs any more. */
  readonly when: 'always' | 'at rest';
  /** Begins to watch a world. What it returns looks at what is new, and tells of each violation once. */
  readonly watch: (scene: Scene) => () => readonly Violation[];
}

/** What an invariant looks at. */
export interface Scene {
  readonly world: World;
  /** Whether it is honest work that no brake may stop. */
  readonly isLegit: boolean;
  /** What the events have told so far, added up. */
  readonly history: History;
  /** What nodes have kept of jobs, of which something is new since the last look; at rest of all jobs. */
  readonly looked: () => readonly Kept[];
}

/** A violation, with what is known of where. */
export function violation(rule: string, detail: string, where: Omit<Violation, 'rule' | 'detail'> = {}): Violation {
  return { rule, detail, ...where };
}
