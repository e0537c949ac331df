import { settled } from '../simulation/event-loop.ts';

/** Called before the work on each peer: tells how far it is, lets others run, and throws when it shall end. */
export type Step = (what: string, done: number) => Promise<void>;

export interface StepOptions {
  /** Ends the work: it rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: { readonly what: string; readonly done: number; readonly of: number }) => void;
}

/** @param of peers that there are */
export function stepsOf(of: number, { onProgress, signal }: StepOptions): Step {
  return async (what, done) => {
    onProgress?.({ what, done, of });
    await settled();
    signal?.throwIfAborted();
  };
}
