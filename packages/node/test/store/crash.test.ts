import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import { openSqliteStore } from '../../src/store/sqlite-store.ts';
import { BETA, ME } from '../../compliance/store-samples.ts';
import { temporaryDirectory } from './temporary-store.ts';

const WRITER = fileURLToPath(new URL('endless-writer.ts', import.meta.url));

/** Lets a process write, kills it in the middle, and returns what it said that it had written. */
async function writeAndDie(file: string, round: number, afterMs: number): Promise<readonly string[]> {
  // A file and not a pipe, which may be full: what was said is all there when the process is not.
  const output = `${file}.${round}.txt`;
  const descriptor = openSync(output, 'w');
  const child = spawn(process.execPath, [WRITER, file, `r${round}`], { stdio: ['ignore', descriptor, 'inherit'] });
  closeSync(descriptor);
  const exited = once(child, 'exit');
  while (statSync(output).size === 0 && child.exitCode === null) {
    await sleep(5);
  }
  await sleep(afterMs);
  child.kill('SIGKILL');
  expect(await exited).toEqual([null, 'SIGKILL']);
  return readFileSync(output, 'utf8').split('\n').slice(0, -1);
}

test('what a call has written outlives kill -9, again and again, and what belongs together is whole or not there', async () => {
  verifies('node.store.outcomes', 'breaker.durable');
  const { directory, remove } = temporaryDirectory();
  const file = join(directory, 'hoplite.db');
  const said: string[] = [];
  try {
    for (const [round, afterMs] of [0, 5, 20, 60, 150, 300].entries()) {
      const written = await writeAndDie(file, round, afterMs);
      const last = written.at(-1) ?? '';
      expect(written.length).toBeGreaterThan(0);
      said.push(...written);

      const store = openSqliteStore({ file });
      try {
        expect(said.filter((id) => store.message(BETA, id) === undefined)).toEqual([]);
        expect(said.every((id) => store.message(BETA, id)?.envelope.length === 600)).toBe(true);
        // Whoever was killed between writing and saying so has written one more than it said.
        const [used] = store.usage({ by: 'job', jobId: `r${round}`, limit: 1 });
        expect([written.length, written.length + 1]).toContain(used?.inputTokens);
        expect(store.spends().find(({ peer }) => peer === `r${round}`)?.tokens).toBe(used?.inputTokens);
        expect(store.state(`r${round}`)).toBe(String(used?.inputTokens));
        expect(store.breakerChanges(2).map(({ reason }) => reason)).toContain(last);
        for (const id of said) {
          expect(store.job(id) === undefined, id).toBe(store.answer(ME, BETA, id) === undefined);
        }
      } finally {
        store.close();
      }
    }
  } finally {
    remove();
  }
});
