import type { Violation } from '../record.ts';
import type { World } from '../world/world.ts';
import { creditAddsUp, creditNeverExceeds } from './credit.ts';
import { workIsBounded, workWasBounded } from './bounded-work.ts';
import { causalityHolds } from './causality.ts';
import { noCircleLasts } from './circles.ts';
import { everythingEnded } from './everything-ends.ts';
import { guardsSurvive } from './guards-survive.ts';
import { haltsHold } from './halts-hold.ts';
import { History } from './history.ts';
import { honestWorkIsDone } from './honest-work.ts';
import type { Invariant } from './invariant.ts';
import { comesToRest } from './rest.ts';
import { Traces, type Kept } from './traces.ts';
import { nobodyWaitsInACircle } from './waits.ts';
import { nothingTwice, onlyWhatObligesWakes } from './wakes.ts';

/** All of them, as far as a world shows them. Some have a part that holds always, and one that holds at rest. */
export const INVARIANTS: readonly Invariant[] = [
  creditNeverExceeds,
  creditAddsUp,
  workIsBounded,
  workWasBounded,
  nothingTwice,
  everythingEnded,
  onlyWhatObligesWakes,
  noCircleLasts,
  nobodyWaitsInACircle,
  haltsHold,
  guardsSurvive,
  causalityHolds,
  comesToRest,
  honestWorkIsDone,
];

/** Violations that are told of one world, at most: the first says it all, and a broken law is broken often. */
const MAX_VIOLATIONS = 1000;

/** A world under watch. Neither call ever throws for a violation; each is told once. */
export interface Watch {
  /** At any moment, and often: reads what is new since the last time, and no more. */
  always(): readonly Violation[];
  /** When the world has come to rest, see `World.rest`: looks at everything that the nodes have kept. */
  atRest(): readonly Violation[];
}

export interface WatchOptions {
  /** Whether it is honest work: it must end `done`, and no brake may fire. @default false */
  readonly isLegit?: boolean;
  /** @default INVARIANTS */
  readonly invariants?: readonly Invariant[];
}

/** Watches a world for violations. Begin before its first event, so that none is missed. */
export function watchInvariants(world: World, options: WatchOptions = {}): Watch {
  const { isLegit = false, invariants = INVARIANTS } = options;
  const history = new History(world);
  const traces = new Traces(world);
  let looked: readonly Kept[] = [];
  const scene = { world, isLegit, history, looked: () => looked };
  const watched = invariants.map(({ when, watch }) => ({ when, check: watch(scene) }));
  const told = new Set<string>();

  const check = (when: Invariant['when']): readonly Violation[] =>
    watched.flatMap((invariant) => (invariant.when === when ? invariant.check() : [])).filter(isNews);
  const isNews = (violation: Violation): boolean => {
    const key = JSON.stringify([violation.rule, violation.detail, violation.jobId, violation.at]);
    if (told.has(key) || told.size >= MAX_VIOLATIONS) return false;
    told.add(key);
    return true;
  };
  return {
    always: () => {
      looked = traces.due(history.read());
      return check('always');
    },
    atRest: () => {
      history.read();
      looked = traces.all([...history.jobs.values()].map(({ jobId }) => ({ jobId, nodes: knownTo(history, jobId) })));
      return [...check('always'), ...check('at rest')];
    },
  };
}

/** Nodes that have told of a job. */
function knownTo(history: History, jobId: string): readonly string[] {
  const job = history.jobs.get(jobId);
  return job === undefined ? [] : [...job.told];
}
