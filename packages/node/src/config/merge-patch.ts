import { isJsonObject, type JsonValue } from '@hoplite/tools';

/**
 * `target`, changed as `patch` says: a JSON merge patch (RFC 7396). Objects are merged, key by key; `null` takes a key away;
 * anything else takes the place of what was there. Neither is changed.
 *
 * @param patch - no deeper than `MAX_JSON_DEPTH`
 */
export function mergePatch(target: JsonValue | undefined, patch: JsonValue): JsonValue {
  if (!isJsonObject(patch)) {
    return patch;
  }
  const merged = new Map(Object.entries(isJsonObject(target) ? target : {}));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, mergePatch(merged.get(key), value));
  }
  return Object.fromEntries(merged);
}
