import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The package: two folders up from the sources, three from what is built of them. */
const PACKAGE = resolve(import.meta.dirname, import.meta.filename.endsWith('.js') ? '../../..' : '../..');

const WORKSPACE = resolve(PACKAGE, '../..');

/** Where the scenario files of the corpus are: in the workspace, else where the build has put them. */
export const CORPUS_DIRECTORY: string = existsSync(join(WORKSPACE, 'pnpm-workspace.yaml'))
  ? join(WORKSPACE, 'test/scenarios')
  : join(PACKAGE, 'dist/corpus');

/** Paths of all scenario files of the corpus, in the order of their names. */
export function corpusFiles(): readonly string[] {
  return readdirSync(CORPUS_DIRECTORY)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(CORPUS_DIRECTORY, name));
}
