import fc from 'fast-check';
import { expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import {
  CHANNELS,
  Lineage,
  MalformedMessageError,
  OBLIGING_ACTS,
  encodeEnvelope,
  decodeEnvelope,
  isSignedLink,
  verifyEd25519,
  verifyReply,
  type Message,
  type Signer,
} from '../../src/index.ts';
import { A, PEERS, answerTo, hop, judge, received, relink, rootOf, withLineage } from './chains.ts';

/** One hop of an honest job: the peer that holds the turn sends to another one, perhaps after asking it first. */
interface Step {
  readonly channel: (typeof CHANNELS)[number];
  readonly act: (typeof OBLIGING_ACTS)[number];
  /** Which of the others it goes to. */
  readonly turn: number;
  /** The part of its credit that it carries. */
  readonly part: number;
  /** A session question and its answer come before, and are consumed. */
  readonly asksFirst: boolean;
}

/** From 0 to 1, without 1. Of doubles as such, nearly all are next to 0. */
const part = fc.integer({ min: 0, max: 9999 }).map((count) => count / 10_000);

const step: fc.Arbitrary<Step> = fc.record({
  channel: fc.constantFrom(...CHANNELS),
  act: fc.constantFrom(...OBLIGING_ACTS),
  turn: fc.integer({ min: 1, max: PEERS.length - 1 }),
  part,
  asksFirst: fc.boolean(),
});

interface Crossing {
  readonly message: Message;
  readonly to: Signer;
}

/** All messages of an honest job that are at most `maxDepth` deep, with their receivers. */
function run(steps: readonly Step[], credit: number, maxDepth = 4): Crossing[] {
  const crossings: Crossing[] = [];
  let lineage = rootOf({ credit });
  let holder: Signer = A;
  let granted = credit;
  const cross = (message: Message, to: Signer): Message => {
    crossings.push({ message: received(message), to });
    return message;
  };
  for (const { channel, act, turn, part, asksFirst } of steps) {
    const to = PEERS[(PEERS.findIndex(({ peerId }) => peerId === holder.peerId) + turn) % PEERS.length] ?? A;
    const share = 1 + Math.floor(part * (granted - 1));
    const asks = asksFirst && channel !== 'room' && lineage.depth + 3 <= maxDepth;
    if (lineage.depth + 1 > maxDepth) {
      break;
    }
    if (asks) {
      const question = cross(hop(lineage, { channel: 'session', act: 'query', from: holder, to, credit: share }), to);
      lineage = cross(answerTo(question, to), holder).lineage;
    }
    lineage = cross(hop(lineage, { channel, act, from: holder, to, credit: share }), to).lineage;
    holder = to;
    granted = share;
  }
  return crossings;
}

const jobs = fc
  .record({ steps: fc.array(step, { minLength: 1, maxLength: 4 }), credit: fc.integer({ min: 1, max: 10_000 }) })
  .map(({ steps, credit }) => run(steps, credit));

test('every message of every honest job is believed where it arrives, whether or not the connection vouches', () => {
  verifies(
    'p2p.lineage.addressed',
    'p2p.lineage.signatures',
    'p2p.lineage.credit-never-grows',
    'p2p.wire.received-bytes',
  );
  fc.assert(
    fc.property(jobs, fc.boolean(), (crossings, lastLinkAuthenticated) => {
      for (const [index, { message, to }] of crossings.entries()) {
        expect(judge(message, to, { lastLinkAuthenticated })).toBeUndefined();
        expect(message.lineage.depth).toBeLessThanOrEqual(4);
        expect(message.lineage.depth).toBe(index + 1);
        expect(message.lineage.origin).toBe(A.peerId);
      }
    }),
    { numRuns: 200 },
  );
});

test('an honest job has chains of all lengths, with answers in them', () => {
  // Or else the laws of this file would hold of nothing.
  const all = fc.sample(jobs, { numRuns: 300, seed: 1 }).flat();
  expect(new Set(all.map(({ message }) => message.lineage.depth))).toEqual(new Set([1, 2, 3, 4]));
  expect(new Set(all.map(({ message }) => message.channel))).toEqual(new Set(CHANNELS));
  expect(all.some(({ message: { lineage } }) => lineage.links.slice(0, -1).some(({ act }) => act === 'inform'))).toBe(
    true,
  );
});

test('an honest answer to any message of an honest job passes, on every channel', () => {
  fc.assert(
    fc.property(jobs, fc.boolean(), (crossings, refuses) => {
      for (const { message, to } of crossings.filter(({ message }) => message.link.credit > 0)) {
        const answer = received(answerTo(message, to, refuses ? { act: 'refuse' } : {}));
        expect(verifyReply(answer, message, to.peerId)).toBeUndefined();
        expect(answer.lineage.depth).toBe(message.lineage.depth + 1);
      }
    }),
    { numRuns: 100 },
  );
});

/** A lineage in which one byte of the header, of a link or of a signature is another. */
function tamper(lineage: Lineage, where: number, flip: number): Lineage {
  const parts = [lineage.jobBytes, ...lineage.links.flatMap(({ bytes, signature }) => [bytes, signature])];
  const total = parts.reduce((sum, part) => sum + part.length, 0);
  let at = Math.floor(where * total);
  const [jobBytes, ...rest] = parts.map((part) => {
    const here = at >= 0 && at < part.length;
    const changed = Uint8Array.from(part, (byte, index) => (here && index === at ? byte ^ flip : byte));
    at -= part.length;
    return changed;
  });
  const links = lineage.links.map((link, index) => ({
    ...link,
    bytes: rest[2 * index] ?? link.bytes,
    signature: rest[2 * index + 1] ?? link.signature,
  }));
  return new Lineage(lineage.job, jobBytes ?? lineage.jobBytes, links);
}

const tampering = fc.record({
  crossings: jobs,
  where: part,
  flip: fc.integer({ min: 1, max: 255 }),
});

/** Whether a receiver takes a message whose chain was changed on the way, and nothing else. */
function isTaken({ message, to }: Crossing, chain: Lineage, lastLinkAuthenticated: boolean): boolean {
  try {
    const arrived = decodeEnvelope(message.channel, encodeEnvelope({ ...message, lineage: chain }));
    return judge(arrived, to, { lastLinkAuthenticated, author: message.link.from }) === undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(MalformedMessageError);
    return false;
  }
}

test('no byte of header, links and signatures can be another', () => {
  verifies('p2p.lineage.signatures', 'p2p.lineage.x03-widened');
  fc.assert(
    fc.property(tampering, ({ crossings, where, flip }) => {
      const last = crossings.at(-1);
      if (last === undefined) throw new Error('a job has a message');
      expect(isTaken(last, last.message.lineage, false)).toBe(true);
      expect(isTaken(last, tamper(last.message.lineage, where, flip), false)).toBe(false);
    }),
    { numRuns: 600 },
  );
});

test('where the connection vouches for the last link, no byte of what came before it can be another', () => {
  verifies('p2p.lineage.signatures');
  fc.assert(
    fc.property(tampering, ({ crossings, where, flip }) => {
      const last = crossings.at(-1);
      fc.pre(last !== undefined && last.message.lineage.depth > 1);
      const { lineage } = last.message;
      const before = tamper(
        relink(lineage, (links) => links.slice(0, -1)),
        where,
        flip,
      );
      const tampered = relink(before, (links) => [...links, ...lineage.links.slice(-1)]);
      expect(isTaken(last, tampered, true)).toBe(false);
    }),
    { numRuns: 300 },
  );
});

test('a last link whose signature was made up is found out before anything extends it', () => {
  verifies('p2p.lineage.signatures');
  fc.assert(
    fc.property(jobs, fc.integer({ min: 0, max: 63 }), fc.integer({ min: 1, max: 255 }), (crossings, at, flip) => {
      const { message } = crossings.at(-1) ?? { message: undefined };
      if (message === undefined) throw new Error('a job has a message');
      const forged = relink(message.lineage, (links) =>
        links.map((link, index) =>
          index === links.length - 1
            ? { ...link, signature: link.signature.map((byte, place) => (place === at ? byte ^ flip : byte)) }
            : link,
        ),
      );
      const { lineage } = received(withLineage(message, forged));
      expect(isSignedLink(lineage, lineage.depth - 1, verifyEd25519)).toBe(false);
      expect(isSignedLink(message.lineage, lineage.depth - 1, verifyEd25519)).toBe(true);
    }),
    { numRuns: 100 },
  );
});
