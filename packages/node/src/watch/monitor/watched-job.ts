import type { ProgressTick } from '@hoplite/p2p';
import { StallKind } from '../stall/stall-kind.ts';
import { JobWindow } from './job-window.ts';
import { JUDGED_TICKS, judge, type Judgement } from './judge.ts';

/** One epoch of a job that began here, while it is open. */
export class WatchedJob {
  readonly epoch: number;
  readonly window = new JobWindow();
  /** It is stopped, and what still comes in changes nothing. */
  isFrozen = false;

  constructor(epoch: number) {
    this.epoch = epoch;
  }

  /** Takes in a tick. @returns the livelock that it shows: of the job as a whole, or else of whose step it was */
  take(tick: ProgressTick): Judgement | undefined {
    this.window.add(tick);
    const livelock = [this.window.all(JUDGED_TICKS), this.window.of(tick.peer, JUDGED_TICKS)]
      .map(judge)
      .find(({ kind }) => kind === StallKind.LIVELOCK);
    if (livelock !== undefined) {
      this.window.clear(); // What was told is not told again: it takes as many steps anew.
    }
    return livelock;
  }
}
