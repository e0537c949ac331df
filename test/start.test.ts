import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifies } from '@hoplite/test/requirements';
import { describe, expect, onTestFinished, test } from 'vitest';

verifies('main-job.delegates', 'main-job.room', 'main-job.cycle', 'main-job.hops');

const workspace = join(import.meta.dirname, '..');

interface Run {
  readonly child: ChildProcess;
  readonly finished: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>;
  /** Resolves when stdout or stderr has said it. */
  says(words: string): Promise<void>;
}

function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'hoplite-start-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** What `npm start -- ARGS` runs. */
function start(...args: readonly string[]): Run {
  return run(process.execPath, ['scripts/run.mjs', 'scripts/start.ts', ...args]);
}

function run(program: string, args: readonly string[]): Run {
  const child = spawn(program, args, { cwd: workspace, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  const waiting = new Set<() => void>();
  const hear = (): void => {
    for (const look of [...waiting]) look();
  };
  child.stdout.on('data', (chunk) => {
    stdout += String(chunk);
    hear();
  });
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk);
    hear();
  });
  const finished = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr }));
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await finished;
  });
  const says = (words: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (stdout.includes(words) || stderr.includes(words)) resolve();
      };
      waiting.add(look);
      look();
      void finished.then((end) => reject(new Error(`ended with ${String(end.code)}: ${end.stdout}${end.stderr}`)));
    });
  return { child, finished, says };
}

/** Command lines of the nodes below a directory that run now. */
function running(base: string): readonly string[] {
  const all = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n');
  return all.filter((line) => line.includes('hoplite.mjs up') && line.includes(base));
}

const result = {
  ok: true,
  peers: 3,
  delegated: { path: ['alpha', 'beta', 'gamma'], depth: 2, turns: 2, state: 'done' },
  room: { posted: 1, received: 3 },
  cycle: { reason: 'cannot: cycle', path: ['alpha', 'beta', 'alpha'] },
  hops: { reason: 'max_hops', path: ['alpha', 'beta', 'gamma', 'beta', 'gamma'] },
};

describe('npm start', () => {
  test(
    '-- --exit --json does the main job and prints one object; a second run is no surprise',
    { timeout: 120_000 },
    async () => {
      verifies('main-job.exit-json');
      const base = temporaryDirectory();
      for (let run = 1; run <= 2; run++) {
        const { code, stdout, stderr } = await start('--exit', '--json', '--dir', base).finished;
        expect(stderr).toContain('have found each other');
        expect(JSON.parse(stdout)).toEqual(result); // One line, so also the last.
        expect(code).toBe(0);
        expect(running(base)).toEqual([]);
      }
    },
  );

  test(
    'shows people what happens, stays up, says how to try things, and stops with everything',
    { timeout: 120_000 },
    async () => {
      verifies('main-job.stays-up');
      const base = temporaryDirectory();
      const job = start('--dir', base);
      await job.says('Ctrl+C stops them');
      expect(running(base)).toHaveLength(3);

      const second = await start('--exit', '--dir', base).finished;
      expect(second.code).toBe(1);
      expect(second.stderr).toMatch(/it runs already: alpha .* is process \d+/);
      expect(running(base)).toHaveLength(3);

      job.child.kill('SIGINT');
      const { code, stdout } = await job.finished;
      expect(code).toBe(0);
      expect(running(base)).toEqual([]);
      expect(stdout).toContain('alpha → beta → gamma');
      expect(stdout).toMatch(/cannot: cycle\n.*alpha → beta → alpha/);
      expect(stdout).toMatch(/max_hops\n.*alpha → beta → gamma → beta → gamma/);
      expect(stdout).toContain(`delegate beta "how is the machine?" --dir`);
    },
  );

  test.each([
    ['SIGTERM', 'Three nodes'],
    ['SIGHUP', 'have found each other'],
  ] as const)('leaves nothing behind when %s ends it after "%s"', { timeout: 120_000 }, async (signal, words) => {
    const base = temporaryDirectory();
    const job = start('--dir', base);
    await job.says(words);
    job.child.kill(signal);
    expect((await job.finished).code).not.toBe(0);
    expect(running(base)).toEqual([]);
  });

  test('leaves nothing behind when npm itself is ended', { timeout: 120_000 }, async () => {
    const base = temporaryDirectory();
    const job = run('npm', ['start', '--', '--dir', base]);
    await job.says('have found each other');
    job.child.kill('SIGTERM');
    await job.finished; // When nobody holds its output any more.
    expect(running(base)).toEqual([]);
  });

  test('ends with everything when a node dies', { timeout: 120_000 }, async () => {
    const base = temporaryDirectory();
    const job = start('--dir', base);
    await job.says('Ctrl+C stops them');
    const { pid } = JSON.parse(readFileSync(join(base, 'beta/node.json'), 'utf8')) as { readonly pid: number };
    process.kill(pid, 'SIGKILL');
    const { code, stderr } = await job.finished;
    expect(code).toBe(1);
    expect(stderr).toContain('beta has ended by itself');
    expect(running(base)).toEqual([]);
  });

  test('says what it takes when it is called wrongly', async () => {
    const { code, stderr } = await start('--exti').finished;
    expect(code).toBe(2);
    expect(stderr).toContain('usage: npm start -- [--exit] [--json]');
  });
});
