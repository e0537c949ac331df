import { describe, expect, test } from 'vitest';
import { CHANNELS, REASONS } from '@hoplite/p2p';
import { Metrics } from '../src/metrics.ts';
import { verifies } from '@hoplite/test/requirements';

verifies('node.brakes.metrics', 'breaker.told', 'breaker.usage');

const metrics = () => new Metrics({ runningTurns: () => 2, queuedTurns: () => 1, connectedPeers: () => 3 });

/** Samples by their whole name, labels in alphabetical order. */
async function samplesOf(metrics: Metrics): Promise<Readonly<Record<string, number>>> {
  const lines = (await metrics.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

describe('refusals', () => {
  test('every reason is there from the start at 0, spelled exactly, for each channel and direction', async () => {
    const samples = await samplesOf(metrics());
    const expected = REASONS.flatMap((reason) =>
      ['inbound', 'outbound'].flatMap((direction) =>
        CHANNELS.map(
          (channel) => `hoplite_refused_total{reason="${reason}",direction="${direction}",channel="${channel}"}`,
        ),
      ),
    );
    const found = Object.entries(samples).filter(([name]) => name.startsWith('hoplite_refused_total'));
    expect(found.map(([name]) => name).sort()).toEqual(expected.sort());
    expect(new Set(found.map(([, value]) => value))).toEqual(new Set([0]));
    for (const reason of ['max_hops', 'illegal_edge', 'cannot: ping-pong', 'cannot: cycle']) {
      expect(expected.join('\n')).toContain(`reason="${reason}"`);
    }
  });

  test('are counted one by one', async () => {
    const counting = metrics();
    for (let count = 0; count < 3; count += 1) {
      counting.refused({ reason: 'cannot: cycle', direction: 'inbound', channel: 'task' });
    }
    const before = await samplesOf(metrics());
    const after = await samplesOf(counting);
    const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
    expect(changed).toEqual(['hoplite_refused_total{reason="cannot: cycle",direction="inbound",channel="task"}']);
    expect(changed.map((name) => after[name])).toEqual([3]);
  });
});

test('turns, jobs and notices are counted by how they ended; running turns and peers as they are now', async () => {
  const counting = metrics();
  counting.turnEnded('done');
  counting.turnEnded('done');
  counting.turnEnded('refuse');
  counting.jobEnded('stopped');
  counting.ignoredNotice('halt');
  expect(await samplesOf(counting)).toMatchObject({
    'hoplite_turns_total{outcome="done"}': 2,
    'hoplite_turns_total{outcome="refuse"}': 1,
    'hoplite_jobs_total{state="stopped"}': 1,
    'hoplite_notices_ignored_total{kind="halt"}': 1,
    hoplite_turns_running: 2,
    hoplite_peers_connected: 3,
  });
});

describe('watching', () => {
  test('is there from the start at 0: each level, direction and kind of stall', async () => {
    expect(await samplesOf(metrics())).toMatchObject({
      hoplite_breaker_level: 0,
      'hoplite_breaker_changes_total{to="healthy"}': 0,
      'hoplite_breaker_changes_total{to="steering"}': 0,
      'hoplite_breaker_changes_total{to="constrained"}': 0,
      'hoplite_breaker_changes_total{to="stopped"}': 0,
      'hoplite_tokens_total{direction="input"}': 0,
      'hoplite_tokens_total{direction="output"}': 0,
      'hoplite_tokens_total{direction="cached"}': 0,
      hoplite_cost_usd_total: 0,
      'hoplite_stalls_total{kind="livelock"}': 0,
      'hoplite_stalls_total{kind="deadlock"}': 0,
      'hoplite_stalls_total{kind="indeterminate"}': 0,
    });
  });

  test.each([
    ['healthy', 0],
    ['steering', 1],
    ['constrained', 2],
    ['stopped', 3],
  ] as const)('the level %s is %i', async (level, value) => {
    const counting = metrics();
    counting.breakerStands(level);
    expect((await samplesOf(counting))['hoplite_breaker_level']).toBe(value);
  });

  test('changes, tokens, cost and stalls add up', async () => {
    const counting = metrics();
    counting.breakerChanged('steering');
    counting.breakerChanged('steering');
    counting.used({ inputTokens: 10, outputTokens: 3, cachedTokens: 4, costMicroUsd: 500_000 });
    counting.used({ inputTokens: 1, outputTokens: 0, cachedTokens: 0, costMicroUsd: 250_000 });
    counting.stalled('livelock');
    expect(await samplesOf(counting)).toMatchObject({
      'hoplite_breaker_changes_total{to="steering"}': 2,
      'hoplite_tokens_total{direction="input"}': 11,
      'hoplite_tokens_total{direction="output"}': 3,
      'hoplite_tokens_total{direction="cached"}': 4,
      hoplite_cost_usd_total: 0.75,
      'hoplite_stalls_total{kind="livelock"}': 1,
      'hoplite_stalls_total{kind="deadlock"}': 0,
    });
  });
});

test('two nodes in one process do not count for each other', async () => {
  const [one, other] = [metrics(), metrics()];
  one.turnEnded('done');
  expect((await samplesOf(other))['hoplite_turns_total{outcome="done"}']).toBeUndefined();
});
