import type { ProgressTick } from '@hoplite/p2p';
import { diagnoseStall, type StallVerdict } from '../stall/classify.ts';
import { StallClassificationError } from '../stall/errors.ts';
import { StallKind } from '../stall/stall-kind.ts';
import type { Tick } from '../stall/tick.ts';
import { asTicks, goalOf, type Goal } from './job-window.ts';

/** Ticks that are judged while a job runs: two orbits of the longest period. What a job did before it does not excuse it. */
export const JUDGED_TICKS = 12;

/** Fewest ticks of which the monitor tells a livelock. */
export const MIN_TICKS = 8;

/** What a window amounts to. */
export interface Judgement {
  readonly kind: StallKind;
  /** A sentence. */
  readonly why: string;
  /** The ticks that were judged. */
  readonly window: readonly Tick[];
  readonly goal: Goal;
  /** Peer IDs: the peers of the orbit, or the circle of waits. */
  readonly path: readonly string[];
}

export function judge(ticks: readonly ProgressTick[]): Judgement {
  const window = asTicks(ticks);
  const goal = goalOf(ticks);
  try {
    const verdict = diagnoseStall(window, { minTicks: MIN_TICKS });
    const path = verdict.kind === StallKind.LIVELOCK ? verdict.agents : verdict.cycle;
    return { kind: verdict.kind, why: sentence(verdict, goal), window, goal, path };
  } catch (error) {
    if (!(error instanceof StallClassificationError)) {
      throw error;
    }
    return { kind: StallKind.INDETERMINATE, why: error.message, window, goal, path: [] };
  }
}

const NO_NEARER: Readonly<Record<Goal, string>> = {
  reported: 'the goal is no nearer, as the agents report it',
  obligations: 'no fewer obligations are open (no agent reports a goal distance)',
};

function sentence(verdict: StallVerdict, goal: Goal): string {
  if (verdict.kind === StallKind.DEADLOCK) {
    return `${verdict.cycle.length - 1} agents wait for each other in a circle, and none of them can go on`;
  }
  const { agents, period } = verdict;
  const who = agents.length === 1 ? 'one agent goes' : `${agents.length} agents go`;
  return `${who} through the same ${period} states again and again: each step could be taken and was, and ${NO_NEARER[goal]}`;
}
