import { deadlockOf } from './deadlock.ts';
import { StallClassificationError } from './errors.ts';
import { judgeLivelock } from './livelock.ts';
import { StallKind } from './stall-kind.ts';
import type { Tick } from './tick.ts';

/** How strictly a window is judged. */
export interface StallOptions {
  /** By how much the goal distance may improve in an orbit. @default 0 */
  readonly epsilon?: number;
  /** Longest period that is looked for. @default 6 */
  readonly maxPeriod?: number;
  /** Fewest ticks of which a livelock is told; two periods are needed in any case. @default 6 */
  readonly minTicks?: number;
  /** Makes a state canonical; must be idempotent. @default states are canonical as they are */
  readonly canonicalise?: (state: string) => string;
}

/** What is wrong with how agents work together. */
export type StallVerdict =
  | {
      readonly kind: typeof StallKind.LIVELOCK;
      /** Steps after which the state comes back, 2 at least. */
      readonly period: number;
      /** The canonical states of one period. */
      readonly orbit: readonly string[];
      /** Whose steps these were, as far as the ticks say, in the order of their first. */
      readonly agents: readonly string[];
    }
  | {
      readonly kind: typeof StallKind.DEADLOCK;
      /** Who waits for whom, the first again at the end. */
      readonly cycle: readonly string[];
    };

/**
 * Whether a stall is a livelock or a deadlock (design.md section 7). Both look alike from outside: nothing comes to an end.
 *
 * A livelock is a property of the trajectory: at every tick a transition was enabled and one was taken, the canonical state
 * recurs with a period of 2 to `maxPeriod`, and the goal is no nearer. A deadlock is a property of the waits: they have a
 * circle of which no member has an enabled transition, on the last two ticks. Where both hold, in different agents, it is a
 * deadlock: that one ends only when it is broken, and breaking it takes nothing from those that move.
 *
 * @throws {StallClassificationError} carrying `window` itself, when it is neither, or not known: then do nothing
 */
export function diagnoseStall(window: readonly Tick[], options: StallOptions = {}): StallVerdict {
  const cycle = deadlockOf(window);
  if (cycle !== undefined) {
    return { kind: StallKind.DEADLOCK, cycle };
  }
  const judged = judgeLivelock(window, options);
  if (typeof judged === 'string') {
    throw new StallClassificationError(judged, window);
  }
  return { kind: StallKind.LIVELOCK, ...judged };
}

/** The kind alone, see {@link diagnoseStall}. @throws {StallClassificationError} */
export function classifyStall(window: readonly Tick[], options?: StallOptions): StallKind {
  return diagnoseStall(window, options).kind;
}
