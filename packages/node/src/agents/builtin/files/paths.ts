import { isAbsolute, relative, sep } from 'node:path';

/** Longest path, in characters. */
const MAX_PATH = 4096;

/** What is wrong with a path that is to lie inside the root, judged by its text alone; undefined if nothing is. */
export function pathProblem(path: string): string | undefined {
  if (path === '' || path.length > MAX_PATH) return `must have 1 to ${MAX_PATH} characters`;
  if (path.includes('\0')) return 'must not contain a NUL';
  if (isAbsolute(path) || /^[\\/]|^[a-z]:/i.test(path)) return 'must be relative to the configured root';
  if (path.split(/[\\/]/).includes('..')) return 'must not contain ".."';
  return undefined;
}

/** Whether `path` is `root` or below it. Both are real paths: absolute, without links. */
export function isWithin(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
