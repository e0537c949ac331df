import type { JsonValue } from '@hoplite/tools';
import { isPlain } from '../scenario/plain.ts';
import { namesIn, withoutLost } from './names.ts';
import { placesIn, replaced, type Path, type Place } from './tree.ts';

/** One way to make a scenario smaller; undefined when it does not apply. */
export type Reduction = () => JsonValue | undefined;

/** Ways of one kind, the largest parts first. */
export type Reductions = (scenario: JsonValue) => readonly Reduction[];

/** What says which scenario it is, and what is needed to play it. */
const KEPT = new Set(['$schema', 'id', 'source', 'says', 'seed', 'only', 'steps', 'peers']);

/** Texts that say something to an agent or a person, and can as well say less. */
const SPEECH = new Set(['brief', 'text', 'content', 'answer', 'progress', 'refuse', 'detail', 'crash', 'note', 'stop']);

const SHORT = 'x';

/** A peer goes, with everything that names it. */
const peers: Reductions = (scenario) => {
  if (!isPlain(scenario)) return [];
  const { peers: there } = scenario;
  const keys: readonly (string | number)[] = Array.isArray(there) ? [...there.keys()] : Object.keys(there ?? {});
  return keys.toReversed().map((key) => () => cut(scenario, ['peers', key]));
};

/** Parts of lists go: half of a list, a quarter, and so on to single items; from the end, where less hangs on them. */
const items: Reductions = (scenario) =>
  placesIn(scenario)
    .filter(({ path, value }) => (Array.isArray(value) && path[0] !== 'peers') || isAgentList(path, value))
    .flatMap(({ path, value }) =>
      chunksOf(value as readonly JsonValue[]).map((left) => () => cutTo(scenario, path, left)),
    );

function isAgentList([first]: Path, value: JsonValue): boolean {
  return first === 'peers' && Array.isArray(value) && value.some((item) => typeof item !== 'string');
}

/** Keys go that need not be there. */
const keys: Reductions = (scenario) =>
  placesIn(scenario)
    .filter(({ path }) => typeof path.at(-1) === 'string' && !(path.length === 1 && KEPT.has(String(path[0]))))
    .map(
      ({ path }) =>
        () =>
          cut(scenario, path),
    );

/** What stands around other steps goes, and they stay; one of several becomes that one. */
const wrappers: Reductions = (scenario) =>
  placesIn(scenario).flatMap(({ path, value }) =>
    insides(value).map((inside) => () => spliced(scenario, path, inside)),
  );

/** Simpler forms of the same. */
const forms: Reductions = (scenario) =>
  placesIn(scenario).flatMap((place) =>
    simplerForms(place).map((value) => () => replaced(scenario, place.path, value)),
  );

const numbers: Reductions = (scenario) =>
  placesIn(scenario).flatMap(({ path, value }) =>
    typeof value === 'number' && path[0] !== 'seed'
      ? lower(value).map((less) => () => replaced(scenario, path, less))
      : [],
  );

/** All kinds, those first that take away most. */
export const REDUCTIONS: readonly Reductions[] = [peers, items, keys, wrappers, forms, numbers];

/** Leaves out one place, and what named what was bound there. */
function cut(scenario: JsonValue, path: Path): JsonValue | undefined {
  return withoutLost(replaced(scenario, path, undefined), namesIn(scenario));
}

function cutTo(scenario: JsonValue, path: Path, left: JsonValue): JsonValue | undefined {
  return withoutLost(replaced(scenario, path, left), namesIn(scenario));
}

/** A list without each of its parts of each size. */
function chunksOf(list: readonly JsonValue[]): readonly JsonValue[] {
  const found: JsonValue[] = [];
  for (let size = list.length; size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let end = list.length; end > 0; end -= size) {
      const start = Math.max(0, end - size);
      found.push([...list.slice(0, start), ...list.slice(end)]);
    }
  }
  return found;
}

/** What stands within a step that is made of steps. */
function insides(value: JsonValue): readonly (readonly JsonValue[])[] {
  if (!isPlain(value)) return [];
  const lists = [value['do'], value['else'], value['together'], value['turns']];
  return lists.flatMap((list) => (Array.isArray(list) ? [list as readonly JsonValue[]] : []));
}

/** Puts steps in the place of the step around them; or, where that stands alone, its first list. */
function spliced(scenario: JsonValue, path: Path, inside: readonly JsonValue[]): JsonValue | undefined {
  const index = path.at(-1);
  const before = namesIn(scenario);
  if (typeof index !== 'number') return withoutLost(replaced(scenario, path, inside[0] ?? []), before);
  const list = path.slice(0, -1).reduce<JsonValue | undefined>(within, scenario);
  if (!Array.isArray(list)) return undefined;
  return withoutLost(replaced(scenario, path.slice(0, -1), list.toSpliced(index, 1, ...inside) as JsonValue), before);
}

function within(value: JsonValue | undefined, key: string | number): JsonValue | undefined {
  if (Array.isArray(value)) return (value as readonly JsonValue[])[Number(key)];
  return isPlain(value) ? value[key] : undefined;
}

function simplerForms({ path, value }: Place): readonly JsonValue[] {
  const key = path.findLast((part) => typeof part === 'string') ?? '';
  if (path.length === 1 && key === 'peers' && isPlain(value)) {
    const isBare = Object.values(value).every((peer) => isPlain(peer) && Object.keys(peer).length === 0);
    return isBare ? [Object.keys(value)] : [];
  }
  // A list of one name is that name.
  const alone: readonly JsonValue[] =
    Array.isArray(value) && value.length === 1 && typeof value[0] === 'string' && path.length > 2 ? [value[0]] : [];
  const isSpeech = SPEECH.has(key) && value !== SHORT && !(typeof value === 'string' && value.startsWith('$'));
  return [...alone, ...(isSpeech && weightOf(value) > 1 ? [SHORT] : [])];
}

/** How much a value says: what is put in its place must say less, so that making smaller comes to an end. */
function weightOf(value: JsonValue): number {
  return typeof value === 'string' ? value.length : JSON.stringify(value).length;
}

/** Numbers nearer to nothing. */
function lower(value: number): readonly number[] {
  const size = Math.abs(value);
  const sign = Math.sign(value);
  const tens = 10 ** Math.floor(Math.log10(Math.max(1, size)));
  const round = Math.floor(size / tens) * tens;
  const near = size <= 16 && Number.isInteger(size) ? [size - 1] : [];
  const less = [0, 1, Math.floor(size / 2), round, ...near, ...(sign < 0 ? [] : [])];
  return [...new Set(less)].filter((each) => each < size).map((each) => (each === 0 ? 0 : sign * each));
}
