/** Tells which items of a list are new or other than they were the last time it was asked. */
export function changes<T>(idOf: (item: T) => string): (list: readonly T[]) => readonly T[] {
  const known = new Map<string, string>();
  return (list) =>
    list.filter((item) => {
      const [id, now] = [idOf(item), JSON.stringify(item)];
      const isChanged = known.get(id) !== now;
      known.set(id, now);
      return isChanged;
    });
}
