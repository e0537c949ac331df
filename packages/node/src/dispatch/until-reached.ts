import { PeerUnreachableError } from '@hoplite/p2p';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Tries until the peer is reached, with pauses that double from 1 s to 30 s, give or take a half.
 *
 * @throws the reason of the signal once it has aborted: the peer may be at work on what an earlier run had sent
 * @throws whatever `ask` throws besides a {@link PeerUnreachableError}
 */
export async function untilReached<T>(
  ask: () => Promise<T>,
  { clock, ids, signal }: { readonly clock: Clock; readonly ids: Ids; readonly signal: AbortSignal },
): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await ask();
    } catch (error) {
      if (signal.aborted) {
        throw signal.reason;
      }
      if (!(error instanceof PeerUnreachableError)) {
        throw error;
      }
    }
    const [random = 0] = ids.bytes(1);
    const base = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures, 16));
    await pause(clock, base * (0.5 + random / 256), signal);
  }
}

/** Resolves after `ms`, or when the signal aborts. */
function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      timer.clear();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = clock.after(ms, done);
    signal.addEventListener('abort', done, { once: true });
  });
}
