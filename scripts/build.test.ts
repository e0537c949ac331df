import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { verifies } from '../test/requirements.ts';

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string>>;
  readonly publishConfig: { readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>> };
}

const root = join(import.meta.dirname, '..');
const packages = globSync('packages/*/package.json', { cwd: root }).map((file) => ({
  folder: join(root, file, '..'),
  manifest: JSON.parse(readFileSync(join(root, file), 'utf8')) as Manifest,
}));

/** Loads a module in a Node.js of its own and returns the names it exports, or its error. */
function load(file: string): string[] {
  const code = 'console.log(JSON.stringify(Object.keys(await import(process.argv[1]))))';
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code, file], {
    encoding: 'utf8',
  });
  return stdout === '' ? [stderr] : (JSON.parse(stdout) as string[]);
}

describe('what is published', () => {
  beforeAll(() => {
    const { status, stdout } = spawnSync(process.execPath, [join(root, 'scripts/build.ts')], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`the build failed:\n${stdout}`);
  }, 180_000);

  test.each(packages)('$manifest.name exports from dist what the workspace exports from source', (each) => {
    verifies('workspace.builds-dist', 'workspace.erasable');
    for (const [subpath, targets] of Object.entries(each.manifest.publishConfig.exports)) {
      if (typeof targets === 'string') {
        expect(existsSync(join(each.folder, targets)), targets).toBe(true);
        continue;
      }
      for (const target of Object.values(targets)) expect(existsSync(join(each.folder, target)), target).toBe(true);
      const built = load(join(each.folder, targets['default'] ?? 'no default'));
      expect(built.length).toBeGreaterThan(0);
      expect(built).toEqual(load(join(each.folder, each.manifest.exports[subpath] ?? 'no source')));
    }
  });

  test('the harness has the corpus with it', () => {
    verifies('harness.analyze.corpus');
    const names = (folder: string): string[] => globSync('*.json', { cwd: join(root, folder) }).sort();
    expect(names('packages/harness/dist/corpus')).toEqual(names('test/scenarios'));
  });
});
