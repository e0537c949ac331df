import { verifies } from '@hoplite/test/requirements';
import { describe, expect, test } from 'vitest';
import { callTool } from '../src/index.ts';
import { FakeContext, answerOf, idOf, peerCalled, refusalOf } from './fake-context.ts';

describe('list_peers', () => {
  test('shows everyone with their skills, the connected ones first', async () => {
    const context = new FakeContext();
    const skills = [{ name: 'echo', description: 'Says it again.' }];
    context.peers = [peerCalled('away', { connected: false }), peerCalled('beta', { skills })];
    expect(await callTool('list_peers', {}, context)).toEqual({
      ok: true,
      value: {
        peers: [
          { peer_id: idOf('beta'), name: 'beta', description: '', skills, connected: true, self: false },
          { peer_id: idOf('away'), name: 'away', description: '', skills: [], connected: false, self: false },
        ],
        total: 2,
      },
    });
  });

  test('shows two hundred at most and says how many there are', async () => {
    const context = new FakeContext();
    context.peers = Array.from({ length: 300 }, (_, index) => peerCalled(`p${index}`));
    const result = await callTool('list_peers', {}, context);
    expect(result).toMatchObject({ ok: true, value: { total: 300 } });
    expect(JSON.stringify(result).match(/"peer_id"/g)).toHaveLength(200);
  });
});

describe('delegate_task', () => {
  test('hands the brief to the peer of that name and returns its result', async () => {
    verifies('tools.typed-results', 'tools.address.forms');
    const context = new FakeContext();
    context.delegated = { ok: true, value: answerOf('beta', { load: 1 }) };
    const input = { peer: 'Beta', brief: { skill: 'host.report' }, timeout_seconds: 30 };
    expect(await callTool('delegate_task', input, context)).toEqual({
      ok: true,
      value: { peer: { peer_id: idOf('beta'), name: 'beta' }, message_id: 'answer-of-beta', result: { load: 1 } },
    });
    expect(context.calls).toEqual([['delegateTask', idOf('beta'), { skill: 'host.report' }, { timeoutMs: 30_000 }]]);
  });

  test('takes a brief in words', async () => {
    const context = new FakeContext();
    await callTool('delegate_task', { peer: 'beta', brief: 'how is the host?' }, context);
    expect(context.calls).toEqual([['delegateTask', idOf('beta'), 'how is the host?', {}]]);
  });

  test('sends nothing to a peer that nobody is', async () => {
    verifies('tools.address.candidates');
    const context = new FakeContext();
    const result = await callTool('delegate_task', { peer: 'bob2', brief: 'x' }, context);
    expect(result).toMatchObject({ ok: false, refusal: { reason: 'unknown_peer' } });
    expect(context.calls).toEqual([]);
  });

  test('passes on a refusal of its own runtime unchanged', async () => {
    verifies('tools.typed-results');
    const context = new FakeContext();
    const refusal = refusalOf('max_hops', [idOf('alpha'), idOf('beta')]);
    context.delegated = { ok: false, refusal };
    expect(await callTool('delegate_task', { peer: 'beta', brief: 'x' }, context)).toEqual({ ok: false, refusal });
  });

  test('passes on a refusal of the other peer unchanged', async () => {
    const context = new FakeContext();
    const refusal = refusalOf('cannot: cycle', [idOf('alpha'), idOf('beta'), idOf('alpha')]);
    context.delegated = { ok: true, value: { ok: false, from: idOf('beta'), refusal } };
    expect(await callTool('delegate_task', { peer: 'beta', brief: 'x' }, context)).toEqual({ ok: false, refusal });
  });
});

test('report_progress tells the runtime, with the fraction and what is left if they are known', async () => {
  const context = new FakeContext();
  await callTool('report_progress', { note: ' halfway ', fraction: 0.5 }, context);
  await callTool('report_progress', { note: 'more' }, context);
  await callTool('report_progress', { note: 'three tests fail', goal_distance: 3 }, context);
  expect(context.calls).toEqual([
    ['reportProgress', 'halfway', { fraction: 0.5 }],
    ['reportProgress', 'more', {}],
    ['reportProgress', 'three tests fail', { goalDistance: 3 }],
  ]);
});
