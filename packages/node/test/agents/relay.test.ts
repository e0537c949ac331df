import type { Channel } from '@hoplite/p2p';
import type { JsonValue } from '@hoplite/tools';
import { verifies } from '@hoplite/test/requirements';
import { describe, expect, test } from 'vitest';
import { createBuiltinAgent } from '../../src/agents/builtin/index.ts';
import type { AgentAnswer } from '../../src/ports/agent.ts';
import { ScriptedToolbox, refused, turnWith, type ToolScript } from './scripted-turn.ts';

const agent = createBuiltinAgent();
const echo = { skill: 'echo', input: 'hello' };

const relay = async (input: JsonValue, script: ToolScript = {}) => {
  const tools = new ScriptedToolbox(script);
  const answer = await agent.run(turnWith({ skill: 'relay', input }, { tools }));
  return { answer, calls: tools.calls };
};

const ref = (name: string) => ({ peer_id: `id-of-${name}`, name });

const delegated = (result: JsonValue): ToolScript => ({
  delegate_task: () => ({ ok: true, value: { peer: ref('beta'), message_id: 'm', result } }),
});

const replied = (content: JsonValue): ToolScript => ({
  send_message: () => ({
    ok: true,
    value: { status: 'replied', to: ref('beta'), message_id: 'm', reply: { message_id: 'r', content } },
  }),
});

const posted = (over: Record<string, JsonValue>): ToolScript => ({
  list_rooms: () => ({ ok: true, value: { rooms: [] } }),
  post_to_room: () => ({
    ok: true,
    value: {
      message_id: 'p',
      room: 'lobby',
      recipients: 1,
      woken: [ref('beta')],
      not_woken: [],
      replies: [],
      missing: [],
      ...over,
    },
  }),
});

const textOf = (input: JsonValue | undefined): JsonValue =>
  JSON.parse((input as { readonly text: string }).text) as JsonValue;

