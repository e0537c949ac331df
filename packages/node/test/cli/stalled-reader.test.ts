import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { verifies } from '@hoplite/test/requirements';
import { expect, onTestFinished, test } from 'vitest';
import { runningApi } from '../api/running-api.ts';
import { scriptedEvents, summary } from '../api/scripted-node.ts';

verifies('node.cli.watch');

const program = join(import.meta.dirname, '../../bin/hoplite.mjs');

/** More than any pipe holds. */
const jobs = () => [{ ...summary, brief: 'x'.repeat(2 ** 22) }];

/** The program itself, on a node with a job whose brief is long. Nobody reads what it prints; the first of it is there. */
async function unread(...args: readonly string[]) {
  const { directory } = await runningApi({ ...scriptedEvents(), jobs });
  const child = spawn(process.execPath, [program, ...args, '--dir', directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'readable');
  return child;
}

test('a command that is told to end does so although nobody reads what it prints', async () => {
  const child = await unread('jobs', '--watch', '--json');
  await sleep(100); // All of it is being written then.
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('a command that is done waits for a slow reader, who misses nothing', async () => {
  const child = await unread('jobs', '--json');
  await sleep(1500); // More than one that was told to end would wait.
  let out = '';
  for await (const chunk of child.stdout) out += String(chunk);
  expect(JSON.parse(out)).toEqual(jobs());
});
