import { isJsonObject, jsonProblem, type JsonValue } from '@hoplite/tools';
import { z } from 'zod';
import { breakerSettingsSchema } from '../config/breaker-schema.ts';
import { nearest } from '../config/nearest.ts';
import { UsageError } from './outcome.ts';

/** A setting of the circuit breaker: `costCapUsd` has no `inner`, `agentTokenCaps.alpha` has. */
interface Setting {
  readonly outer: string;
  readonly inner?: string;
}

const NAMED = 'NAME';

/** What may be set, as it is typed; entries of a table stand as `agentTokenCaps.NAME`. */
const SETTINGS: readonly Setting[] = Object.entries(
  z.toJSONSchema(breakerSettingsSchema, { io: 'input' }).properties ?? {},
).flatMap(([outer, schema]): readonly Setting[] => {
  if (typeof schema !== 'object') return [];
  if (schema.properties !== undefined) return Object.keys(schema.properties).map((inner) => ({ outer, inner }));
  return typeof schema.additionalProperties === 'object' ? [{ outer, inner: NAMED }] : [{ outer }];
});

/** The keys that `hoplite breaker set` takes. */
export const SETTING_KEYS: readonly string[] = SETTINGS.map(keyOf);

/**
 * What `hoplite breaker set KEY VALUE` asks for, as a JSON merge patch of the settings. Whether the value fits is not looked
 * at here.
 *
 * @throws {UsageError} when there is no such key; names the nearest
 */
export function breakerPatch(key: string, value: string): JsonValue {
  const { outer, inner } = settingOf(key);
  const meant = meantBy(value);
  const problem = jsonProblem(meant);
  if (problem !== undefined) throw new UsageError(`the value of ${key} ${problem}`);
  return { [outer]: inner === undefined ? meant : { [inner]: meant } };
}

/** What a setting is among all of them, if it is anything. */
export function settingIn(settings: JsonValue, key: string): JsonValue | undefined {
  const { outer, inner } = settingOf(key);
  const value = ownValue(settings, outer);
  return inner === undefined ? value : ownValue(value, inner);
}

/** The first dot divides: names of models have dots of their own. */
function settingOf(key: string): Setting {
  const dot = key.indexOf('.');
  const given: Setting = dot < 0 ? { outer: key } : { outer: key.slice(0, dot), inner: key.slice(dot + 1) };
  const isKnown = SETTINGS.some(
    ({ outer, inner }) =>
      outer === given.outer &&
      (inner === given.inner || given.inner === undefined || (inner === NAMED && given.inner !== '')),
  );
  if (isKnown) return given;
  const meant = meantKey(given);
  const hint = meant === undefined ? `known are ${SETTING_KEYS.join(', ')}` : `did you mean "${meant}"?`;
  throw new UsageError(`there is no setting ${JSON.stringify(key)}: ${hint}`);
}

/** The setting that is meant, with a slip in its name or without what stands before the dot. */
function meantKey(given: Setting): string | undefined {
  const whole = nearest(keyOf(given), SETTING_KEYS);
  if (whole !== undefined) return whole;
  const table = nearest(
    given.outer,
    SETTINGS.filter(({ inner }) => inner === NAMED).map(({ outer }) => outer),
  );
  if (table !== undefined && given.inner !== undefined) return keyOf({ outer: table, inner: given.inner });
  const lastPart = ({ outer, inner }: Setting): string => inner ?? outer;
  const last = nearest(lastPart(given), SETTINGS.map(lastPart));
  const setting = SETTINGS.find((one) => lastPart(one) === last);
  return setting && keyOf(setting);
}

function keyOf({ outer, inner }: Setting): string {
  return inner === undefined ? outer : `${outer}.${inner}`;
}

/** A number, `true`, `false` or an object as JSON; `none` for nothing; any other word is text. */
function meantBy(value: string): JsonValue {
  if (value === 'none') return null;
  try {
    return JSON.parse(value) as JsonValue;
  } catch {
    return value;
  }
}

function ownValue(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
