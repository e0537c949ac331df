import { inWords, restrictionsAt } from './restrictions.ts';
import type { Standing } from './standing.ts';
import { adviceFor } from './trips.ts';

/** What the circuit breaker says to a turn of the agent: how it stands, what that means, and what to do. */
export function noteOf({ level, isRecovering, reason = '' }: Standing): string {
  const restricted = inWords(restrictionsAt(level, isRecovering));
  switch (level) {
    case 'healthy':
      return 'Circuit breaker: nothing is held against you, and nothing is restricted any more.';
    case 'steering':
      return isRecovering
        ? `Circuit breaker: restrictions are being lifted step by step. ${restricted.join(' ')}`
        : `Circuit breaker: ${reason}. ${adviceFor(reason) ?? ''}`.trimEnd();
    case 'constrained':
    case 'stopped':
      return [`Circuit breaker: ${reason}.`, ...restricted, adviceFor(reason) ?? ''].join(' ').trimEnd();
  }
}
