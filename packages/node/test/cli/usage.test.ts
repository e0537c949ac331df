import { verifies } from '@hoplite/test/requirements';
import { describe, expect, test, vi } from 'vitest';
import type { HopliteNode, UsageReport, WaitView } from '../../src/sdk.ts';
import { alpha, trace, usage, wait } from '../api/scripted-node.ts';
import { withNode } from './with-node.ts';

verifies('breaker.usage', 'node.cli.json', 'node.cli.exit-codes');

const yesterday: UsageReport = {
  ...usage,
  key: '2026-11-29',
  day: '2026-11-29',
  inputTokens: 1,
  outputTokens: 2,
  cachedTokens: 0,
  costUsd: 0.0001,
};

describe('hoplite usage', () => {
  test('sums up by day, with a total', async () => {
    const { code, out, err } = await (await withNode({ usage: () => [usage, yesterday] }))(['usage']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toBe(
      'DAY         INPUT      CACHED  OUTPUT  COST\n' +
        '2026-11-30  1,000,000  500     2,000   $3.03\n' +
        '2026-11-29  1          0       2       $0.0001\n' +
        'total       1,000,001  500     2,002   $3.0301\n',
    );
  });

  test('sums up by other things with the last day of each, and shows their names harmlessly', async () => {
    const list = [
      { ...usage, key: '' },
      { ...yesterday, key: 'fa\u001B[2Jst' },
    ];
    const { out } = await (await withNode({ usage: () => list }))(['usage', '--by', 'model']);
    expect(out.split('\n').map((line) => line.split(/ {2,}/).slice(0, 2))).toEqual([
      ['MODEL', 'LAST DAY'],
      ['(not said)', '2026-11-30'],
      ['fast', '2026-11-29'],
      ['total', '1,000,001'],
      [''],
    ]);
  });

  test('hands on what is asked, and finds a job by a part of its ID', async () => {
    const asked = vi.fn<HopliteNode['usage']>(() => [usage]);
    const hoplite = await withNode({
      usage: asked,
      trace: (id) => (id === 'job-1' ? trace : undefined),
      idsLike: (part) => ['job-1'].filter((id) => id.endsWith(part)),
    });
    const args = ['usage', '--by', 'agent', '--since', '2026-11-01', '--job', 'b-1', '--limit', '1'];
    const { code, err } = await hoplite(args);
    const of = { by: 'agent', since: '2026-11-01', jobId: 'job-1' };
    // The total is that of all, not of the rows that are listed.
    expect(asked.mock.calls).toEqual([[{ ...of, limit: 1 }], [{ ...of, limit: 1000 }]]);
    expect([code, err]).toEqual([0, 'there may be more: these are the newest 1 (--limit)\n']);
    const unknown = await hoplite(['usage', '--job', 'none']);
    expect(unknown).toMatchObject({ code: 1, out: '' });
  });

  test('for programs has the total, too', async () => {
    const hoplite = await withNode({ usage: () => [usage, yesterday] });
    expect((await hoplite(['usage', '--json'])).json()).toEqual({
      by: 'day',
      usage: [usage, yesterday],
      total: { inputTokens: 1_000_001, outputTokens: 2002, cachedTokens: 500, costUsd: 3.0301 },
      isCut: false,
    });
    expect((await (await withNode({}))(['usage'])).out).toBe('no agent has reported any usage here\n');
  });

  test.each([
    [['--by', 'week']],
    [['--since', 'yesterday']],
    [['--since', '2026-02-30']],
    [['--since', '2026-1-1']],
    [['--limit', '0']],
    [['extra']],
  ])('with %j is wrong usage', async (args) => {
    expect(await (await withNode({}))(['usage', ...args])).toMatchObject({ code: 2, out: '' });
  });
});

describe('hoplite waits', () => {
  const list: readonly WaitView[] = [
    {
      ...wait,
      since: Date.now() - 120_000,
      on: [
        { peer: 'be\u0007ta', messageId: '01938e2a-0000-7000-8000-00003f2a91c0', isSuspect: true },
        { peer: 'gamma', messageId: 'message-2', isSuspect: false },
      ],
    },
    { ...wait, kind: 'credit', on: [], since: Date.now() - 3_600_000 },
    { ...wait, kind: 'person', on: [], since: Date.now() - 7_200_000 },
  ];

  test('says who waits for whom, and who is suspected', async () => {
    const { code, out } = await (await withNode({ waits: () => list }))(['waits']);
    expect(code).toBe(0);
    expect(out).toBe(
      'JOB    WAITS FOR               OF                       FOR    MESSAGE\n' +
        'job-1  an answer               beta (suspected), gamma  2 min  3f2a91c0, essage-2\n' +
        'job-1  credit that comes back  -                        1 h    -\n' +
        'job-1  a person                -                        2 h    -\n',
    );
    expect((await (await withNode({}))(['waits'])).out).toBe('nothing waits here\n');
  });

  test('for programs is a list', async () => {
    expect((await (await withNode({ waits: () => list }))(['waits', '--json'])).json()).toEqual(list);
  });
});

test('hoplite peers marks who is suspected', async () => {
  verifies('watch.liveness');
  const beta = { ...alpha, name: 'beta', peerId: '12D3KooWBeta', self: false, suspect: true };
  const gamma = { ...beta, name: 'gamma', peerId: '12D3KooWGamma', connected: false };
  const hoplite = await withNode({ peers: () => [alpha, beta, gamma, { ...beta, name: 'delta', suspect: false }] });
  const { out } = await hoplite(['peers']);
  const states = out.split('\n').map((line) => line.split(/ {2,}/)[1]);
  expect(states).toEqual(['STATE', 'this node', 'connected, suspected', 'away, suspected', 'connected', undefined]);
});
