import { verifies } from '@hoplite/test/requirements';
import { describe, expect, test } from 'vitest';
import { callTool } from '../src/index.ts';
import { FakeContext, answerOf, idOf, refusalOf } from './fake-context.ts';

const beta = { peer_id: idOf('beta'), name: 'beta' };

describe('send_message', () => {
  test('sends and returns at once when it is not to wait', async () => {
    const context = new FakeContext();
    expect(await callTool('send_message', { peer: 'beta', text: 'hi' }, context)).toEqual({
      ok: true,
      value: { status: 'sent', to: beta, message_id: 'm1' },
    });
    expect(context.calls).toEqual([['sendMessage', idOf('beta'), 'hi']]);
  });

  test('waits for the reply to this very message and returns it', async () => {
    const context = new FakeContext();
    expect(await callTool('send_message', { peer: 'beta', text: 'hi', wait_seconds: 5 }, context)).toEqual({
      ok: true,
      value: {
        status: 'replied',
        to: beta,
        message_id: 'm1',
        reply: { message_id: 'answer-of-beta', content: 'hello' },
      },
    });
    expect(context.calls.at(-1)).toEqual(['waitForReplies', 'm1', { timeoutMs: 5000 }]);
  });

  test('says that it is still waiting when the time is over', async () => {
    const context = new FakeContext();
    context.replies = { ok: true, value: { replies: [], missing: [idOf('beta')] } };
    expect(await callTool('send_message', { peer: 'beta', text: 'hi', wait_seconds: 5 }, context)).toEqual({
      ok: true,
      value: { status: 'waiting', to: beta, message_id: 'm1' },
    });
  });

  test('passes on the refusal that came instead of a reply', async () => {
    verifies('tools.typed-results');
    const context = new FakeContext();
    const refusal = refusalOf('busy', [idOf('alpha'), idOf('beta')]);
    context.replies = { ok: true, value: { replies: [{ ok: false, from: idOf('beta'), refusal }], missing: [] } };
    expect(await callTool('send_message', { peer: 'beta', text: 'hi', wait_seconds: 5 }, context)).toEqual({
      ok: false,
      refusal,
    });
  });

  test('does not wait for a message that did not leave', async () => {
    const context = new FakeContext();
    context.sent = { ok: false, refusal: refusalOf('max_hops') };
    const result = await callTool('send_message', { peer: 'beta', text: 'hi', wait_seconds: 5 }, context);
    expect(result).toMatchObject({ ok: false, refusal: { reason: 'max_hops' } });
    expect(context.calls.map(([method]) => method)).toEqual(['sendMessage']);
  });

  test('says that the message is sent when only the wait is refused', async () => {
    const context = new FakeContext();
    context.replies = { ok: false, refusal: refusalOf('deadlock', [idOf('beta')]) };
    const result = await callTool('send_message', { peer: 'beta', text: 'hi', wait_seconds: 5 }, context);
    expect(result).toMatchObject({ ok: false, refusal: { reason: 'deadlock', path: [idOf('beta')] } });
    expect(result.ok || result.refusal.detail).toContain('message_id m1');
  });
});

describe('wait_for_message', () => {
  test('returns what came, from whom, and who is missing', async () => {
    const context = new FakeContext();
    const refusal = { ...refusalOf('busy', [idOf('alpha'), idOf('stranger')]), retryAfter: 1000 };
    context.replies = {
      ok: true,
      value: {
        replies: [answerOf('beta', 'yes'), { ok: false, from: idOf('stranger'), refusal }],
        missing: [idOf('gamma')],
      },
    };
    expect(await callTool('wait_for_message', { message_id: 'p1', timeout_seconds: 0 }, context)).toEqual({
      ok: true,
      value: {
        status: 'waiting',
        message_id: 'p1',
        replies: [
          { ok: true, from: beta, message_id: 'answer-of-beta', content: 'yes' },
          {
            ok: false,
            from: { peer_id: idOf('stranger') },
            refusal: {
              reason: 'busy',
              detail: 'busy it is',
              path: [{ peer_id: idOf('alpha'), name: 'alpha' }, { peer_id: idOf('stranger') }],
              retry_after_ms: 1000,
            },
          },
        ],
        missing: [{ peer_id: idOf('gamma'), name: 'gamma' }],
      },
    });
  });

  test('is complete when everyone has answered', async () => {
    const result = await callTool('wait_for_message', { message_id: 'm1', timeout_seconds: 5 }, new FakeContext());
    expect(result).toMatchObject({ ok: true, value: { status: 'complete', missing: [] } });
  });

  test('is refused as its runtime says', async () => {
    const context = new FakeContext();
    context.replies = { ok: false, refusal: refusalOf('deadlock') };
    const result = await callTool('wait_for_message', { message_id: 'm1', timeout_seconds: 5 }, context);
    expect(result).toEqual(context.replies);
  });
});
