import { Progress } from './progress.ts';
import { RepeatsByJob } from './repeats-by-job.ts';
import type { Signals } from './trips.ts';

const MINUTE_MS = 60_000;

/** Shortest time over which output tokens are reckoned up to a minute: one answer within a short beat is no velocity. */
const MIN_SPAN_MS = 1000;

/** What is counted of the agent from beat to beat. */
export class Counters {
  readonly repeats = new RepeatsByJob();
  readonly progress = new Progress();
  #errors = 0;
  #outputTokens = 0;
  #written = 0;
  #beganAt = 0;

  get errors(): number {
    return this.#errors;
  }

  get outputTokens(): number {
    return this.#outputTokens;
  }

  /** Whether a beat would change none of them. */
  get isAtRest(): boolean {
    return this.#errors === 0 && this.#outputTokens === 0 && this.repeats.isAtRest;
  }

  addError(): void {
    this.#errors += 1;
  }

  /**
   * Output tokens that were written between two times, and told at the second: to this beat's velocity counts the part that
   * was written in this beat.
   */
  addOutput(tokens: number, since: number, now: number): void {
    this.#outputTokens += tokens;
    this.#written += since >= this.#beganAt ? tokens : (tokens * (now - this.#beganAt)) / (now - since);
  }

  beginBeat(now: number): void {
    this.#beganAt = now;
  }

  signals(now: number): Omit<Signals, 'ownTokens' | 'floorTokens' | 'floorCostUsd'> {
    const { count, period } = this.repeats.worst;
    const span = Math.max(now - this.#beganAt, MIN_SPAN_MS);
    return {
      repeats: count,
      period,
      errors: this.#errors,
      outputTokens: this.#outputTokens,
      outputPerMinute: (this.#written * MINUTE_MS) / span,
      hasProgressed: this.progress.isMade,
    };
  }

  /** A beat is over: repeats and errors fade, the rest begins anew. */
  endBeat(now: number): void {
    this.repeats.decay();
    this.progress.endBeat();
    this.#errors = Math.floor(this.#errors / 2);
    this.#outputTokens = 0;
    this.#written = 0;
    this.beginBeat(now);
  }

  reset(now: number): void {
    this.repeats.reset();
    this.progress.reset();
    this.#errors = 0;
    this.#outputTokens = 0;
    this.#written = 0;
    this.beginBeat(now);
  }
}
