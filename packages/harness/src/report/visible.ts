import { cut } from '@hoplite/node/cli';

/** Most UTF-16 units of a text that are looked at per character that is shown. */
const UNITS = 16;

/** What steers a terminal, turns text around or cannot be seen. U+200C and U+200D stay: scripts and emoji are joined by them. */
const UNSEEN = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\u2028\u2029]/gu;

const NAMES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Accents that are heaped on one letter: no script needs more, and they would cover the lines above. */
const HEAP = /(\p{M}{4})\p{M}+/gu;

/**
 * Text of agents and peers, as it may stand in a report: on one line, at most `most` characters of it, and with what cannot
 * be seen shown by its number. In a bug report it matters that a mark was there, so none is left out. Takes no longer for a
 * longer text.
 */
export function visible(text: string, most: number): string {
  const head = text.slice(0, most * UNITS).replaceAll(HEAP, '$1…');
  const shown = head.replaceAll(UNSEEN, (mark) => NAMES[mark] ?? `\\u{${(mark.codePointAt(0) ?? 0).toString(16)}}`);
  const whole = text.length > most * UNITS ? `${shown}…` : shown;
  return cut(whole.toWellFormed(), most);
}
