/**
 * `npm run build`: what is published, in every package's `dist`. The compiler builds from `src`; the generated codec and
 * hand-written declarations are finished already and are copied beside its output.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';

const root = join(import.meta.dirname, '..');
process.chdir(root);

// From nothing each time: a file whose source is gone must not be published.
for (const dist of globSync('packages/*/dist')) rmSync(dist, { recursive: true });

const tsc = join(root, 'node_modules/typescript/bin/tsc');
const { status } = spawnSync(process.execPath, [tsc, '-b', 'tsconfig.build.json'], { stdio: 'inherit' });

if (status === 0) {
  for (const file of globSync('packages/*/src/**/*.{js,d.ts}')) {
    cpSync(file, file.replace(/^(packages\/[^/]+\/)/, '$1dist/'));
  }
  // `hoplite analyze` plays the corpus, also where there is no workspace.
  for (const file of globSync('test/scenarios/*.json')) {
    cpSync(file, join('packages/harness/dist/corpus', basename(file)));
  }
  for (const dist of globSync('packages/*/dist')) console.log(`built ${dist}`);
}
process.exitCode = status ?? 1;
