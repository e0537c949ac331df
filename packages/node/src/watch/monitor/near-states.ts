import { createHash } from 'node:crypto';
import type { JsonValue } from '@hoplite/tools';
import { canonicalState } from '../stall/canonical-state.ts';
import { comparable, isComparable, isNearDuplicate, type Compared } from '../stall/similarity.ts';

/** A step of a participant: what it did, to whom, and what was said. */
export interface Step {
  /** What it did, such as the name of a tool. */
  readonly act: string;
  /** Whom or what it was addressed to; empty for nobody. */
  readonly to: string;
  readonly content: JsonValue;
}

/** States that others may turn out to be near-duplicates of: two orbits of the longest period, and some more. */
const MAX_REMEMBERED = 16;

/** Characters of all texts of a state that may be one: more is only equal to itself. */
const MAX_TEXT = 4096;

interface Remembered {
  /** SHA-256 of what must be the same: all but the longer texts. */
  readonly skeleton: string;
  readonly texts: readonly Compared[];
  readonly hash: Uint8Array;
}

/**
 * Gives the states of one participant in one job their hashes. A state that says the same as an earlier one in other words
 * gets the hash of that one, so that a circle of paraphrases looks like the circle it is. It is done here, where the texts
 * are: they do not go to the monitor.
 */
export class NearStates {
  readonly #peer: string;
  readonly #remembered: Remembered[] = [];

  /** @param peer peer ID of the participant */
  constructor(peer: string) {
    this.#peer = peer;
  }

  /** SHA-256 of the canonical state that a step led to, or of the one that it paraphrases. */
  hashOf({ act, to, content }: Step): Uint8Array {
    const canonical = canonicalState({ peer: this.#peer, act, to, content });
    const hash = createHash('sha256').update(canonical).digest();
    const { rest, texts } = split(canonical);
    if (texts.length === 0 || texts.reduce((sum, { length }) => sum + length, 0) > MAX_TEXT) {
      return hash;
    }
    const skeleton = createHash('sha256').update(rest).digest('base64');
    const compared = texts.flatMap((text) => comparable(text) ?? []);
    const known = this.#remembered.find((other) => other.skeleton === skeleton && areAlike(other.texts, compared));
    if (known !== undefined) {
      return known.hash;
    }
    this.#remembered.push({ skeleton, texts: compared, hash });
    if (this.#remembered.length > MAX_REMEMBERED) {
      this.#remembered.shift();
    }
    return hash;
  }
}

/** Takes the texts that may be told in other words out of a canonical state. */
function split(canonical: string): { readonly rest: string; readonly texts: readonly string[] } {
  const texts: string[] = [];
  const rest = JSON.stringify(JSON.parse(canonical), (_key, value: unknown) => {
    if (typeof value !== 'string' || !value.includes(' ') || !isComparable(value)) {
      return value;
    }
    texts.push(value);
    return '…';
  });
  return { rest, texts };
}

function areAlike(some: readonly Compared[], others: readonly Compared[]): boolean {
  return (
    some.length === others.length &&
    some.every((text, at) => {
      const other = others[at];
      return other !== undefined && isNearDuplicate(text, other);
    })
  );
}
