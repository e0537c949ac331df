/** The candidate that `word` is most likely a slip of, if any is near: two letters may differ, three of a long word. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const limit = word.length < 9 ? 2 : 3;
  const distances = candidates
    .filter((candidate) => Math.abs(candidate.length - word.length) <= limit)
    .map((candidate) => ({ candidate, distance: levenshtein(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ distance }) => distance <= limit);
  return distances.sort((a, b) => a.distance - b.distance)[0]?.candidate;
}

/** Insertions, deletions and replacements of characters that lead from `a` to `b` (Levenshtein 1966). */
export function levenshtein(a: string, b: string): number {
  const letters = Array.from(b);
  let row = Array.from({ length: letters.length + 1 }, (_, index) => index);
  for (const [i, letter] of Array.from(a).entries()) {
    const next = [i + 1];
    for (const [j, other] of letters.entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
