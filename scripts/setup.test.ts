import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { verifies } from '../test/requirements.ts';

verifies('workspace.setup-idempotent', 'workspace.setup-says-what-it-does');

/** Stands in for the network: notes that it was called and leaves a Node.js behind, as pnpm does. */
const npx = `#!/bin/sh
echo "$*" >> installs
echo progress
sleep "\${INSTALL_SECONDS:-0}"
[ -z "$INSTALL_FAILS" ] || exit 7
mkdir -p node_modules/.bin
ln -sf "\${INSTALL_NODE:-${process.execPath}}" node_modules/.bin/node
`;

let workspace: string;

beforeEach(() => {
  workspace = mkdtempSync(join(tmpdir(), 'hoplite-setup-'));
  for (const folder of ['scripts', 'bin', 'packages/one']) mkdirSync(join(workspace, folder), { recursive: true });
  for (const script of ['child.mjs', 'lock.mjs', 'setup.mjs', 'run.mjs']) {
    cpSync(join(import.meta.dirname, script), join(workspace, 'scripts', script));
  }
  for (const file of ['package.json', 'packages/one/package.json']) writeFileSync(join(workspace, file), '{}');
  writeExecutable('bin/npx', npx);
});

afterEach(() => {
  rmSync(workspace, { recursive: true });
});

function writeExecutable(file: string, text: string): void {
  writeFileSync(join(workspace, file), text);
  chmodSync(join(workspace, file), 0o755);
}

function start(script: string, args: readonly string[] = [], env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, [join('scripts', script), ...args], {
    cwd: workspace,
    env: { ...process.env, PATH: `${join(workspace, 'bin')}:${process.env['PATH'] ?? ''}`, ...env },
  });
}

interface Finished {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

async function finish(child: ChildProcess): Promise<Finished> {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk) => (stdout += String(chunk)));
  child.stderr?.on('data', (chunk) => (stderr += String(chunk)));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { code, signal, stdout, stderr };
}

const setup = (env?: Record<string, string>): Promise<Finished> => finish(start('setup.mjs', [], env));

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(10);
}

function installs(): string[] {
  const file = join(workspace, 'installs');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
}

describe('set-up', () => {
  test('installs what the lockfile says, then has nothing to do, and never writes to stdout', async () => {
    const first = await setup();
    expect(first).toMatchObject({ code: 0, stdout: '' });
    expect(first.stderr).toMatch(/set-up: installing.*\nprogress\nset-up: done/);
    expect(await setup()).toEqual({ code: 0, signal: null, stdout: '', stderr: 'set-up: up to date\n' });
    expect(installs()).toEqual([expect.stringContaining('install --frozen-lockfile')]);
  });

  test.each(['package.json', 'packages/one/package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'])(
    'installs again when %s changes',
    async (file) => {
      await setup();
      writeFileSync(join(workspace, file), '{ "version": "2" }');
      await setup();
      expect(installs()).toHaveLength(2);
    },
  );

  test('begins again after an install that was cut short', async () => {
    const child = start('setup.mjs', [], { INSTALL_SECONDS: '0.3' });
    const finished = finish(child);
    await until(() => installs().length === 1);
    child.kill('SIGTERM');
    expect((await finished).code).not.toBe(0);
    expect(await setup()).toMatchObject({ code: 0 });
    expect(installs()).toHaveLength(2);
  });

  test('survives being killed: its lock is taken over', async () => {
    const child = start('setup.mjs', [], { INSTALL_SECONDS: '0.3' });
    const finished = finish(child);
    await until(() => installs().length === 1);
    child.kill('SIGKILL');
    await finished;
    expect(await setup()).toMatchObject({ code: 0 });
  });

  test('run four times at once installs once, and the others wait for it', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => setup({ INSTALL_SECONDS: '0.5' })));
    expect(all.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect(installs()).toHaveLength(1);
    expect(all.filter(({ stderr }) => stderr.includes('waiting for the set-up that process'))).toHaveLength(3);
  });

  test('run four times at once over a dead lock still installs once', async () => {
    const dead = spawnSync('true').pid;
    mkdirSync(join(workspace, 'node_modules'));
    writeFileSync(join(workspace, 'node_modules/.hoplite-setup.lock'), String(dead));
    const all = await Promise.all(Array.from({ length: 4 }, () => setup({ INSTALL_SECONDS: '0.5' })));
    expect(all.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect(installs()).toHaveLength(1);
  });

  test('says what to do when the install fails', async () => {
    const result = await setup({ INSTALL_FAILS: '1' });
    expect(result).toMatchObject({ code: 1, stdout: '' });
    expect(result.stderr).toContain('failed with code 7');
    expect(result.stderr).toContain('try again');
  });

  test('refuses a Node.js that is too old', async () => {
    writeExecutable('bin/old-node', '#!/bin/sh\necho v22.12.0\n');
    const result = await setup({ INSTALL_NODE: join(workspace, 'bin/old-node') });
    expect(result.code).toBe(1);
    expect(result.stderr).toContain('is v22.12.0, but 22.13 or later is needed');
  });
});

describe('run', () => {
  test('sets up, then hands over arguments, stdout and the exit code as they are', async () => {
    writeFileSync(join(workspace, 'say.ts'), 'console.log(JSON.stringify(process.argv.slice(2))); process.exit(3);');
    const result = await finish(start('run.mjs', ['./say.ts', 'a b', '--json', '$HOME']));
    expect(result).toMatchObject({ code: 3, stdout: '["a b","--json","$HOME"]\n' });
    expect(installs()).toHaveLength(1);
  });

  test('runs a program of node_modules/.bin, on the same Node.js', async () => {
    await setup();
    writeExecutable('node_modules/.bin/which-node', '#!/bin/sh\ncommand -v node\n');
    const result = await finish(start('run.mjs', ['which-node']));
    expect(result.stdout).toBe(`${join(workspace, 'node_modules/.bin/node')}\n`);
  });

  test('passes a signal on, and ends by it too', async () => {
    writeFileSync(join(workspace, 'wait.ts'), "console.log('up'); setInterval(() => 1, 1000);");
    const child = start('run.mjs', ['./wait.ts']);
    const finished = finish(child);
    await once(child.stdout ?? child, 'data');
    child.kill('SIGTERM');
    expect(await finished).toMatchObject({ code: null, signal: 'SIGTERM' });
  });

  test('without a target explains itself', async () => {
    expect(await finish(start('run.mjs'))).toMatchObject({ code: 2, stdout: '' });
  });
});
