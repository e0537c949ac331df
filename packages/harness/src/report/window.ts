/** The beginning and the end of a list that is too long to be shown. */
export interface Windowed<T> {
  readonly first: readonly T[];
  /** How many between them are left out. */
  readonly omitted: number;
  readonly last: readonly T[];
}

/** At most `most` of `items`: loops show at the beginning, and what ended them at the end. */
export function windowOf<T>(items: readonly T[], most: number): Windowed<T> {
  if (items.length <= most) return { first: items, omitted: 0, last: [] };
  const atEnd = Math.floor(most / 2);
  const atBeginning = most - atEnd;
  return {
    first: items.slice(0, atBeginning),
    omitted: items.length - most,
    last: items.slice(items.length - atEnd),
  };
}
