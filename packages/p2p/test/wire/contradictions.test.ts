import { describe, expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import {
  CHANNELS,
  EmptyMessageError,
  OBLIGING_ACTS,
  TERMINAL_ACTS,
  decodeEnvelope,
  encodeEnvelope,
  roomTopic,
} from '../../src/index.ts';
import { decodeBody, encodeBody } from '../../src/wire/body-codec.ts';
import { pb } from '../../src/wire/protobuf.ts';
import { A, B, NOW, forge, hop, rootOf, withLineage } from '../lineage/chains.ts';
import { complaint } from './malformed.ts';

type RawBody = Parameters<typeof pb.RoomBody.encode>[0] & Parameters<typeof pb.SessionBody.encode>[0];

const ENCODE = {
  task: (raw: RawBody) => pb.TaskBody.encode(raw).finish(),
  session: (raw: RawBody) => pb.SessionBody.encode(raw).finish(),
  room: (raw: RawBody) => pb.RoomBody.encode(raw).finish(),
};
const { ROLE_UNSPECIFIED, ROLE_USER, ROLE_ASSISTANT } = pb.Role;
const SETTLEMENT = { returned: 1, burnt: 1, open: 0 };
const REFUSAL = { reason: 'busy', detail: 'later', path: [] };

/** What is wrong with a body that is right but for `changes`. */
function fieldOf(
  channel: (typeof CHANNELS)[number],
  act: (typeof OBLIGING_ACTS | typeof TERMINAL_ACTS)[number],
  changes: RawBody = {},
  credit?: number,
): string | undefined {
  const obliging = (OBLIGING_ACTS as readonly string[]).includes(act);
  const raw: RawBody = {
    content: '"hello"',
    ...(obliging ? { deadline: NOW } : { inReplyTo: 'asked' }),
    ...(act === 'refuse' ? { refusal: REFUSAL } : {}),
    ...(channel === 'session' ? { role: obliging ? ROLE_USER : ROLE_ASSISTANT } : {}),
    ...(channel === 'room' ? { room: 'ops' } : {}),
    ...(channel === 'room' && obliging ? { wake: [{ peer: 'b', credit: 7 }] } : {}),
    ...changes,
  };
  return complaint(() => decodeBody(channel, act, credit ?? (obliging ? 7 : 0), ENCODE[channel](raw)));
}

describe.each(CHANNELS)('a %s body', (channel) => {
  test('that fits its act is read, whatever the act', () => {
    expect([...OBLIGING_ACTS, ...TERMINAL_ACTS].map((act) => fieldOf(channel, act))).toEqual(Array(7).fill(undefined));
  });

  test.each(OBLIGING_ACTS)('with act %s and nothing in it is refused: there is nothing to answer', (act) => {
    for (const content of ['', ' ', '\n\t ', '\u00a0']) {
      expect(fieldOf(channel, act, { content })).toBe('body.content');
    }
    expect(fieldOf(channel, act, { content: '0' })).toBeUndefined();
  });

  test.each(OBLIGING_ACTS)('with act %s may be the word null, unless it is JSON', (act) => {
    for (const content of ['null', '""', ' null\n']) {
      const write = (): unknown => encodeBody(channel, act, { content, deadline: NOW });
      if (channel === 'task') {
        expect(write).toThrow(EmptyMessageError);
        expect(fieldOf(channel, act, { content })).toBe('body.content');
      } else {
        expect(write).not.toThrow();
        expect(fieldOf(channel, act, { content })).toBeUndefined();
      }
    }
    expect(() => encodeBody(channel, act, { content: '\n ', deadline: NOW })).toThrow(EmptyMessageError);
  });

  test.each(TERMINAL_ACTS)('with act %s may be empty', (act) => {
    expect(fieldOf(channel, act, { content: '' })).toBeUndefined();
  });

  test.each(OBLIGING_ACTS)('with act %s says by when, and settles or refuses nothing', (act) => {
    expect(fieldOf(channel, act, { deadline: 0 })).toBe('body.deadline');
    expect(fieldOf(channel, act, { deadline: -1 })).toBe('body.deadline');
    expect(fieldOf(channel, act, { deadline: NaN })).toBe('body.deadline');
    expect(fieldOf(channel, act, { settlement: SETTLEMENT })).toBe('body.settlement');
    expect(fieldOf(channel, act, { settlement: {} })).toBe('body.settlement');
    expect(fieldOf(channel, act, { refusal: REFUSAL })).toBe('body.refusal');
  });

  test.each(TERMINAL_ACTS)('with act %s has no deadline', (act) => {
    expect(fieldOf(channel, act, { deadline: NOW })).toBe('body.deadline');
    expect(fieldOf(channel, act, { deadline: NaN })).toBe('body.deadline');
  });

  test('refuses exactly when its act is refuse', () => {
    expect(fieldOf(channel, 'refuse', { refusal: null })).toBe('body.refusal');
    for (const act of ['inform', 'agree', 'done'] as const) {
      expect(fieldOf(channel, act, { refusal: REFUSAL })).toBe('body.refusal');
    }
  });
});

test.each(['task', 'session'] as const)('an answer on the %s channel says what it answers', (channel) => {
  for (const act of TERMINAL_ACTS) {
    expect(fieldOf(channel, act, { inReplyTo: '' })).toBe('body.inReplyTo');
  }
});

test('a post need not answer anything', () => {
  expect(fieldOf('room', 'inform', { inReplyTo: '' })).toBeUndefined();
});

test('role `user` goes with an obliging act and only with one, `assistant` with a terminal one', () => {
  for (const act of OBLIGING_ACTS) {
    expect([ROLE_USER, ROLE_ASSISTANT, ROLE_UNSPECIFIED, 3].map((role) => fieldOf('session', act, { role }))).toEqual([
      undefined,
      'body.role',
      'body.role',
      'body.role',
    ]);
  }
  for (const act of TERMINAL_ACTS) {
    expect([ROLE_ASSISTANT, ROLE_USER, ROLE_UNSPECIFIED, 3].map((role) => fieldOf('session', act, { role }))).toEqual([
      undefined,
      'body.role',
      'body.role',
      'body.role',
    ]);
  }
});

describe('whom a post wakes', () => {
  const wake = (...parts: readonly number[]) => parts.map((credit, index) => ({ peer: `peer-${index}`, credit }));

  test('its act obliges exactly when it wakes somebody', () => {
    expect(fieldOf('room', 'request', { wake: [] })).toBe('body.wake');
    expect(fieldOf('room', 'request', { wake: [] }, 0)).toBe('body.wake');
    expect(fieldOf('room', 'inform', { wake: wake(1) }, 1)).toBe('body.wake');
    expect(fieldOf('room', 'inform', { wake: wake(0) }, 0)).toBe('body.wake');
  });

  test('the parts add up to the credit of the link', () => {
    expect([6, 7, 8].map((credit) => fieldOf('room', 'request', { wake: wake(3, 4) }, credit))).toEqual([
      'body.wake',
      undefined,
      'body.wake',
    ]);
  });

  test('everyone who is woken gets at least 1', () => {
    expect(fieldOf('room', 'request', { wake: wake(7, 0) })).toBe('body.wake');
  });

  test('nobody is woken twice, and nobody without a name', () => {
    expect(fieldOf('room', 'request', { wake: [...wake(3), ...wake(4)] })).toBe('body.wake');
    expect(fieldOf('room', 'request', { wake: [{ peer: '', credit: 7 }] })).toBe('body.wake.peer');
  });

  test.each(['', 'Ops', 'a/b', '../x', 'x'.repeat(65)])('%j is no room', (room) => {
    expect(fieldOf('room', 'inform', { room })).toBe('body.room');
  });
});

describe('the link and the body of a message agree', () => {
  const task = hop(rootOf(), { from: A, to: B });
  const post = hop(rootOf(), { channel: 'room', from: A, to: B });
  const relinked = (message: typeof task, changes: Partial<Parameters<typeof forge>[1]>) =>
    withLineage(message, forge(rootOf(), { ...message.link, ...changes }, A));
  const read = (message: typeof task, channel = message.channel) =>
    complaint(() => decodeEnvelope(channel, encodeEnvelope(message)));

  test('credit and act', () => {
    verifies('p2p.lineage.credit-never-grows');
    expect(read(task)).toBeUndefined();
    expect(read(relinked(task, { credit: 0 }))).toBe('credit');
    expect(read(relinked(task, { act: 'inform' }))).toBe('credit');
    expect(read(relinked(task, { act: 'inform', credit: 0 }))).toBe('body.deadline');
  });

  test('room and address', () => {
    verifies('p2p.lineage.x04-replayed');
    expect(read(post)).toBeUndefined();
    expect(read(relinked(post, { to: roomTopic('other') }))).toBe('body.room');
    expect(read(relinked(post, { to: B.peerId }))).toBe('body.room');
    expect(read(relinked(task, { to: roomTopic('ops') }))).toBe('body.room');
  });

  test('a message is not read as one of another channel where the bodies differ', () => {
    const session = hop(rootOf(), { channel: 'session', from: A, to: B });
    expect(read(session, 'room')).toBe('body.room');
    expect(read(task, 'session')).toBe('body.role');
    expect(read(post, 'session')).toBe('body.role');
    expect(read(post, 'task')).toBe('body.room');
  });
});
