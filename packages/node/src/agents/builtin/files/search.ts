import { openInside } from './confined.ts';
import { nameMatches } from './name-pattern.ts';
import { readAt } from './read-at.ts';
import type { SearchBudget } from './search-budget.ts';
import { walk, type WalkEntry } from './walk.ts';

export interface SearchQuery {
  /** Folder to begin in, relative to the root. */
  readonly under: string;
  /** Part of the file's name, or a pattern. */
  readonly name?: string;
  /** Text that the file contains, in any case. */
  readonly content?: string;
}

export interface FileMatch {
  /** Relative to the root, with slashes. */
  readonly path: string;
  readonly bytes: number;
  /** ISO 8601. */
  readonly modified: string;
  /** First line with the content, from 1, and what is on it. */
  readonly line?: number;
  readonly excerpt?: string;
}

type Line = Required<Pick<FileMatch, 'line' | 'excerpt'>>;

/** Longest excerpt, in characters. */
const MAX_EXCERPT = 200;

/**
 * Looks through the regular files below a folder of `root`. What kept it from seeing everything stands in the budget.
 *
 * @returns matches in the order of their paths
 * @throws the signal's reason
 */
export async function searchFiles(
  root: string,
  query: SearchQuery,
  budget: SearchBudget,
  signal: AbortSignal,
): Promise<readonly FileMatch[]> {
  const matches: FileMatch[] = [];
  const descend = ({ depth }: WalkEntry) => depth < budget.limits.depth || budget.miss('depth');
  for await (const entry of walk(root, query.under, descend)) {
    signal.throwIfAborted();
    if (!budget.take(matches.length)) break;
    if (entry.kind !== 'file' || !nameMatches(entry.name, query.name ?? '')) continue;
    const line = query.content === undefined ? {} : await lineWith(query.content, root, entry.path, budget, signal);
    const stats = line && (await entry.stats());
    if (stats) matches.push({ path: entry.path, bytes: stats.bytes, modified: isoTime(stats.modified), ...line });
  }
  return matches.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The first line of a file that contains a text. Binary files have none. */
async function lineWith(
  content: string,
  root: string,
  path: string,
  budget: SearchBudget,
  signal: AbortSignal,
): Promise<Line | undefined> {
  const opening = await openInside(root, path, 'file');
  if (!opening.ok) return undefined;
  await using file = opening.opened;
  if (file.stats.size > budget.readable) {
    budget.miss(budget.readable < budget.limits.fileBytes ? 'totalBytes' : 'fileBytes');
  }
  const data = await readAt(file.handle, 0, budget.readable, signal).catch((error: unknown) => {
    if (signal.aborted) throw error;
    return Buffer.of(); // A file that opens and cannot be read, as some of /proc.
  });
  budget.spendBytes(data.length);
  return data.includes(0) ? undefined : firstLineWith(content, data.toString('utf8'));
}

function firstLineWith(content: string, text: string): Line | undefined {
  const wanted = content.toLowerCase();
  // In one go first: most files have no match, and to split them would cost more.
  if (!text.toLowerCase().includes(wanted)) return undefined;
  const lines = text.split('\n');
  const index = lines.findIndex((line) => line.toLowerCase().includes(wanted));
  return index < 0 ? undefined : { line: index + 1, excerpt: excerptOf(lines[index] ?? '', wanted) };
}

/** The part of a line around what was found. */
function excerptOf(line: string, wanted: string): string {
  const start = Math.max(0, line.toLowerCase().indexOf(wanted) - MAX_EXCERPT / 4);
  return line
    .slice(start, start + MAX_EXCERPT)
    .trim()
    .toWellFormed();
}

function isoTime(date: Date): string {
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}
