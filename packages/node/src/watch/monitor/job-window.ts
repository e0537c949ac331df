import type { ProgressTick } from '@hoplite/p2p';
import type { Tick } from '../stall/tick.ts';

/** Ticks that are kept of a job, and again of each participant. */
export const WINDOW_TICKS = 64;

/** Participants with a window of their own; the one heard from longest ago gives way. */
export const MAX_PARTICIPANTS = 16;

/** What a goal distance counts. */
export type Goal = ProgressTick['goal'];

/** The newest ticks of one job: all of them as they came, and those of each participant. */
export class JobWindow {
  readonly #all: ProgressTick[] = [];
  readonly #byPeer = new Map<string, ProgressTick[]>();

  add(tick: ProgressTick): void {
    push(this.#all, tick);
    const own = this.#byPeer.get(tick.peer) ?? [];
    push(own, tick);
    this.#byPeer.delete(tick.peer); // To the end, as the newest.
    this.#byPeer.set(tick.peer, own);
    const [oldest] = this.#byPeer.keys();
    if (oldest !== undefined && this.#byPeer.size > MAX_PARTICIPANTS) {
      this.#byPeer.delete(oldest);
    }
  }

  /** The newest ticks of all participants, oldest first. */
  all(limit = WINDOW_TICKS): readonly ProgressTick[] {
    return this.#all.slice(-limit);
  }

  /** The newest ticks of one participant, oldest first. */
  of(peer: string, limit = WINDOW_TICKS): readonly ProgressTick[] {
    return (this.#byPeer.get(peer) ?? []).slice(-limit);
  }

  clear(): void {
    this.#all.length = 0;
    this.#byPeer.clear();
  }
}

function push(ticks: ProgressTick[], tick: ProgressTick): void {
  ticks.push(tick);
  if (ticks.length > WINDOW_TICKS) {
    ticks.shift();
  }
}

/** What the goal distance of these ticks counts: as soon as one agent reports one, nothing else does. */
export function goalOf(ticks: readonly ProgressTick[]): Goal {
  return ticks.some(({ goal }) => goal === 'reported') ? 'reported' : 'obligations';
}

/**
 * What is known of the whole job at each of these ticks: a tick itself tells of one participant alone, of the others what they
 * said last still holds. The goal distance is the sum of theirs. What a participant says first also counts for the ticks
 * before, so that one that comes in later does not look like a step back.
 */
export function asTicks(ticks: readonly ProgressTick[]): readonly Tick[] {
  const goal = goalOf(ticks);
  const distances = new Map<string, number>();
  for (const { peer, goal: counts, goalDistance } of ticks.toReversed()) {
    if (counts === goal) {
      distances.set(peer, goalDistance);
    }
  }
  const enabled = new Map<string, number>();
  const waits = new Map<string, readonly string[]>();
  return ticks.map((tick) => {
    const { peer } = tick;
    enabled.set(peer, tick.enabledTransitions);
    waits.set(peer, tick.waitFor);
    if (tick.goal === goal) {
      distances.set(peer, tick.goalDistance);
    }
    return {
      t: tick.at,
      agent: peer,
      enabledTransitions: Object.fromEntries(enabled),
      fired: tick.fired,
      state: Buffer.from(tick.state).toString('hex'),
      goalDistance: [...distances.values()].reduce((sum, distance) => sum + distance, 0),
      waitFor: Object.fromEntries(waits),
    };
  });
}
