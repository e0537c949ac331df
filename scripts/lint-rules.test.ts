import { ESLint } from 'eslint';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { verifies } from '../test/requirements.ts';

verifies('workspace.import-direction', 'workspace.no-ambient-clock', 'workspace.no-floating-promises');

const root = join(import.meta.dirname, '..');

/** Samples are no files of the tree, so the type-aware rules get them from a default project. */
const eslint = new ESLint({
  cwd: root,
  overrideConfig: {
    languageOptions: {
      parserOptions: {
        projectService: {
          allowDefaultProject: [
            'packages/*/src/sample.ts',
            'packages/*/src/*/sample.ts',
            '*/sample.ts',
            'packages/*/test/sample.ts',
          ],
          maximumDefaultProjectFileMatchCount_THIS_WILL_SLOW_DOWN_LINTING: 100,
        },
      },
    },
  },
});

async function firedBy(code: string, filePath: string): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(`${code}\n`, { filePath: join(root, filePath) });
  const messages = result?.messages ?? [];
  const broken = messages.find((message) => message.fatal);
  if (broken) throw new Error(broken.message);
  return messages.map((message) => message.ruleId);
}

const IMPORTS = 'no-restricted-imports';
const GLOBALS = 'no-restricted-globals';
const PROPERTIES = 'no-restricted-properties';
const SYNTAX = 'no-restricted-syntax';

describe('everywhere', () => {
  const promise = 'declare const work: () => Promise<void>;';
  test.each([
    ['no-floating-promises', `${promise} work();`],
    ['no-misused-promises', `${promise} [1].forEach(work);`],
    ['no-explicit-any', 'export const anything: any = 1;'],
    ['no-non-null-assertion', 'export const first = (list: string[]) => list[0]!;'],
    ['consistent-type-imports', "import { Socket } from 'node:net'; export type S = Socket;"],
    ['switch-exhaustiveness-check', "export const f = (x: 'a' | 'b') => { switch (x) { case 'a': return 1; } };"],
  ])('%s fires', async (rule, code) => {
    expect(await firedBy(code, 'packages/p2p/src/sample.ts')).toContain(`@typescript-eslint/${rule}`);
  });

  test('a default export is refused, except in a config file', async () => {
    expect(await firedBy('export default 1;', 'packages/p2p/src/sample.ts')).toContain(SYNTAX);
    expect(await firedBy('export default 1;', 'vitest.config.ts')).not.toContain(SYNTAX);
  });
});

describe('imports point one way', () => {
  test.each([
    ['p2p', '@hoplite/tools'],
    ['p2p', '@hoplite/node'],
    ['p2p', '@hoplite/harness'],
    ['p2p', '@hoplite/web'],
    ['tools', '@hoplite/node'],
    ['tools', '@hoplite/harness'],
    ['tools', '@hoplite/web'],
    ['node', '@hoplite/harness'],
    ['node', '@hoplite/web'],
    ['harness', '@hoplite/web'],
    ['web', '@hoplite/p2p'],
    ['web', '@hoplite/tools'],
    ['web', '@hoplite/node'],
    ['web', '@hoplite/harness'],
    ['p2p', '@hoplite/node/compliance'],
    ['p2p', '../../node/src/index.ts'],
    ['node', '../../../p2p/src/index.ts'],
  ])('packages/%s may not import %s', async (name, source) => {
    expect(await firedBy(`import '${source}';`, `packages/${name}/src/sample.ts`)).toContain(IMPORTS);
    expect(await firedBy(`import '${source}';`, `packages/${name}/test/sample.ts`)).toContain(IMPORTS);
  });

  test.each([
    ['tools', '@hoplite/p2p'],
    ['node', '@hoplite/p2p'],
    ['node', '@hoplite/tools'],
    ['harness', '@hoplite/node'],
    ['node', '../p2p.ts'],
  ])('packages/%s may import %s', async (name, source) => {
    expect(await firedBy(`import '${source}';`, `packages/${name}/src/sample.ts`)).not.toContain(IMPORTS);
  });
});

