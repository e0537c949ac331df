import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifies } from '@hoplite/test/requirements';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDataDirectory } from '../src/index.ts';

const holder = join(import.meta.dirname, 'fixtures', 'hold-directory.ts');

describe('a data directory', () => {
  let parent: string;
  let directory: string;
  let lock: string;
  const children: ChildProcess[] = [];

  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'hoplite-directory-'));
    directory = join(parent, 'a', 'node');
    lock = join(directory, 'node.lock');
  });
  afterEach(async () => {
    await Promise.all(children.splice(0).map(end));
    rmSync(parent, { recursive: true });
  });

  /** Another process that tries to hold the directory, and what it said. */
  async function hold(): Promise<{ child: ChildProcess; said: string }> {
    const child = spawn(process.execPath, [holder, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(child);
    const [said] = (await once(child.stdout, 'data')) as [Buffer];
    return { child, said: said.toString().trim() };
  }

  test('is made for its owner alone', () => {
    openDataDirectory(directory).release();
    expect(statSync(directory).mode & 0o777).toBe(0o700);
  });

  test('is refused to a second process, which is told who holds it', async () => {
    verifies('p2p.identity.directory-locked');
    const { child, said } = await hold();
    expect(said).toBe('held');
    expect(() => openDataDirectory(directory)).toThrow(
      expect.objectContaining({
        name: 'DataDirectoryLockedError',
        pid: child.pid,
        directory,
        message: expect.stringContaining(String(child.pid)) as unknown,
      }),
    );
    expect((await hold()).said).toBe(`locked by ${child.pid}`);
  });

  test('is refused to the same process a second time, until it is released', () => {
    const first = openDataDirectory(directory);
    expect(() => openDataDirectory(directory)).toThrow(expect.objectContaining({ pid: process.pid }));
    first.release();
    first.release();
    const second = openDataDirectory(directory);
    first.release(); // Long since somebody else's.
    expect(existsSync(lock)).toBe(true);
    second.release();
    expect(existsSync(lock)).toBe(false);
  });

  test('is taken over from a process that was killed', async () => {
    const { child } = await hold();
    await end(child);
    expect(existsSync(lock)).toBe(true);
    openDataDirectory(directory).release();
  });

  test.runIf(existsSync('/proc/self/stat'))(
    'is taken over from one that was killed and that nobody asks after',
    async () => {
      // The parent becomes a program that never waits for its children, like the first process of many containers.
      const script = '"$0" "$1" "$2" & echo $!; exec sleep 60';
      const child = spawn('sh', ['-c', script, process.execPath, holder, directory], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      children.push(child);
      let said = '';
      while (!said.includes('held')) {
        said += String(((await once(child.stdout, 'data')) as [Buffer])[0]);
      }
      const pid = parseInt(said);
      process.kill(pid, 'SIGKILL');
      while (!/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      openDataDirectory(directory).release();
    },
  );

  test('is taken over when its holder’s process ID is used by another process now', async () => {
    const { child } = await hold();
    const mark = JSON.parse(readFileSync(lock, 'utf8')) as { pid: number; began?: string };
    expect(mark.pid).toBe(child.pid);
    if (mark.began === undefined) {
      return; // This system does not tell when a process began.
    }
    writeFileSync(lock, JSON.stringify({ ...mark, began: `${mark.began}0` }));
    openDataDirectory(directory).release();
  });

  test.each(['', 'nonsense', '{"pid":"x"}'])('is taken over when the lock says nothing: %j', (content) => {
    openDataDirectory(directory).release();
    writeFileSync(lock, content);
    openDataDirectory(directory).release();
  });

  test('goes to exactly one of many processes that find it abandoned', async () => {
    const { child } = await hold();
    await end(child);
    const said = (await Promise.all(Array.from({ length: 6 }, hold))).map((one) => one.said);
    expect(said.filter((text) => text === 'held')).toHaveLength(1);
    expect(said.filter((text) => text.startsWith('locked by '))).toHaveLength(5);
  });
});

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}
