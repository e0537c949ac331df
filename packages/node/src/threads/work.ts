import type { TurnAbortedError } from '../errors.ts';

/** Something that goes on for a job at this node: a turn, an accepted message, a root event. */
export interface Work {
  readonly jobId: string;
  /** Peer ID of where the job began: others may use the same ID. */
  readonly origin: string;
  /** Ends it; what it was to answer is answered with the reason. */
  abort(reason: TurnAbortedError): void;
  /** Something has changed that a wait may depend on. */
  nudge?(): void;
}

/** What goes on at this node, so that it can be ended from outside. */
export class WorkInHand {
  readonly #byJob = new Map<string, Set<Work>>();
  #onBegin: (() => void) | undefined;

  /** Whether nothing goes on. */
  get isIdle(): boolean {
    return this.#byJob.size === 0;
  }

  /** Calls `listener` whenever work begins. */
  onBegin(listener: () => void): void {
    this.#onBegin = listener;
  }

  /** @returns what takes it out again */
  begin(work: Work): () => void {
    const { jobId } = work;
    this.#onBegin?.();
    const works = this.#byJob.get(jobId) ?? new Set();
    this.#byJob.set(jobId, works.add(work));
    return () => {
      works.delete(work);
      if (works.size === 0 && this.#byJob.get(jobId) === works) {
        this.#byJob.delete(jobId);
      }
    };
  }

  /** Ends all work, or that of one job; of jobs that began at `origin` only, when it is given. */
  abort(reason: TurnAbortedError, jobId?: string, origin?: string): void {
    for (const work of this.#of(jobId)) {
      if (origin === undefined || work.origin === origin) {
        work.abort(reason);
      }
    }
  }

  /** Wakes waits of a job, so that they look again. */
  nudge(jobId: string): void {
    for (const work of this.#of(jobId)) {
      work.nudge?.();
    }
  }

  #of(jobId: string | undefined): readonly Work[] {
    return jobId === undefined
      ? [...this.#byJob.values()].flatMap((works) => [...works])
      : [...(this.#byJob.get(jobId) ?? [])];
  }
}
