import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { CommandFailedError } from '@hoplite/node/cli';
import type { RunRecord } from '../record.ts';
import { reportHtml, reportJUnit } from '../report/index.ts';
import type { Analysis } from './analysis.ts';
import type { AnalyzeOptions } from './options.ts';

/**
 * Writes the reports that were asked for. What stands there already is replaced, as compilers do.
 *
 * @returns the files that were written
 * @throws {CommandFailedError} when one cannot be written
 */
export function writeReports({ records, from, title }: Analysis, { junit, html }: AnalyzeOptions): readonly string[] {
  const written: string[] = [];
  const write = (file: string, text: string): void => {
    try {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    } catch (error) {
      throw new CommandFailedError(
        `the report cannot be written: ${error instanceof Error ? error.message : 'failed'}`,
      );
    }
    written.push(file);
  };
  const options = from === undefined ? {} : { from };
  const titled = title === undefined ? options : { ...options, title };
  if (junit !== undefined) write(junit, reportJUnit(records));
  if (html !== undefined && isDirectory(html)) {
    write(join(html, 'index.html'), reportHtml(records, titled));
    const names = new Set(['index.html']);
    for (const record of records) write(join(html, fileName(record, names)), reportHtml([record], options));
  } else if (html !== undefined) {
    write(html, reportHtml(records, titled));
  }
  return written;
}

/** A directory that is there, or a path that says that it is one. */
function isDirectory(path: string): boolean {
  return (
    path.endsWith('/') || path.endsWith(sep) || (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false)
  );
}

/** A name of its own for a run's file; its ID came from a file and may hold anything. */
function fileName({ id }: RunRecord, taken: Set<string>): string {
  const stem =
    id
      .replaceAll(/[^\w.-]+/g, '-')
      .replace(/^[.-]+/, '')
      .slice(0, 80) || 'run';
  let name = `${stem}.html`;
  for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${stem}-${number}.html`;
  taken.add(name.toLowerCase());
  return name;
}
