import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { verifies } from '@hoplite/test/requirements';
import { expect, test } from 'vitest';

const BIN = resolve(import.meta.dirname, '../../../node/bin/hoplite.mjs');

function hoplite(...args: readonly string[]): ChildProcessByStdio<null, Readable, Readable> {
  return spawn(process.execPath, [BIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
}

test('a real SIGINT ends an exploration, which says how far it got', { timeout: 60_000 }, async () => {
  verifies('harness.analyze.interrupted');
  const child = hoplite('analyze', '--explore', '--peers', '4', '--credit', '8');
  const exit = once(child, 'exit');
  const out = text(child.stdout);
  // The first progress says that it is at work.
  await once(child.stderr, 'data');
  child.kill('SIGINT');
  expect(await exit).toEqual([130, null]);
  expect(await out).toMatch(/^not proved for 4 peers, depth 4, credit 8: interrupted/);
});
