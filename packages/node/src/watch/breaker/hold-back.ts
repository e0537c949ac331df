import { obliges } from '@hoplite/p2p';
import type { MessageCrossing } from '../../admission/crossing.ts';
import { restrictionsAt } from './restrictions.ts';
import type { Standing } from './standing.ts';

/**
 * Why a message may not cross while the agent stands like this: the brake `breaker`. What obliges nobody passes, and so does
 * what the operator sends, as no agent does.
 *
 * @param takeTurn takes one of the turns that others may wake, if there is one left
 * @returns a sentence, undefined to let it pass
 */
export function whyHeldBack(
  { act, direction, isOperator = false }: Pick<MessageCrossing, 'act' | 'direction' | 'isOperator'>,
  standing: Standing,
  takeTurn: () => boolean,
): string | undefined {
  const { level, isRecovering, reason = '' } = standing;
  const { mayDelegate, runsTurns, turnsPerMinute } = restrictionsAt(level, isRecovering);
  if (!obliges(act)) {
    return undefined;
  }
  if (direction === 'outbound') {
    return mayDelegate || isOperator
      ? undefined
      : `the circuit breaker lets this agent ask nobody while it is ${level} (${reason})`;
  }
  if (!runsTurns) {
    return whyStopped(standing);
  }
  return turnsPerMinute === Infinity || takeTurn()
    ? undefined
    : `the circuit breaker lets this agent run ${turnsPerMinute} turns a minute while it is ${level} (${reason})`;
}

/** Why no turn may begin, however it came about; undefined when one may. */
export function whyStopped({ level, isRecovering, reason = '' }: Standing): string | undefined {
  return restrictionsAt(level, isRecovering).runsTurns
    ? undefined
    : `the circuit breaker has stopped this agent (${reason}): it comes back step by step, or by "hoplite breaker reset"`;
}
