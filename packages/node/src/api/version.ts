import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The version of this package. */
export const version: string = readVersion(import.meta.dirname);

/** The nearest package.json above: the way to it differs between `src` and `dist`. */
function readVersion(folder: string): string {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return dirname(folder) === folder ? 'unknown' : readVersion(dirname(folder));
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string };
  return manifest.version;
}
