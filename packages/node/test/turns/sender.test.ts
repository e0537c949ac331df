import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import { Lineage, verifyEd25519, type Lineage as Chain } from '@hoplite/p2p';
import { Sender } from '../../src/dispatch/sender.ts';
import { Ledger } from '../../src/turns/ledger.ts';
import { Permits, type Release } from '../../src/turns/permits.ts';
import { A, B, C, chainOf, message, peer, rootOf } from '../admission/crossings.ts';
import { isDone, settled } from './hand-clock.ts';

function turn(permits: Permits, lineage: Chain = rootOf()): Sender {
  const permit = permits.tryAcquire();
  if (permit === undefined) throw new Error('no permit is free');
  return new Sender({ lineage, ledger: new Ledger(8, 1, []), signal: new AbortController().signal, permits, permit });
}

describe('a turn that waits', () => {
  test('gives its permit to another and takes one again before it goes on', async () => {
    verifies('node.turns.permit-released');
    const permits = new Permits(1);
    const sender = turn(permits);
    const answer = Promise.withResolvers<string>();
    const waiting = sender.waiting(answer.promise);
    expect(permits.held).toBe(0);
    const other = permits.tryAcquire();
    answer.resolve('answered');
    expect(await isDone(waiting)).toBe(false);
    other?.();
    expect(await waiting).toBe('answered');
    expect(permits.held).toBe(1);
    sender.end();
    expect(permits.held).toBe(0);
  });

  test('goes on with a permit when what it waited for failed', async () => {
    const permits = new Permits(1);
    const sender = turn(permits);
    await expect(sender.waiting(Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(permits.held).toBe(1);
  });

  test('for two things at once holds no permit until it has both, and then one', async () => {
    verifies('node.turns.permit-released');
    const permits = new Permits(1);
    const sender = turn(permits);
    const [one, two] = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
    const both = Promise.all([sender.waiting(one.promise), sender.waiting(two.promise)]);
    one.resolve(1);
    await settled();
    expect(permits.held).toBe(0);
    two.resolve(2);
    expect(await both).toEqual([1, 2]);
    expect(permits.held).toBe(1);
  });

  test('for two things at once goes on with the first of them, though no permit is free', async () => {
    const permits = new Permits(1);
    const sender = turn(permits);
    const two = Promise.withResolvers<number>();
    const second = sender.waiting(two.promise);
    const other = permits.tryAcquire();
    expect(await isDone(sender.waiting(Promise.resolve(1)))).toBe(true);
    other?.();
    two.resolve(2);
    expect(await second).toBe(2);
  });

  test('twice while its permit is on the way gets one permit, not two', async () => {
    verifies('node.turns.permit-released');
    const permits = new Permits(2);
    const sender = turn(permits);
    const first = sender.waiting(Promise.resolve());
    const others = [permits.tryAcquire(), permits.tryAcquire()];
    await settled();
    const second = sender.waiting(Promise.resolve());
    await settled();
    for (const release of others) release?.();
    await Promise.all([first, second]);
    expect(permits.held).toBe(1);
    sender.end();
    expect(permits.held).toBe(0);
  });

  test('again and again neither keeps nor loses one', async () => {
    const permits = new Permits(1);
    const sender = turn(permits);
    for (let count = 0; count < 3; count += 1) {
      const waiting = sender.waiting(Promise.resolve(count));
      expect(permits.held).toBe(0);
      expect(await waiting).toBe(count);
      expect(permits.held).toBe(1);
    }
  });

  test('again while its permit is on the way keeps none', async () => {
    const permits = new Permits(1);
    const sender = turn(permits);
    const first = sender.waiting(Promise.resolve());
    const other = permits.tryAcquire();
    await settled();
    const answer = Promise.withResolvers<string>();
    const second = sender.waiting(answer.promise);
    other?.();
    await settled();
    expect(permits.held).toBe(0);
    answer.resolve('');
    await Promise.all([first, second]);
    expect(permits.held).toBe(1);
  });

  test('and ends meanwhile takes none again', async () => {
    verifies('node.turns.permit-released');
    const permits = new Permits(1);
    const sender = turn(permits);
    const answer = Promise.withResolvers<string>();
    const waiting = sender.waiting(answer.promise);
    sender.end();
    answer.resolve('late');
    expect(await waiting).toBe('late');
    expect(permits.held).toBe(0);
  });

  test('and ends while its permit is on the way gives it straight back', async () => {
    const permits = new Permits(1);
    const sender = turn(permits);
    const waiting = sender.waiting(Promise.resolve());
    const other = permits.tryAcquire();
    await settled();
    sender.end();
    other?.();
    await waiting;
    expect(permits.held).toBe(0);
  });
});

test('a root event that is no turn waits without taking a permit', async () => {
  const permits = new Permits(1);
  const signal = new AbortController().signal;
  const sender = new Sender({ lineage: rootOf(), ledger: new Ledger(8, 0, []), signal, permits });
  await sender.waiting(Promise.resolve());
  expect(permits.held).toBe(0);
  sender.end();
  expect(permits.held).toBe(0);
});

test('ending twice gives back once', () => {
  const permits = new Permits(2);
  const sender = turn(permits);
  turn(permits);
  sender.end();
  sender.end();
  expect(permits.held).toBe(1);
});

type Step = readonly ['wait' | 'answer' | 'fail' | 'end' | 'compete' | 'leave' | 'tick', number];

test('no permit leaks and none is doubled, however waits, ends and other turns fall together', async () => {
  verifies('node.turns.permit-released');
  const step: fc.Arbitrary<Step> = fc.tuple(
    fc.constantFrom('wait', 'wait', 'answer', 'answer', 'fail', 'end', 'compete', 'leave', 'tick'),
    fc.nat({ max: 20 }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3 }),
      fc.array(step, { maxLength: 30, size: 'max' }),
      async (limit, steps) => {
        const permits = new Permits(limit);
        const senders = Array.from({ length: limit }, () => turn(permits));
        const ended = new Set<Sender>();
        const waits: { readonly sender: Sender; readonly answer: PromiseWithResolvers<void> }[] = [];
        const others: Release[] = [];
        const othersLeave = async (): Promise<void> => {
          for (let rounds = 0; rounds <= steps.length; rounds += 1) {
            await settled();
            for (const release of others.splice(0)) release();
          }
        };
        for (const [what, which] of steps) {
          const sender = senders[which % senders.length];
          const [wait] = what === 'answer' || what === 'fail' ? waits.splice(which % Math.max(1, waits.length), 1) : [];
          if (what === 'wait' && sender !== undefined) {
            const answer = Promise.withResolvers<void>();
            waits.push({ sender, answer });
            sender.waiting(answer.promise).catch(() => undefined);
          } else if (what === 'answer') {
            wait?.answer.resolve();
          } else if (what === 'fail') {
            wait?.answer.reject(new Error('no'));
          } else if (what === 'end' && sender !== undefined) {
            ended.add(sender);
            sender.end();
          } else if (what === 'compete') {
            void permits.acquire('beginning').then((release) => others.push(release));
          } else if (what === 'leave') {
            others.shift()?.();
          } else {
            await settled();
          }
          expect(permits.held).toBeLessThanOrEqual(limit);
        }
        // The others leave: whoever has not ended and waits for nothing holds exactly one permit.
        await othersLeave();
        const working = senders.filter((sender) => !ended.has(sender) && !waits.some((wait) => wait.sender === sender));
        expect(permits.held).toBe(working.length);
        for (const { answer } of waits) answer.resolve();
        await settled();
        expect(permits.held).toBe(senders.length - ended.size);
        for (const sender of senders) sender.end();
        await othersLeave();
        expect([permits.held, permits.queued]).toEqual([0, 0]);
      },
    ),
    { numRuns: 300 },
  );
});

