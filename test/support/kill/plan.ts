import type { Branch, Brief, Command, Line } from './brief.ts';
import type { Chance } from './chance.ts';

/** The processes of a group, in the order in which they are first started. */
export const NAMES = ['worker', 'middle', 'origin'] as const;

export type Name = (typeof NAMES)[number];

/** When to kill: so long after a process has told this, or has been started. */
export interface Moment {
  readonly of: Name;
  readonly event: Line['event'] | 'spawned';
  readonly delayMs: number;
}

/** Long enough for several restarts, and short enough to wait for credit that is lost with a process. */
const JOB_TIMEOUT_MS = 8000;

const WHEN: Readonly<Record<Name, readonly [Moment['event'], ...Moment['event'][]]>> = {
  origin: ['begun', 'begun', 'done', 'ready', 'spawned'],
  middle: ['turn', 'asking', 'effect', 'effect', 'ready', 'spawned'],
  worker: ['turn', 'turn', 'effect', 'effect', 'ready', 'spawned'],
};

/** When to kill these. Half of the moments are those at which a few microseconds decide. */
export function momentFor(victims: readonly Name[], chance: Chance): Moment {
  const of = chance.is(0.8) ? (victims[0] ?? 'middle') : chance.one(NAMES);
  const event = chance.one(WHEN[of]);
  const delayMs = event === 'spawned' ? chance.below(350) : chance.is(0.5) ? 0 : chance.below(12);
  return { of, event, delayMs };
}

/** What the origin is to begin next. */
export function commandFor(id: string, chance: Chance): Command {
  const how = chance.is(0.7) ? 'task' : 'session';
  if (chance.is(0.2)) {
    return { to: 'worker', how, brief: leaf(id, chance), timeoutMs: JOB_TIMEOUT_MS };
  }
  const branches = Array.from({ length: chance.below(3) + (chance.is(0.8) ? 1 : 0) }, (_, index): Branch => {
    const way = chance.is(0.1) ? 'left' : chance.one(['task', 'task', 'session'] as const);
    return { to: 'worker', how: way, brief: leaf(`${id}.${index}`, chance) };
  });
  return { to: 'middle', how, brief: { ...leaf(id, chance), branches }, timeoutMs: JOB_TIMEOUT_MS };
}

function leaf(id: string, chance: Chance): Brief {
  return { id, before: chance.below(25), after: chance.is(0.6) ? 0 : chance.below(20), branches: [] };
}
