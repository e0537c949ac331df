import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { verifies } from '@hoplite/test/requirements';
import { expect, test } from 'vitest';

const workspace = join(import.meta.dirname, '..');

/** As the issue names them. */
const RATIOS = [
  'taskVsRawStream',
  'taskVsStreamPerRequest',
  'task64VsRawStream64',
  'task64VsStreamPerRequest64',
  'roomVsGossipsub',
  'idleMemoryVsLibp2p',
  'brakesPassMicros',
  'explorerStatesPerSecond',
  'largeWorldSeconds',
  'corpusSeconds',
];

test('the bench tells how far it is, and prints one object of ten figures last', async () => {
  verifies('bench.ratios');
  const args = ['bench/src/main.ts', '--rounds', '1', '--quick'];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: workspace, timeout: 170_000 });

  for (const measurement of ['task', 'task64', 'room', 'memory', 'brakes', 'explorer', 'largeWorld', 'corpus']) {
    expect(stderr).toMatch(new RegExp(`^${measurement}: .+ \\.$`, 'm'));
  }
  const { details, ...ratios } = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as Record<string, unknown>;
  expect(Object.keys(ratios).sort()).toEqual(RATIOS.toSorted());
  for (const ratio of RATIOS) {
    expect(ratios[ratio], ratio).toSatisfy((value) => Number.isFinite(value) && Number(value) > 0);
  }
  expect(details).toBeTypeOf('object');
}, 180_000);
