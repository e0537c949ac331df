import { printable } from './printable.ts';

/** A text as one word of a command that people copy. IDs come from peers, and may be anything. */
export function shellWord(text: string): string {
  const shown = printable(text);
  return /^[\w.:@/+-]+$/.test(shown) && !shown.startsWith('-') ? shown : `'${shown.replaceAll("'", `'\\''`)}'`;
}
