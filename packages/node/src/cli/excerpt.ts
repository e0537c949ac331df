import { printable } from './printable.ts';
import { MAX_CHARACTER_UNITS, cut } from './table.ts';

/** Text of other people on one line, as much of it as there is room for. The rest, which may be long, is not looked at. */
export function excerpt(text: string, width: number): string {
  const head = text.slice(0, width * MAX_CHARACTER_UNITS);
  return cut(head.length === text.length ? printable(text) : `${printable(head)}…`, width);
}