describe('what a message extends', () => {
  const asked = message(rootOf(), { channel: 'session', from: A, to: B });
  const told = (question: typeof asked) =>
    message(question.lineage, {
      channel: 'session',
      from: B,
      to: A,
      act: 'inform',
      inReplyTo: question.link.messageId,
    }).lineage;

  test('the lineage of the turn, whoever it is for', () => {
    const sender = turn(new Permits(1), chainOf(2));
    expect([sender.parentFor(B.peerId), sender.parentFor('')]).toEqual([sender.lineage, sender.lineage]);
  });

  test('to a peer whose session reply was read the lineage of that reply; to others still one’s own', () => {
    verifies('node.lineage.reply-counts');
    const sender = turn(new Permits(1));
    const reply = told(asked);
    sender.consume(B.peerId, reply);
    expect(sender.parentFor(B.peerId).depth).toBe(2);
    expect(sender.parentFor(B.peerId)).toBe(reply);
    expect(sender.parentFor(C.peerId)).toBe(sender.lineage);
    const deeper = told(message(reply, { channel: 'session', from: A, to: B }));
    sender.consume(B.peerId, deeper);
    expect(sender.parentFor(B.peerId).depth).toBe(4);
    sender.consume(B.peerId, reply);
    expect(sender.parentFor(B.peerId).depth).toBe(4);
  });

  test('V04: a reply that is not deeper than the turn itself never makes it shallower', () => {
    verifies('node.lineage.reply-counts', 'node.brakes.max-hops');
    const sender = turn(new Permits(1), chainOf(3));
    sender.consume(B.peerId, chainOf(1));
    sender.consume(B.peerId, chainOf(3));
    expect(sender.parentFor(B.peerId)).toBe(sender.lineage);
  });
});

describe('whether what woke a turn was signed by its sender', () => {
  test('a root turn needs no signature, an honest one has it', () => {
    expect(turn(new Permits(1)).isVerified(() => false)).toBe(true);
    expect(turn(new Permits(1), chainOf(3)).isVerified(verifyEd25519)).toBe(true);
  });

  test('a made-up signature is found out when the chain would be extended, and stays found out', () => {
    verifies('node.brakes.malformed');
    const honest = chainOf(2);
    const links = honest.links.map((link, index) =>
      index === 1 ? { ...link, signature: peer(5).sign(link.bytes) } : link,
    );
    const sender = turn(new Permits(1), new Lineage(honest.job, honest.jobBytes, links));
    expect(sender.isVerified(verifyEd25519)).toBe(false);
    expect(sender.isVerified(() => true)).toBe(false);
  });

  test('it is checked once', () => {
    let checks = 0;
    const sender = turn(new Permits(1), chainOf(1));
    const count = (): boolean => (checks += 1) > 0;
    expect([sender.isVerified(count), sender.isVerified(count)]).toEqual([true, true]);
    expect(checks).toBe(1);
  });
});
