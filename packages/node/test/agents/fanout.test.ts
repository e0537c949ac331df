import { MAX_CONTENT_BYTES } from '@hoplite/p2p';
import type { JsonValue } from '@hoplite/tools';
import { verifies } from '@hoplite/test/requirements';
import { describe, expect, test } from 'vitest';
import { createBuiltinAgent } from '../../src/agents/builtin/index.ts';
import { mapConcurrently } from '../../src/agents/builtin/map-concurrently.ts';
import { ScriptedToolbox, refused, turnWith, type ToolScript } from './scripted-turn.ts';

const agent = createBuiltinAgent();
const brief = { skill: 'echo', input: 'hello' };

const fanout = async (input: JsonValue, script: ToolScript) => {
  const tools = new ScriptedToolbox(script);
  const answer = await agent.run(turnWith({ skill: 'fanout', input }, { tools }));
  return { answer, calls: tools.calls };
};

const answering = (result: JsonValue): ToolScript => ({
  delegate_task: ({ peer = null }) => ({
    ok: true,
    value: { peer: { peer_id: 'id' }, message_id: 'm', result: [peer, result] },
  }),
});

describe('fanout', () => {
  test('delegates to each peer as often as it is told and lists the answers in order', async () => {
    verifies('node.builtin.fanout');
    const { answer, calls } = await fanout({ to: ['beta', 'gamma'], times: 2, brief }, answering('x'));
    expect(calls).toEqual(['beta', 'beta', 'gamma', 'gamma'].map((peer) => ['delegate_task', { peer, brief }]));
    expect(answer).toEqual({
      kind: 'done',
      result: {
        answers: ['beta', 'beta', 'gamma', 'gamma'].map((peer) => ({ peer, result: [peer, 'x'] })),
        refusals: [],
        counts: {},
        omitted: 0,
      },
    });
  });

  test('numbers copies, so that they are different briefs, wherever their texts say {n}', async () => {
    const input = { to: ['beta'], times: 2, brief: { skill: 'echo', input: ['copy {n}', { of: '{n}{n}', as: 1 }] } };
    const { calls } = await fanout(input, answering('x'));
    const copy = (n: number) => ({ skill: 'echo', input: [`copy ${n}`, { of: `${n}${n}`, as: 1 }] });
    expect(calls).toEqual([1, 2].map((n) => ['delegate_task', { peer: 'beta', brief: copy(n) }]));
    const once = await fanout({ to: ['beta'], brief: 'echo {n}' }, answering('x'));
    expect(once.calls).toEqual([['delegate_task', { peer: 'beta', brief: 'echo {n}' }]]);
  });

  test('delegates once when it is not told how often', async () => {
    expect((await fanout({ to: ['beta'], brief }, answering('x'))).calls).toHaveLength(1);
  });

  test('lists refusals with reason and path, and counts them by reason', async () => {
    verifies('node.builtin.fanout');
    const script: ToolScript = {
      delegate_task: ({ peer = null }) =>
        peer === 'beta'
          ? { ok: true, value: { result: 1 } }
          : refused(peer === 'gamma' ? 'max_turns' : 'unknown_peer', ['id-of-alpha']),
    };
    const { answer } = await fanout({ to: ['beta', 'gamma', 'bob2'], times: 2, brief }, script);
    const refusal = (peer: string, reason: string) => ({
      peer,
      reason,
      detail: `${reason} it is`,
      path: ['id-of-alpha'],
    });
    expect(answer).toEqual({
      kind: 'done',
      result: {
        answers: [
          { peer: 'beta', result: 1 },
          { peer: 'beta', result: 1 },
        ],
        refusals: [
          refusal('gamma', 'max_turns'),
          refusal('gamma', 'max_turns'),
          refusal('bob2', 'unknown_peer'),
          refusal('bob2', 'unknown_peer'),
        ],
        counts: { max_turns: 2, unknown_peer: 2 },
        omitted: 0,
      },
    });
  });

  test('has 64 delegations under way at most, and as many if it can', async () => {
    let underWay = 0;
    let most = 0;
    const script: ToolScript = {
      delegate_task: async () => {
        underWay += 1;
        most = Math.max(most, underWay);
        await new Promise((resolve) => setTimeout(resolve, 1));
        underWay -= 1;
        return { ok: true, value: { result: null } };
      },
    };
    const { calls } = await fanout({ to: ['a', 'b', 'c', 'd'], times: 250, brief }, script);
    expect(calls).toHaveLength(1000);
    expect(most).toBe(64);
  });

  test('keeps its answer small enough for one message and says how much it left out', async () => {
    const { answer } = await fanout({ to: ['beta'], times: 100, brief }, answering('x'.repeat(20_000)));
    if (answer.kind !== 'done') throw new Error(answer.detail);
    const result = answer.result as { answers: unknown[]; omitted: number };
    expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThan(MAX_CONTENT_BYTES);
    expect(result.answers.length).toBeGreaterThan(10);
    expect(result.answers.length + result.omitted).toBe(100);
  });

  test('begins nothing more after an abort', async () => {
    const abort = new AbortController();
    const tools = new ScriptedToolbox({
      delegate_task: async () => {
        abort.abort(new Error('halted'));
        return { ok: true, value: { result: null } };
      },
    });
    const turn = turnWith(
      { skill: 'fanout', input: { to: ['beta'], times: 1000, brief } },
      { tools, signal: abort.signal },
    );
    expect(await agent.run(turn)).toMatchObject({ kind: 'refuse', reason: 'cancelled' });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(tools.calls.length).toBeLessThanOrEqual(64);
  });

  test.each([
    ['to', { to: [], brief }],
    ['to', { to: Array.from({ length: 101 }, () => 'b'), brief }],
    ['times', { to: ['b'], times: 1001, brief }],
    ['times', { to: ['b', 'c'], times: 501, brief }],
    ['times', { to: ['b'], times: 1.5, brief }],
    ['brief', { to: ['b'] }],
    ['"credit"', { to: ['b'], brief, credit: 1000 }],
  ])('refuses an input with a wrong %s', async (field, input) => {
    const { answer, calls } = await fanout(input, {});
    expect(answer).toMatchObject({ kind: 'refuse', reason: 'agent_refused' });
    expect(answer.kind === 'refuse' && answer.detail).toContain(field);
    expect(calls).toEqual([]);
  });
});

describe('mapConcurrently', () => {
  const { signal } = new AbortController();

  test('keeps the order of the items, whichever is ready first', async () => {
    const results = await mapConcurrently([3, 1, 2], { inFlight: 3, signal }, async (ms) => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      return ms;
    });
    expect(results).toEqual([3, 1, 2]);
    expect(await mapConcurrently([], { inFlight: 3, signal }, async () => 1)).toEqual([]);
  });

  test('begins nothing more after a failure', async () => {
    let begun = 0;
    const work = mapConcurrently([1, 2, 3, 4, 5, 6], { inFlight: 2, signal }, async () => {
      begun += 1;
      throw new Error('broken');
    });
    await expect(work).rejects.toThrow('broken');
    expect(begun).toBeLessThanOrEqual(2);
  });
});
