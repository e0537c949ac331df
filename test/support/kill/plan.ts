import type { Branch, Brief, Command, Line } from './brief.ts';
import type { Chance } from './chance.ts';

/** The processes of a group, in the order in which they are first started. */
export const NAMES = ['worker', 'middle', 'origin'] as const;

export type Name = (typeof NAMES)[number];

/** When to kill: so long after a process has told this. */
export interface Moment {
  readonly of: Name;
  readonly event: Line['event'];
  readonly delayMs: number;
}

/** Of a job: longer than a few restarts on a machine that has much else to do. */
const PATIENT_MS = 40_000;
/** Of one whose credit may be lost with a process: its end is waited for. */
const HASTY_MS = 6000;

const WHEN: Readonly<Record<Name, readonly [Moment['event'], ...Moment['event'][]]>> = {
  origin: ['begun', 'begun', 'done'],
  middle: ['turn', 'asking', 'effect', 'effect'],
  worker: ['turn', 'effect'],
};

/** When to kill these. At half of the moments a few microseconds decide. */
export function momentFor(victims: readonly Name[], chance: Chance): Moment {
  const of = chance.is(0.8) ? (victims[0] ?? 'middle') : chance.one(NAMES);
  return { of, event: chance.one(WHEN[of]), delayMs: chance.is(0.5) ? 0 : chance.below(12) };
}

/** What the origin is to begin next. */
export function commandFor(id: string, chance: Chance): Command {
  const how = chance.is(0.7) ? 'task' : 'session';
  if (chance.is(0.2)) {
    return { to: 'worker', how, brief: leaf(id, chance), timeoutMs: PATIENT_MS };
  }
  const branches = Array.from({ length: chance.below(3) + (chance.is(0.8) ? 1 : 0) }, (_, index): Branch => {
    const way = chance.is(0.1) ? 'left' : chance.one(['task', 'task', 'session'] as const);
    return { to: 'worker', how: way, brief: leaf(`${id}.${index}`, chance) };
  });
  const timeoutMs = branches.some((branch) => branch.how === 'left') ? HASTY_MS : PATIENT_MS;
  return { to: 'middle', how, brief: { ...leaf(id, chance), branches }, timeoutMs };
}

function leaf(id: string, chance: Chance): Brief {
  return { id, before: chance.below(25), after: chance.is(0.6) ? 0 : chance.below(20), branches: [] };
}
