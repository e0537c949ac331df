import { expect, test } from 'vitest';
import type { RunRecord } from '../../src/record.ts';
import { parseScenario, runScenario } from '../../src/scenario/index.ts';

function play(rest: Readonly<Record<string, unknown>>): Promise<RunRecord> {
  const about = { id: 'T', source: 'a test', says: 'what is right', peers: ['alpha', 'beta'], steps: [] };
  return runScenario(parseScenario({ ...about, ...rest }));
}

const broken = ({ violations }: RunRecord): readonly string[] => violations.map(({ detail }) => detail);

test('a fault that is due after the last step comes before the end', async () => {
  const run = await play({
    faults: [
      { at: 60_000, kind: 'heal' },
      { at: 30_000, kind: 'partition', groups: [['alpha'], ['beta']] },
    ],
  });
  expect(broken(run)).toEqual([]);
  expect(run.faults.map(({ at }) => at - run.startedAt >= 30_000)).toEqual([true, true]);
});

test('peers crash and start again at the times that it says', async () => {
  const running = { look: 'running' };
  const run = await play({
    faults: [
      { at: 1000, kind: 'crash', peer: 'beta' },
      { at: 5000, kind: 'restart', peer: 'beta' },
    ],
    steps: [
      { advance: 999 },
      { ...running, expect: ['alpha', 'beta'] },
      { advance: 1000 },
      { ...running, expect: ['alpha'] },
      { advance: 10_000 },
      { meet: true },
      { ...running, expect: { $unordered: ['alpha', 'beta'] } },
      { delegate: { from: 'alpha', to: 'beta', brief: 'back?' }, expect: { state: 'done' } },
      { look: 'restarts', pick: 'node', expect: ['beta'] },
    ],
  });
  expect(broken(run)).toEqual([]);
});

test('a step in the background of a peer that crashes in time is excused', async () => {
  const delegate = { from: 'beta', to: 'alpha', brief: 'go' };
  const run = await play({
    agents: { alpha: [{ hold: 'gate' }] },
    faults: [
      { at: 1000, kind: 'crash', peer: 'beta' },
      { at: 5000, kind: 'restart', peer: 'beta' },
    ],
    steps: [{ delegate, background: true, as: 'report' }, { held: 'gate' }, { advance: 20_000 }, { release: 'gate' }],
  });
  expect(broken(run)).toEqual([]);
});

test('a fault that cannot come about is a violation', async () => {
  expect(broken(await play({ faults: [{ at: 1000, kind: 'restart', peer: 'beta' }] }))).toEqual([
    expect.stringMatching(/^faults\[0\] restart: it did not come about: WrongPeerError/),
  ]);
});

test('what is expected of a peer that does not run in the end is a violation', async () => {
  const expectation = { escalations: { beta: 0 }, stops: [{ reason: 'max_hops', at: 'beta' }], jobs: { beta: [] } };
  const details = broken(await play({ steps: [{ crash: 'beta' }], expect: expectation }));
  for (const place of ['expect.escalations.beta', 'expect.stops[0].at', 'expect.jobs.beta']) {
    expect(details).toContainEqual(expect.stringMatching(/: beta does not run in the end/));
    expect(details.filter((detail) => detail.startsWith(`${place}: beta does not run`))).toHaveLength(1);
  }
});
