import { describe, expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import type { PeerReply } from '@hoplite/tools';
import { Pending, type FiledReply } from '../../src/dispatch/pending.ts';
import { HandClock, isDone } from './hand-clock.ts';

const idle = () => new AbortController().signal;

function reply(from: string, content = `from ${from}`): FiledReply {
  return { reply: { ok: true, from, messageId: `answer-of-${from}`, content } };
}

const by = (replies: readonly PeerReply[]) => replies.map(({ from }) => from);

test('a reply that came before anyone waited is there at once', async () => {
  verifies('tools.wait.registered-first');
  const clock = new HandClock();
  const pending = new Pending(['b']);
  pending.file('b', reply('b'));
  expect(await pending.wait(1000, clock, idle())).toEqual({ replies: [reply('b').reply], missing: [] });
  expect(clock.timers).toBe(0);
});

test('a waiter gets the reply when it comes, and leaves no timer behind', async () => {
  const clock = new HandClock();
  const pending = new Pending(['b']);
  const waiting = pending.wait(1000, clock, idle());
  clock.advance(999);
  expect(await isDone(waiting)).toBe(false);
  pending.file('b', reply('b'));
  expect(by((await waiting).replies)).toEqual(['b']);
  expect(clock.timers).toBe(0);
});

describe('only what is owed counts', () => {
  test('a reply of a peer that was not asked is not filed', async () => {
    verifies('tools.wait.in-reply-to');
    const clock = new HandClock();
    const pending = new Pending(['b']);
    const waiting = pending.wait(1000, clock, idle());
    pending.file('c', reply('c'));
    expect(await isDone(waiting)).toBe(false);
    expect(pending.filed).toEqual([]);
    clock.advance(1000);
    expect(await waiting).toEqual({ replies: [], missing: ['b'] });
  });

  test('a second reply of one peer is not filed', async () => {
    const pending = new Pending(['b']);
    pending.file('b', reply('b', 'first'));
    pending.file('b', reply('b', 'second'));
    expect((await pending.wait(0, new HandClock(), idle())).replies).toEqual([reply('b', 'first').reply]);
  });

  test('a peer that was named twice owes one reply', async () => {
    const pending = new Pending(['b', 'b']);
    pending.file('b', reply('b'));
    expect(await pending.wait(1000, new HandClock(), idle())).toMatchObject({ missing: [] });
  });
});

test('of several, all are waited for; when time is over those that came are given, and who is missing', async () => {
  const clock = new HandClock();
  const pending = new Pending(['b', 'c', 'd']);
  const waiting = pending.wait(1000, clock, idle());
  pending.file('d', reply('d'));
  pending.file('b', reply('b'));
  expect(await isDone(waiting)).toBe(false);
  clock.advance(1000);
  const { replies, missing } = await waiting;
  expect([by(replies), missing]).toEqual([['d', 'b'], ['c']]);
});

test('V14: a wait that timed out leaves no ghost: the next one works, and gets the late answer', async () => {
  verifies('tools.wait.late-answer');
  const clock = new HandClock();
  const question = new Pending(['b']);
  const timedOut = question.wait(1000, clock, idle());
  clock.advance(1000);
  expect(await timedOut).toEqual({ replies: [], missing: ['b'] });
  expect(clock.timers).toBe(0);

  const { cleared } = clock;
  const other = new Pending(['b']);
  const next = question.wait(1000, clock, idle());
  const unrelated = other.wait(1000, clock, idle());
  question.file('b', reply('b', 'late'));
  expect((await next).replies).toEqual([reply('b', 'late').reply]);
  expect(await isDone(unrelated)).toBe(false);
  expect(other.filed).toEqual([]);
  expect(clock.cleared - cleared).toBe(1); // That of the next wait: the first one is forgotten.
  // What was given out before does not change under its reader.
  expect(await timedOut).toEqual({ replies: [], missing: ['b'] });
});

test('two may wait for the same reply', async () => {
  const clock = new HandClock();
  const pending = new Pending(['b']);
  const [one, two] = [pending.wait(1000, clock, idle()), pending.wait(2000, clock, idle())];
  clock.advance(1000);
  expect([await isDone(one), await isDone(two)]).toEqual([true, false]);
  pending.file('b', reply('b'));
  expect([by((await one).replies), by((await two).replies)]).toEqual([[], ['b']]);
});

describe('an abort', () => {
  test('ends a wait with what there is, and leaves no timer', async () => {
    const clock = new HandClock();
    const pending = new Pending(['b', 'c']);
    const end = new AbortController();
    const waiting = pending.wait(1000, clock, end.signal);
    pending.file('b', reply('b'));
    end.abort();
    const { replies, missing } = await waiting;
    expect([by(replies), missing]).toEqual([['b'], ['c']]);
    expect(clock.timers).toBe(0);
  });

  test('that came before lets nobody wait', async () => {
    const clock = new HandClock();
    expect(await new Pending(['b']).wait(1000, clock, AbortSignal.abort())).toEqual({ replies: [], missing: ['b'] });
    expect(clock.timers).toBe(0);
  });
});

test('nothing owed is nothing to wait for', async () => {
  expect(await new Pending([]).wait(1000, new HandClock(), idle())).toEqual({ replies: [], missing: [] });
});
