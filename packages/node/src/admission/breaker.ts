import type { MessageCrossing } from './crossing.ts';

/** What the circuit breaker says of a message: the hook of brake `breaker`. */
export interface Breaker {
  /** @returns why the message may not cross, in a sentence; undefined to let it pass */
  check(crossing: MessageCrossing): string | undefined;
}

/** A breaker that never trips. */
export const NO_BREAKER: Breaker = { check: () => undefined };
