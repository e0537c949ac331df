import { verifies } from '@hoplite/test/requirements';
import { describe, expect, test, vi } from 'vitest';
import type { HaltView, HopliteNode } from '../../src/sdk.ts';
import { alpha, halt, trace } from '../api/scripted-node.ts';
import { withNode } from './with-node.ts';

verifies('node.cli.json', 'node.cli.exit-codes', 'node.cli.halt');

const beta = { ...alpha, name: 'beta', peerId: '12D3KooWBeta', self: false };
const WHOLE_ID = '01938e2a-0000-7000-8000-00003f2a91c0';

function script() {
  return {
    peers: () => [alpha, beta],
    trace: (id: string) => (id === 'job-1' || id === 'job-2' ? { ...trace, jobId: id } : undefined),
    idsLike: (part: string) =>
      ['job-1', 'job-2', 'a message of job-1'].filter((id) => id.startsWith(part) || id.endsWith(part)),
    halt: vi.fn<HopliteNode['halt']>(async (scope, note = '') => ({ ...halt, scope, note })),
    resume: vi.fn<HopliteNode['resume']>(async () => {}),
  };
}

describe.each(['halt', 'resume'] as const)('%s', (verb) => {
  test.each([
    [['job-1'], { kind: 'job', jobId: 'job-1' }, 'job job-1'],
    [['b-2'], { kind: 'job', jobId: 'job-2' }, 'job job-2'],
    [[WHOLE_ID], { kind: 'job', jobId: WHOLE_ID }, 'job 3f2a91c0'],
    [['--peer', 'beta'], { kind: 'peer', peer: beta.peerId }, 'the agent of beta'],
    [['--peer', '12D3KooWB'], { kind: 'peer', peer: beta.peerId }, 'the agent of beta'],
    [['--peer', 'alpha'], { kind: 'peer', peer: alpha.peerId }, 'the agent of alpha'],
    [['--all'], { kind: 'all' }, 'everything'],
  ] as const)('%j is about %j', async (target, scope, words) => {
    const node = { ...script(), halts: () => [{ ...halt, scope }] };
    const { code, out } = await (await withNode(node))([verb, ...target, '--note', 'enough']);
    expect(code).toBe(0);
    const still = `still: ${words} is halted by alpha: enough\n`; // The script's node resumes nothing.
    expect(out).toBe(verb === 'halt' ? `${words} is halted by alpha: enough\n` : `${words} is resumed\n${still}`);
    expect(node[verb]).toHaveBeenCalledExactlyOnceWith(scope, 'enough');
  });

  test.each([
    [[]],
    [['job-1', '--all']],
    [['job-1', '--peer', 'beta']],
    [['--peer', 'beta', '--all']],
    [['job-1', 'job-2']],
    [['']],
  ])('%j is wrong usage: exactly one of three', async (target) => {
    const node = script();
    const { code, out, err } = await (await withNode(node))([verb, ...target]);
    expect([code, out]).toEqual([2, '']);
    expect(err).not.toBe('');
    expect(node[verb]).not.toHaveBeenCalled();
  });

  test.each([
    [['none'], /no job "none" is known here: see "hoplite jobs"/],
    [['job-'], /several jobs.*job-1, job-2/],
    [['--peer', 'gamma'], /unknown_peer: .*"beta"/],
  ])('%j ends with 1, and says what to do', async (target, words) => {
    const node = script();
    const { code, out, err } = await (await withNode(node))([verb, ...target]);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(words);
    expect(node[verb]).not.toHaveBeenCalled();
  });
});

describe('for programs', () => {
  test('halt prints what is in force then', async () => {
    const hoplite = await withNode(script());
    expect((await hoplite(['halt', '--all', '--json'])).json()).toEqual({ ...halt, note: '' });
  });

  test('resume prints what it was about, and what is halted still', async () => {
    const hoplite = await withNode({ ...script(), halts: () => [halt] });
    expect((await hoplite(['resume', '--peer', 'beta', '--json'])).json()).toEqual({
      resumed: { peer: beta.peerId },
      halts: [halt],
    });
  });
});

describe('resume of what is not halted', () => {
  test.each([
    [['--peer', 'beta'], 'the agent of beta'],
    [['job-1'], 'job job-1'],
  ])('%j says so, and ends well', async (target, words) => {
    const node = { ...script(), halts: () => [halt] };
    expect(await (await withNode(node))(['resume', ...target])).toMatchObject({
      code: 0,
      out:
        `${words} was not halted here: nothing is resumed, though the peers are told\n` +
        'still: everything is halted by alpha: enough\n',
    });
    expect(node.resume).toHaveBeenCalledOnce();
  });
});

describe('halt --list', () => {
  const hostile: HaltView = {
    scope: { kind: 'peer', peer: beta.peerId },
    by: 'ga\u001B[2Jmma',
    at: Date.now() - 60_000,
    note: 'no\nmore\u0007',
  };

  test('shows what is halted here, by whom and why', async () => {
    const hoplite = await withNode({ ...script(), halts: () => [hostile, { ...halt, at: hostile.at }] });
    const { code, out } = await hoplite(['halt', '--list']);
    expect(code).toBe(0);
    expect(out).toBe(
      'WHAT               BY     SINCE      NOTE\n' +
        'the agent of beta  gamma  1 min ago  no more\n' +
        'everything         alpha  1 min ago  enough\n',
    );
    expect((await hoplite(['halt', '--list', '--json'])).json()).toMatchObject([hostile, {}]);
    expect((await (await withNode({}))(['halt', '--list'])).out).toBe('nothing is halted here\n');
  });

  test.each([[['job-1']], [['--all']], [['--peer', 'beta']], [['--note', 'x']]])(
    'with %j is wrong usage',
    async (rest) => {
      expect(await (await withNode(script()))(['halt', '--list', ...rest])).toMatchObject({ code: 2, out: '' });
    },
  );
});
