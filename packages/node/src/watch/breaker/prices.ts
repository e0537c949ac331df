import type { BreakerSettings } from '../../config/breaker-schema.ts';
import type { AgentReport } from '../../ports/agent.ts';

export type UsageOfCall = Extract<AgentReport, { kind: 'usage' }>;

/** Millionths in one US dollar. */
export const MICRO = 1_000_000;

/**
 * What a call of a model cost, in whole millionths of a US dollar, rounded up: many small calls must not cost nothing. As
 * the agent says, or else by the price table; a model that is not in it costs nothing.
 */
export function costMicroUsd(usage: UsageOfCall, prices: BreakerSettings['prices']): number {
  const { inputTokens, outputTokens, cachedTokens = 0, costUsd, model = '' } = usage;
  if (costUsd !== undefined) {
    return whole(costUsd * MICRO);
  }
  const price = Object.hasOwn(prices, model) ? prices[model] : undefined;
  if (price === undefined) {
    return 0;
  }
  const { inputPerMillion, outputPerMillion, cachedPerMillion = inputPerMillion } = price;
  // Dollars for a million tokens are millionths of a dollar for one.
  return whole(
    (inputTokens - cachedTokens) * inputPerMillion + cachedTokens * cachedPerMillion + outputTokens * outputPerMillion,
  );
}

/** Up to the next whole number, but for what floating point has added. */
function whole(amount: number): number {
  return Math.min(Math.ceil(Number(amount.toPrecision(14))), Number.MAX_SAFE_INTEGER);
}
