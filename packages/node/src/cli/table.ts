import { stripVTControlCharacters } from 'node:util';

/** Rows in columns, each as wide as it has to be; the last is not padded. The first row is the head. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => widthOf(row[column] ?? ''))));
  return rows
    .map((row) => row.map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell))))
    .map((cells) => cells.join('  ').trimEnd())
    .join('\n');
}

/** In characters as people count them; colours take no room. */
function widthOf(cell: string): number {
  return charactersOf(stripVTControlCharacters(cell)).length;
}

function charactersOf(text: string): readonly string[] {
  return [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
}

/** Most UTF-16 units of a character that are shown: an emoji of a family has 11, but accents can be heaped without end. */
export const MAX_CHARACTER_UNITS = 16;

/** A text that is too long for its column, cut. Takes no longer for a longer text. */
export function cut(text: string, width: number): string {
  const head = text.slice(0, width * MAX_CHARACTER_UNITS);
  let end = head.length;
  let characters = 0;
  for (const { index } of new Intl.Segmenter().segment(head)) {
    if (characters === width - 1) end = index; // Here the mark stands, should there be more.
    if (characters === width) return `${head.slice(0, end)}…`;
    characters += 1;
  }
  return head.length === text.length ? text : `${head.slice(0, end).toWellFormed()}…`;
}

/** The end of a job ID: they begin with the time, alike for jobs of the same minute. Items about the breaker are short. */
export function shortId(id: string): string {
  return id.startsWith('breaker.') ? id : id.slice(-8);
}

/** The end of a peer ID: they all begin alike. */
export function shortPeerId(peerId: string): string {
  return peerId.length <= 12 ? peerId : `…${peerId.slice(-8)}`;
}

/** A span of time, roughly: "5 s", "3 min", "2 h", "4 d". */
export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.max(0, Math.round(seconds))} s`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`;
  if (seconds < 86_400) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} d`;
}

/** The time of day, here. Another peer's clock may say anything. */
export function clockTime(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? '?' : date.toTimeString().slice(0, 8);
}

/** "1 turn", "2 turns". */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
