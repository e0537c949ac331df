import { verifies } from '@hoplite/test/requirements';
import { describe, expect, test } from 'vitest';
import { callTool } from '../src/index.ts';
import { FakeContext, answerOf, idOf, peerCalled, refusalOf } from './fake-context.ts';

const beta = { peer_id: idOf('beta'), name: 'beta' };
const gamma = { peer_id: idOf('gamma'), name: 'gamma' };

describe('post_to_room', () => {
  test('wakes nobody unless told to', async () => {
    const context = new FakeContext();
    expect(await callTool('post_to_room', { room: 'lobby', text: 'hi' }, context)).toEqual({
      ok: true,
      value: { message_id: 'p1', room: 'lobby', recipients: 2, woken: [], not_woken: [] },
    });
    expect(context.calls).toEqual([['postToRoom', 'lobby', 'hi', []]]);
  });

  test('wakes each peer once, however often and in whatever way it is named', async () => {
    const context = new FakeContext();
    const wake = ['beta', 'BETA', idOf('beta'), 'gamma'];
    await callTool('post_to_room', { room: 'lobby', text: 'hi', wake }, context);
    expect(context.calls).toEqual([['postToRoom', 'lobby', 'hi', [idOf('beta'), idOf('gamma')]]]);
  });

  test('wakes everyone who is present when told so, even if a peer has that name', async () => {
    const context = new FakeContext();
    context.peers.push(peerCalled('everyone'));
    await callTool('post_to_room', { room: 'lobby', text: 'hi', wake: 'everyone' }, context);
    expect(context.calls).toEqual([['postToRoom', 'lobby', 'hi', 'everyone']]);
  });

  test('posts nothing when one of those to wake is unknown', async () => {
    verifies('tools.address.candidates');
    const context = new FakeContext();
    const result = await callTool('post_to_room', { room: 'lobby', text: 'hi', wake: ['beta', 'bob2'] }, context);
    expect(result).toMatchObject({ ok: false, refusal: { reason: 'unknown_peer' } });
    expect(context.calls).toEqual([]);
  });

  test('returns the replies of those it woke, and who was not woken and why', async () => {
    const context = new FakeContext();
    const notWoken = [{ peer: idOf('gamma'), refusal: refusalOf('cannot: cycle') }];
    context.posted = { ok: true, value: { messageId: 'p1', recipients: 2, woken: [idOf('beta')], notWoken } };
    context.replies = { ok: true, value: { replies: [answerOf('beta', 'yes')], missing: [] } };
    const input = { room: 'lobby', text: 'hi', wake: 'everyone', wait_seconds: 10 };
    expect(await callTool('post_to_room', input, context)).toMatchObject({
      ok: true,
      value: {
        woken: [beta],
        not_woken: [{ peer: gamma, refusal: { reason: 'cannot: cycle' } }],
        replies: [{ ok: true, from: beta, content: 'yes' }],
        missing: [],
      },
    });
    expect(context.calls.at(-1)).toEqual(['waitForReplies', 'p1', { timeoutMs: 10_000 }]);
  });

  test('does not wait when nobody was woken', async () => {
    const context = new FakeContext();
    const input = { room: 'lobby', text: 'hi', wake: 'everyone', wait_seconds: 10 };
    expect(await callTool('post_to_room', input, context)).toMatchObject({ ok: true, value: { replies: [] } });
    expect(context.calls.map(([method]) => method)).toEqual(['postToRoom']);
  });

  test('refuses to wait for the replies of a post that wakes nobody', async () => {
    const context = new FakeContext();
    const result = await callTool('post_to_room', { room: 'lobby', text: 'hi', wait_seconds: 10 }, context);
    expect(result).toMatchObject({ ok: false, refusal: { reason: 'malformed' } });
    expect(result.ok || result.refusal.detail).toContain('wait_seconds');
    expect(context.calls).toEqual([]);
  });

  test.each(['nobody_listening', 'not_in_room', 'too_large'] as const)('shows the caller %s', async (reason) => {
    verifies('tools.rooms.nobody-listens');
    const context = new FakeContext();
    context.posted = { ok: false, refusal: refusalOf(reason) };
    const result = await callTool('post_to_room', { room: 'lobby', text: 'hi' }, context);
    expect(result).toMatchObject({ ok: false, refusal: { reason } });
  });
});

describe('read_room', () => {
  const post = { messageId: 'p1', author: idOf('beta'), authorName: 'beta', text: 'hi', at: Date.UTC(2026, 0, 2) };

  test('shows posts with their authors and times', async () => {
    verifies('tools.rooms.history');
    const context = new FakeContext();
    context.posts = { ok: true, value: [post, { ...post, messageId: 'p2', inReplyTo: 'p1' }] };
    expect(await callTool('read_room', { room: 'lobby' }, context)).toEqual({
      ok: true,
      value: {
        room: 'lobby',
        posts: [
          { message_id: 'p1', author: beta, at: '2026-01-02T00:00:00.000Z', text: 'hi' },
          { message_id: 'p2', author: beta, at: '2026-01-02T00:00:00.000Z', in_reply_to: 'p1', text: 'hi' },
        ],
      },
    });
    expect(context.calls).toEqual([['readRoom', 'lobby', { limit: 20 }]]);
  });

  test('marks a long post that it cuts, and keeps it well-formed', async () => {
    const context = new FakeContext();
    context.posts = { ok: true, value: [{ ...post, text: `${'x'.repeat(3999)}😀` }] };
    const result = await callTool('read_room', { room: 'lobby' }, context);
    expect(result).toMatchObject({ ok: true, value: { posts: [{ cut: true }] } });
    expect(JSON.stringify(result).isWellFormed()).toBe(true);
  });

  test.each([NaN, Infinity, -1e300, 1e300])('survives %d as the time that an author stamped', async (at) => {
    const context = new FakeContext();
    context.posts = { ok: true, value: [{ ...post, at }] };
    expect(await callTool('read_room', { room: 'lobby' }, context)).toMatchObject({ ok: true });
  });
});

test('join_room, leave_room and list_rooms answer with the room and who is there', async () => {
  verifies('tools.rooms.history');
  const context = new FakeContext();
  const view = { room: 'lobby', present: [beta], posts: 3 };
  expect(await callTool('join_room', { room: 'lobby' }, context)).toEqual({ ok: true, value: view });
  expect(await callTool('list_rooms', {}, context)).toEqual({ ok: true, value: { rooms: [view] } });
  expect(await callTool('leave_room', { room: 'lobby' }, context)).toEqual({ ok: true, value: { room: 'lobby' } });
  context.room = { ok: false, refusal: refusalOf('not_in_room') };
  expect(await callTool('leave_room', { room: 'lobby' }, context)).toEqual(context.room);
});

test('search_history shows hits of every channel with their authors', async () => {
  verifies('tools.rooms.history');
  const context = new FakeContext();
  const hit = { messageId: 'h1', from: idOf('beta'), fromName: 'beta', text: 'hi', at: 0 };
  context.hits = [
    { ...hit, channel: 'room', room: 'lobby' },
    { ...hit, channel: 'task' },
  ];
  expect(await callTool('search_history', { query: ' hi ', limit: 2 }, context)).toEqual({
    ok: true,
    value: {
      hits: [
        { channel: 'room', message_id: 'h1', from: beta, room: 'lobby', at: '1970-01-01T00:00:00.000Z', text: 'hi' },
        { channel: 'task', message_id: 'h1', from: beta, at: '1970-01-01T00:00:00.000Z', text: 'hi' },
      ],
    },
  });
  expect(context.calls).toEqual([['searchHistory', 'hi', { limit: 2 }]]);
});
