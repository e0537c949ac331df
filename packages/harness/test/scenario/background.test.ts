import { expect, test } from 'vitest';
import { parseScenario, runScenario } from '../../src/scenario/index.ts';

/** What a scenario says that broke. */
async function broken(steps: readonly unknown[]): Promise<readonly string[]> {
  const about = { id: 'T', source: 'a test', says: 'what is right', peers: ['alpha', 'beta'], agents: HELD };
  const { violations } = await runScenario(parseScenario({ ...about, steps }));
  return violations.map(({ rule, detail }) => `${rule}: ${detail}`);
}

const HELD = { beta: [{ hold: 'gate' }] };
const DELEGATE = { delegate: { from: 'alpha', to: 'beta', brief: 'go' }, background: true, as: 'report' };

test('a failure in the background that no step awaits is a violation, with its place', async () => {
  const steps = [{ stop: 'alpha' }, DELEGATE, { advance: 1000 }];
  expect(await broken(steps)).toEqual([
    expect.stringMatching(/^expected: steps\[1\] delegate: it failed in the background, .*: WrongPeerError/),
  ]);
});

test('one that is awaited is told there, and only there', async () => {
  const failing = [{ stop: 'alpha' }, DELEGATE];
  expect(await broken([...failing, { await: 'report', error: 'WrongPeerError' }])).toEqual([]);
  expect(await broken([...failing, { await: 'report' }])).toEqual([expect.stringContaining('steps[2] await')]);
});

test('one whose peer is ended on purpose afterwards is none, and neither is one that ends well', async () => {
  expect(await broken([DELEGATE, { held: 'gate' }, { stop: 'alpha' }, { release: 'gate' }])).toEqual([]);
  expect(await broken([DELEGATE, { held: 'gate' }, { release: 'gate' }])).toEqual([]);
});

test('one without a name is let go', async () => {
  const { delegate } = DELEGATE;
  expect(await broken([{ stop: 'alpha' }, { delegate, background: true }])).toEqual([]);
});

test('what is waited for and does not come about is told in words', async () => {
  const [held] = await broken([{ held: 'never' }]);
  expect(held).toMatch(/steps\[0\] held: .*that an agent holds "never"$/);
  const [until] = await broken([{ until: 'turns', expect: { $count: 5 } }]);
  expect(until).toContain('it never was {"$count":5}, and is [] now');
  for (const detail of [held, until]) expect(detail).not.toContain('=>');
});
