import type { JsonValue } from '@hoplite/tools';
import { isPlain } from '../scenario/plain.ts';
import { placesIn } from './tree.ts';

/** What can be named in a scenario: peers, strangers, and what steps have bound. */
export interface Names {
  readonly peers: ReadonlySet<string>;
  readonly bound: ReadonlySet<string>;
}

/** The names that a scenario gives. */
export function namesIn(scenario: JsonValue): Names {
  const peers = new Set<string>();
  const bound = new Set<string>();
  for (const { path, value } of placesIn(scenario)) {
    const [first, second] = path;
    const key = path.at(-1);
    const text = typeof value === 'string' ? value : '';
    if (first === 'peers' && path.length === 2) peers.add(typeof second === 'string' ? second : text);
    if (key === 'stranger') peers.add(isPlain(value) && typeof value['name'] === 'string' ? value['name'] : text);
    if (key === 'as' || key === 'hold') bound.add(text);
    if (key === 'each' && isPlain(value)) for (const name of Object.keys(value)) bound.add(name);
  }
  return { peers, bound };
}

/**
 * A scenario without what names what is not there any more: what was bound by something that was left out, a peer, a
 * stranger. A step that names it goes; from a list of names only the name does.
 *
 * @returns undefined when nothing is left
 */
export function withoutLost(scenario: JsonValue, before: Names): JsonValue | undefined {
  for (let left: JsonValue | undefined = scenario; left !== undefined;) {
    const now = namesIn(left);
    const lost = { peers: missing(before.peers, now.peers), bound: missing(before.bound, now.bound) };
    if (lost.peers.size === 0 && lost.bound.size === 0) return left;
    const next: JsonValue | undefined = without(left, lost, { key: '', isItem: false });
    // What was left out may have bound something, too.
    if (JSON.stringify(next) === JSON.stringify(left)) return left;
    left = next;
  }
  return undefined;
}

function missing(before: ReadonlySet<string>, now: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...before].filter((name) => !now.has(name)));
}

/** Keys whose texts are what a step has bound, or what an agent holds, without a `$`. */
const BINDINGS = new Set(['await', 'cancel', 'release', 'held']);

/** @param key under which the text stands */
function isNamed(text: string, key: string, { peers, bound }: Names): boolean {
  if (peers.has(text) || (text.startsWith('@') && peers.has(text.slice(1)))) return true;
  if (BINDINGS.has(key) && bound.has(text)) return true;
  const whole = /^\$([A-Za-z_][\w-]*)/.exec(text)?.[1];
  if (whole !== undefined && bound.has(whole)) return true;
  return [...text.matchAll(/\{([A-Za-z_][\w-]*)/g)].some(([, name]) => name !== undefined && bound.has(name));
}

/** Parts that go alone when what they say is gone; elsewhere what is around them goes, too. */
const ALONE = new Set(['', 'peers', 'agents', 'config', 'rooms', 'expect', 'faults', 'steps', 'graph', 'supervisors']);

/** @param around the key under which the value stands; of what is in a list, that of the list */
function without(
  value: JsonValue,
  lost: Names,
  around: { readonly key: string; readonly isItem: boolean },
): JsonValue | undefined {
  const { key: name, isItem } = around;
  if (typeof value === 'string') return isNamed(value, name, lost) ? undefined : value;
  if (Array.isArray(value)) {
    const items = value as readonly JsonValue[];
    const left = items.flatMap((item) => without(item, lost, { key: name, isItem: true }) ?? []);
    return left.length === 0 && items.length > 0 && !ALONE.has(name) ? undefined : left;
  }
  if (!isPlain(value)) return value;
  const isWhole = isItem || !ALONE.has(name);
  const left: [string, JsonValue][] = [];
  for (const [key, child] of Object.entries(value)) {
    if (lost.peers.has(key)) continue;
    const kept = without(child, lost, { key, isItem: false });
    if (kept !== undefined) left.push([key, kept]);
    else if (isWhole && !ALONE.has(key)) return undefined;
  }
  return Object.fromEntries(left);
}
