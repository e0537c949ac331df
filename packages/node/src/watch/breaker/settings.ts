import { isJsonObject } from '@hoplite/tools';
import { breakerSettingsSchema, type BreakerSettings, type BreakerSettingsInput } from '../../config/breaker-schema.ts';
import { problemsOf } from '../../config/problems.ts';
import { InvalidOptionError } from '../../errors.ts';
import type { Limits } from './trips.ts';

/**
 * Settings with some keys changed. `circuitBreaker` is changed key by key; any other key takes the place of what was there,
 * and one that is given as undefined has its default again.
 *
 * @throws {InvalidOptionError} naming the key
 */
export function changedSettings(settings: BreakerSettings, changes: Partial<BreakerSettingsInput>): BreakerSettings {
  const { circuitBreaker } = changes;
  const parsed = breakerSettingsSchema.safeParse({
    ...settings,
    ...changes,
    circuitBreaker: mergedWith(settings.circuitBreaker, circuitBreaker),
  });
  if (parsed.success) {
    return parsed.data;
  }
  const [first, ...others] = problemsOf(breakerSettingsSchema, parsed.error.issues);
  const { path, message } = first ?? { path: 'settings', message: 'they are not as expected' };
  const also = others.map((other) => `; ${other.path}: ${other.message}`).join('');
  throw new InvalidOptionError(path, `cannot be set: ${message}${also}`);
}

/** Keys in which two settings differ, as a person names them. */
export function differences(one: BreakerSettings, other: BreakerSettings): readonly string[] {
  const [before, after] = [leavesOf(one), leavesOf(other)];
  return [...new Set([...before.keys(), ...after.keys()])].filter((key) => before.get(key) !== after.get(key));
}

/** What the agent of this node may be. Its cap may stand by peer ID or by name; the lower one counts. */
export function limitsOf(settings: BreakerSettings, agent: { readonly peerId: string; readonly name: string }): Limits {
  const { circuitBreaker, costCapUsd, costCapTokens, agentTokenCaps } = settings;
  const caps = [agent.peerId, agent.name].flatMap((label) =>
    Object.hasOwn(agentTokenCaps, label) ? [agentTokenCaps[label] ?? 0] : [],
  );
  return {
    repeatedToolLimit: circuitBreaker.repeatedToolLimit,
    errorStormLimit: circuitBreaker.errorStormLimit,
    tokenVelocityPerMin: circuitBreaker.tokenVelocityPerMin,
    ...(costCapUsd === undefined ? {} : { costCapUsd }),
    ...(costCapTokens === undefined ? {} : { costCapTokens }),
    ...(caps.length === 0 ? {} : { agentTokenCap: Math.min(...caps) }),
  };
}

function leavesOf({ circuitBreaker, ...others }: BreakerSettings): ReadonlyMap<string, string> {
  const single = Object.entries(circuitBreaker).map(([key, value]) => [`circuitBreaker.${key}`, value] as const);
  return new Map(
    [...single, ...Object.entries(others)].flatMap(([key, value]) =>
      value === undefined ? [] : [[key, JSON.stringify(value)]],
    ),
  );
}

/** What is no object is left for the schema to refuse. */
function mergedWith(settings: object, changes: unknown): unknown {
  if (changes === undefined) return settings;
  return isJsonObject(changes) ? { ...settings, ...changes } : changes;
}