describe('relay', () => {
  test('carries the brief out itself when the path is at its end', async () => {
    verifies('node.builtin.relay');
    expect(await relay({ path: [], brief: echo })).toEqual({ answer: { kind: 'done', result: 'hello' }, calls: [] });
    expect((await relay({ path: [], brief: 'echo in words' })).answer).toEqual({ kind: 'done', result: 'in words' });
  });

  test('hands the brief to the next peer as a task, with the rest of the path and of the channels', async () => {
    verifies('node.builtin.relay');
    const input = { path: ['beta', 'gamma', 'delta'], via: ['task', 'room'], brief: echo, room: 'lab' };
    const { answer, calls } = await relay(input, delegated({ load: 1 }));
    expect(answer).toEqual({ kind: 'done', result: { load: 1 } });
    expect(calls).toEqual([
      [
        'delegate_task',
        {
          peer: 'beta',
          brief: { skill: 'relay', input: { path: ['gamma', 'delta'], via: ['room'], brief: echo, room: 'lab' } },
        },
      ],
    ]);
  });

  test('goes by task when nothing else is said', async () => {
    const { calls } = await relay({ path: ['beta'], brief: echo }, delegated('x'));
    expect(calls).toEqual([
      ['delegate_task', { peer: 'beta', brief: { skill: 'relay', input: { path: [], via: [], brief: echo } } }],
    ]);
  });

  test('hands the brief over in a session, as text, and waits for the reply', async () => {
    const { answer, calls } = await relay({ path: ['beta', 'gamma'], via: 'session', brief: echo }, replied('hello'));
    expect(answer).toEqual({ kind: 'done', result: 'hello' });
    expect(calls).toMatchObject([['send_message', { peer: 'beta', wait_seconds: expect.any(Number) as number }]]);
    expect(textOf(calls[0]?.[1])).toEqual({
      skill: 'relay',
      input: { path: ['gamma'], via: 'session', brief: echo },
    });
  });

  test('hands the brief over in a room, waking only the next peer', async () => {
    const script = posted({ replies: [{ ok: true, from: ref('beta'), message_id: 'r', content: 'hello' }] });
    const { answer, calls } = await relay({ path: ['beta'], via: ['room'], brief: echo, room: 'lab' }, script);
    expect(answer).toEqual({ kind: 'done', result: 'hello' });
    expect(calls).toMatchObject([['post_to_room', { room: 'lab', wake: ['beta'] }]]);
    expect(textOf(calls[0]?.[1])).toEqual({ skill: 'relay', input: { path: [], via: [], brief: echo, room: 'lab' } });
  });

  test.each([
    ['beta', 'lab'],
    ['BETA', 'lab'],
    ['id-of-b', 'lab'],
    ['gamma', 'lobby'],
  ])('without a room takes one where the next peer, %s, is present: %s', async (next, room) => {
    const script: ToolScript = {
      ...posted({ replies: [{ ok: true, from: ref('beta'), message_id: 'r', content: 'x' }] }),
      list_rooms: () => ({
        ok: true,
        value: {
          rooms: [
            { room: 'empty', present: [], posts: 0 },
            { room: 'lab', present: [ref('delta'), ref('beta')], posts: 0 },
          ],
        },
      }),
    };
    const { calls } = await relay({ path: [next], via: 'room', brief: echo }, script);
    expect(calls.at(-1)).toMatchObject(['post_to_room', { room }]);
  });

  test.each([
    ['an object', '{"load":1}', { load: 1 }],
    ['a list', '[1,2]', [1, 2]],
    ['text', 'plain', 'plain'],
    ['a number in text', '42', '42'],
    ['text that only looks like JSON', '{nope', '{nope'],
    ['what is no text', { load: 1 }, { load: 1 }],
  ])('brings back %s unchanged from a channel of text', async (_, content, result) => {
    verifies('node.builtin.relay');
    expect((await relay({ path: ['beta'], via: 'session', brief: echo }, replied(content))).answer).toEqual({
      kind: 'done',
      result,
    });
  });

  const path = ['id-of-alpha', 'id-of-beta', 'id-of-alpha'];
  const nested = { reason: 'cannot: cycle', detail: 'cannot: cycle it is', path: path.map((peer_id) => ({ peer_id })) };

  test.each<[string, Channel, ToolScript]>([
    ['a task', 'task', { delegate_task: () => refused('cannot: cycle', path) }],
    ['a session', 'session', { send_message: () => refused('cannot: cycle', path) }],
    ['a room', 'room', { ...posted({}), post_to_room: () => refused('cannot: cycle', path) }],
    ['a room whose post does not wake', 'room', posted({ not_woken: [{ peer: ref('beta'), refusal: nested }] })],
    ['a room as reply', 'room', posted({ replies: [{ ok: false, from: ref('beta'), refusal: nested }] })],
  ])('lets the refusal of %s travel back as it was', async (_, via, script) => {
    verifies('node.builtin.relay');
    expect((await relay({ path: ['beta'], via, brief: echo }, script)).answer).toEqual({
      kind: 'refuse',
      reason: 'cannot: cycle',
      detail: 'cannot: cycle it is',
      path,
    });
  });

  test.each<[Channel, ToolScript]>([
    ['session', { send_message: () => ({ ok: true, value: { status: 'waiting', to: ref('beta'), message_id: 'm' } }) }],
    ['room', posted({ missing: [ref('beta')] })],
  ])('refuses `deadline` when nobody answers in time by %s', async (via, script) => {
    const { answer } = await relay({ path: ['beta'], via, brief: echo }, script);
    expect(answer).toMatchObject({ kind: 'refuse', reason: 'deadline' });
  });

  test('refuses the inner brief as it would any other', async () => {
    expect((await relay({ path: [], brief: { skill: 'nope' } })).answer).toMatchObject({
      kind: 'refuse',
      reason: 'agent_refused',
      detail: expect.stringContaining('Known skills') as string,
    });
  });

  test.each([
    ['path', { path: Array.from({ length: 65 }, () => 'beta'), brief: echo }],
    ['path[0]', { path: [''], brief: echo }],
    ['via', { path: ['beta'], via: ['task', 'task'], brief: echo }],
    ['via', { path: ['beta'], via: 'pigeon', brief: echo }],
    ['brief', { path: ['beta'], brief: 7 }],
    ['brief', { path: ['beta'] }],
    ['room', { path: ['beta'], via: 'room', brief: echo, room: 'No Room' }],
    ['"depth"', { path: ['beta'], brief: echo, depth: 0 }],
  ])('refuses an input with a wrong %s', async (field, input) => {
    const { answer, calls } = await relay(input);
    expect(answer).toMatchObject({ kind: 'refuse', reason: 'agent_refused' });
    expect(answer.kind === 'refuse' && answer.detail).toContain(field);
    expect(calls).toEqual([]);
  });

  test('says how far it is', async () => {
    const tools = new ScriptedToolbox(delegated('x'));
    await agent.run(turnWith({ skill: 'relay', input: { path: ['beta'], brief: echo } }, { tools }));
    expect(tools.notes).toEqual([{ note: 'relay: by task to beta' }]);
  });

  test.each<readonly [string, string | readonly string[]]>([
    ['by tasks', 'task'],
    ['by sessions', 'session'],
    ['by rooms', 'room'],
    ['by each in turn', ['task', 'session', 'room']],
    ['by each in turn, backwards', ['room', 'session']],
  ])('goes along three peers and back, %s', async (_, via) => {
    verifies('node.builtin.relay');
    const answer = await arrive('task', {
      skill: 'relay',
      input: { path: ['beta', 'gamma', 'delta'], via, brief: report },
    });
    expect(answer).toEqual({ kind: 'done', result: { load: [1, 2] } });
  });
});

const report = { skill: 'echo', input: { load: [1, 2] } };

/** A whole mesh: each message wakes another builtin agent, and channels other than task carry text. */
async function arrive(channel: Channel, brief: JsonValue): Promise<AgentAnswer> {
  const text = (answer: AgentAnswer): JsonValue => {
    if (answer.kind !== 'done') throw new Error(answer.detail);
    return typeof answer.result === 'string' ? answer.result : JSON.stringify(answer.result);
  };
  const tools = new ScriptedToolbox({
    delegate_task: async (input) => {
      const answer = await arrive('task', input['brief'] ?? null);
      if (answer.kind !== 'done') throw new Error(answer.detail);
      return { ok: true, value: { peer: ref('x'), message_id: 'm', result: answer.result } };
    },
    send_message: async (input) => {
      const content = text(await arrive('session', input['text'] ?? null));
      return {
        ok: true,
        value: { status: 'replied', to: ref('x'), message_id: 'm', reply: { message_id: 'r', content } },
      };
    },
    list_rooms: () => ({ ok: true, value: { rooms: [] } }),
    post_to_room: async (input) => {
      const content = text(await arrive('room', input['text'] ?? null));
      const replies = [{ ok: true, from: ref('x'), message_id: 'r', content }];
      return {
        ok: true,
        value: { message_id: 'p', room: 'lobby', recipients: 1, woken: [], not_woken: [], replies, missing: [] },
      };
    },
  });
  return agent.run(turnWith(brief, { channel, tools }));
}
