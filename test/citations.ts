/** A requirement that a test cites with `verifies`, and where. */
export interface Citation {
  readonly id: string;
  readonly file: string;
}

/** The citations in the source of a test. A test that is commented out proves nothing. */
export function citationsIn(source: string, file: string): Citation[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return [...code.matchAll(/\bverifies\(([^)]*)\)/g)].flatMap(([, args = '']) =>
    [...args.matchAll(/(['"`])(.*?)\1/g)].map(([, , id = '']) => ({ id, file })),
  );
}

/** What is wrong between promises and tests, in sentences; nothing if every promise is cited and every citation real. */
export function complaints(ids: Iterable<string>, citations: readonly Citation[]): string[] {
  const known = new Set(ids);
  const cited = new Set(citations.map(({ id }) => id));
  const dangling = citations.filter(({ id }) => !known.has(id));
  return [
    ...dangling.map(({ id, file }) => `${file} cites ${id}, which is not in test/requirements.ts`),
    ...[...known].filter((id) => !cited.has(id)).map((id) => `no test cites ${id}`),
  ];
}