describe('libp2p stays in packages/p2p', () => {
  const sources = [
    'libp2p',
    '@libp2p/interface',
    '@multiformats/multiaddr',
    '@chainsafe/libp2p-noise',
    'multiformats/cid',
  ];
  const outside = ['tools/src', 'node/src', 'node/test', 'harness/src', 'web/src'].map(
    (at) => `packages/${at}/sample.ts`,
  );

  test.each([...outside, 'test/sample.ts', 'scripts/sample.ts'])('%s may not import it', async (file) => {
    for (const source of sources) expect(await firedBy(`import '${source}';`, file), source).toContain(IMPORTS);
  });

  test.each(['packages/p2p/src/sample.ts', 'packages/p2p/test/sample.ts', 'bench/sample.ts'])(
    '%s may',
    async (file) => {
      for (const source of sources) expect(await firedBy(`import '${source}';`, file), source).not.toContain(IMPORTS);
    },
  );
});

describe('no clock and no chance outside the ports', () => {
  const ambient = [
    [PROPERTIES, 'Date.now();'],
    [PROPERTIES, 'export const { now } = Date;'],
    [SYNTAX, 'export const at = new Date();'],
    [SYNTAX, 'export const at = Date();'],
    [GLOBALS, 'performance.now();'],
    [GLOBALS, 'setTimeout(() => 1, 1);'],
    [GLOBALS, 'globalThis.setTimeout(() => 1, 1);'],
    [GLOBALS, 'setInterval(() => 1, 1);'],
    [GLOBALS, 'setImmediate(() => 1);'],
    [PROPERTIES, 'AbortSignal.timeout(1);'],
    [PROPERTIES, 'process.hrtime();'],
    [PROPERTIES, 'Math.random();'],
    [PROPERTIES, 'crypto.randomUUID();'],
    [PROPERTIES, 'crypto.getRandomValues(new Uint8Array(1));'],
    [PROPERTIES, "import * as c from 'node:crypto'; c.randomBytes(1);"],
    [IMPORTS, "import { randomBytes } from 'node:crypto'; randomBytes(1);"],
    [IMPORTS, "import { randomUUID } from 'node:crypto'; randomUUID();"],
    [IMPORTS, "import { setTimeout as sleep } from 'node:timers/promises'; void sleep(1);"],
    [IMPORTS, "import timers from 'node:timers'; timers.setTimeout(() => 1, 1);"],
    [IMPORTS, "import { performance as p } from 'node:perf_hooks'; p.now();"],
  ] as const;

  test.each(ambient)('%s fires on: %s', async (rule, code) => {
    for (const name of ['node', 'tools', 'harness']) {
      expect(await firedBy(code, `packages/${name}/src/sample.ts`), name).toContain(rule);
    }
  });

  test.each([
    'packages/node/src/ports/sample.ts',
    'packages/node/src/cli/sample.ts',
    'packages/node/src/doctor/sample.ts',
    'packages/p2p/src/sample.ts',
  ])('%s may use them', async (file) => {
    for (const [rule, code] of ambient) expect(await firedBy(code, file), code).not.toContain(rule);
  });

  test('a moment that is given, and a hash, are no ambient state', async () => {
    const code = "import { createHash } from 'node:crypto'; export const x = [new Date(1), createHash('sha256')];";
    expect(await firedBy(code, 'packages/node/src/sample.ts')).toEqual([]);
  });

  test('the other limits of a package hold in its port files too', async () => {
    expect(await firedBy("import '@hoplite/harness';", 'packages/node/src/ports/sample.ts')).toContain(IMPORTS);
    expect(await firedBy('export default 1;', 'packages/node/src/ports/sample.ts')).toContain(SYNTAX);
  });
});
