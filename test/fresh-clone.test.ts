import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifies } from './requirements.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..');
/** A set-up from nothing, on a busy machine. */
const SET_UP_MS = 240_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hoplite-clone-'));
  await run('git', ['clone', '--quiet', '--depth', '1', `file://${ROOT}`, folder]);
});
afterAll(() => rm(folder, { recursive: true }));

/** npm as a newcomer has it: the machine's own, with nothing of this workspace in its way. */
function npm(...args: readonly string[]): Promise<{ stdout: string; stderr: string }> {
  const path = (process.env['PATH'] ?? '')
    .split(':')
    .filter((part) => !part.includes('node_modules'))
    .join(':');
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|VITEST|HOPLITE)/.test(name));
  const env = { ...Object.fromEntries(inherited), PATH: path };
  return run('npm', args, { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 });
}

test(
  'in a fresh clone `npm start` sets everything up and does the main job; then the command line and `npm test` are there',
  async () => {
    verifies('workspace.start-sets-up', 'workspace.test-sets-up', 'workspace.cli-in-bin');
    const started = await npm('start', '--silent', '--', '--exit', '--json', '--dir', join(folder, 'nodes'));
    expect(started.stderr).toContain('set-up');
    const report: unknown = JSON.parse(started.stdout.trimEnd().split('\n').at(-1) ?? '');
    expect(report).toMatchObject({
      ok: true,
      peers: 3,
      cycle: { reason: 'cannot: cycle' },
      hops: { reason: 'max_hops' },
    });

    const help = await run(join(folder, 'node_modules', '.bin', 'hoplite'), ['--help']);
    expect(help.stdout).toContain('delegate');

    const tested = await npm('test', '--silent', '--', 'packages/node/test/turns/credit.test.ts');
    expect(tested.stdout.trimEnd().split('\n').at(-1)).toMatch(/^\d+ passed, 0 failed$/);
  },
  SET_UP_MS,
);
