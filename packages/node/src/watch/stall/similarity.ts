/** Characters of a shingle. */
const SHINGLE = 10;

/** From which overlap on two texts are near-duplicates (scenario S90). */
export const NEAR_DUPLICATE = 0.65;

/** Texts of which one may stand for another, in characters: the overlap of shorter ones says little, of longer ones too much. */
const COMPARED = { least: 40, most: 4096 };

/**
 * Which part of their 10-gram character shingles two texts have in common: the Jaccard overlap, 0 to 1. A text that is
 * shorter than a shingle is one.
 */
export function similarity(a: string, b: string): number {
  return overlap(shinglesOf(a), shinglesOf(b));
}

/** A text, prepared for comparison. */
export interface Compared {
  /** Hashes of its shingles, each once, in order. */
  readonly shingles: Uint32Array;
  readonly words: ReadonlySet<string>;
}

/** Whether a text is neither so short nor so long that it only equals itself. */
export function isComparable({ length }: string): boolean {
  return length >= COMPARED.least && length <= COMPARED.most;
}

/** @returns undefined for a text that only equals itself */
export function comparable(text: string): Compared | undefined {
  return isComparable(text) ? { shingles: shinglesOf(text), words: new Set(text.split(WORD_ENDS)) } : undefined;
}

/**
 * Whether two texts say the same in other words. Not if a word that only one of them has names something, such as a number,
 * a file or an identifier: "page 1" is not "page 2", and `a.ts` not `b.ts`, however alike the rest is; nor if just one word was
 * put in the place of another.
 */
export function isNearDuplicate(a: Compared, b: Compared): boolean {
  const size = [a.shingles.length, b.shingles.length];
  const isAlike = Math.min(...size) >= NEAR_DUPLICATE * Math.max(...size);
  return (
    isAlike &&
    !namesApart(a, b) &&
    !namesApart(b, a) &&
    !isFilledIn(a, b) &&
    overlap(a.shingles, b.shingles) >= NEAR_DUPLICATE
  );
}

/** White space and the punctuation of sentences and of JSON. What stands within a word is a part of its name. */
const WORD_ENDS = /[\s"'{}[\](),;!?<>]+|[.:](?=[\s"']|$)/u;

/** A digit, or what makes a path, an address or an identifier of a word. */
const NAME = /[\p{N}/\\_.:@#$=]/u;

function namesApart(a: Compared, b: Compared): boolean {
  for (const word of a.words) {
    if (NAME.test(word) && !b.words.has(word)) {
      return true;
    }
  }
  return false;
}

/** Whether one word stands where another did: the same sentence about something else, such as another country. */
function isFilledIn(a: Compared, b: Compared): boolean {
  const only = (some: Compared, others: Compared): number =>
    [...some.words].filter((word) => !others.words.has(word)).length;
  return a.words.size > 1 && only(a, b) === 1 && only(b, a) === 1;
}

/** Hashed, so that a text of 4,096 characters takes 16 KiB: two different ones are alike once in 4 billion. */
function shinglesOf(text: string): Uint32Array {
  const hashes = new Set<number>();
  for (let at = 0; at === 0 || at + SHINGLE <= text.length; at += 1) {
    hashes.add(fnv1a(text, at, Math.min(at + SHINGLE, text.length)));
  }
  return Uint32Array.from(hashes).sort();
}

/** FNV-1a of 32 bits, over UTF-16 code units. */
function fnv1a(text: string, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < to; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}

function overlap(a: Uint32Array, b: Uint32Array): number {
  let [common, inA, inB] = [0, 0, 0];
  while (inA < a.length && inB < b.length) {
    const [left = 0, right = 0] = [a[inA], b[inB]];
    common += left === right ? 1 : 0;
    inA += left <= right ? 1 : 0;
    inB += right <= left ? 1 : 0;
  }
  return common / (a.length + b.length - common);
}
