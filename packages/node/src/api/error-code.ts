/** The `code` that Node.js, SQLite and our own errors carry. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
