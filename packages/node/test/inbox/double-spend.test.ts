import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  MAX_HOP_DEPTH,
  composeMessage,
  isSignedLink,
  roomTopic,
  verifyEd25519,
  type Lineage,
  type Signer,
} from '@hoplite/p2p';
import { SpentCredit, type DoubleSpend } from '../../src/inbox/double-spend.ts';
import { A, B, C, D, HOUR, NOW, PEERS, peer, rootOf } from '../admission/crossings.ts';
import { verifies } from '@hoplite/test/requirements';

verifies('node.credit.double-spend');

const [E, F, G] = [peer(4), peer(5), peer(6)];

/** A turn as its receipt shows it: the lineage of the message that woke it, and who ran it. */
type Receipt = readonly [witness: Lineage, by: Signer];

interface Sending {
  readonly from: Signer;
  /** More than one in a room only. */
  readonly to: readonly Signer[];
  readonly credit: number;
  /** It follows a session reply that was read. */
  readonly afterReply?: boolean;
}

let made = 0;

/** The lineage of a message. */
function send(parent: Lineage, { from, to, credit, afterReply = false }: Sending): Lineage {
  const [only = from] = to;
  const stamp = (to: string, messageId = `message-${(made += 1)}`) => ({ to, messageId, at: NOW });
  const body = { content: 'hello', deadline: NOW + HOUR };
  if (to.length > 1) {
    const wake = to.map(({ peerId }) => ({ peer: peerId, credit: 1 }));
    const post = { channel: 'room', act: 'request', body: { ...body, room: 'ops', wake }, parent, credit } as const;
    return composeMessage({ ...post, ...stamp(roomTopic('ops')) }, from).lineage;
  }
  if (!afterReply) {
    return composeMessage({ channel: 'session', act: 'query', body, parent, credit, ...stamp(only.peerId) }, from)
      .lineage;
  }
  const asked = composeMessage({ channel: 'session', act: 'query', body, parent, credit, ...stamp(only.peerId) }, from);
  const settlement = { returned: credit - 1, burnt: 1, open: 0, path: [], stops: [], stopCount: 0 };
  const reply = { content: 'yes', inReplyTo: asked.link.messageId, settlement };
  const told = composeMessage(
    { channel: 'session', act: 'inform', body: reply, parent: asked.lineage, credit: 0, ...stamp(from.peerId) },
    only,
  );
  return send(told.lineage, { from, to, credit });
}

function enterAll(receipts: readonly Receipt[], spent = new SpentCredit()): readonly DoubleSpend[] {
  return receipts.flatMap(([witness, by]) => spent.enter(witness, by.peerId));
}

/** A stream of choices, so that a whole tree is one value. */
class Choices {
  readonly #numbers: readonly number[];
  #at = 0;

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  /** From 0 to below `limit`; 0 when there are no more. */
  below(limit: number): number {
    const number = this.#numbers[this.#at] ?? 0;
    this.#at += 1;
    return number % limit;
  }

  get isOver(): boolean {
    return this.#at >= this.#numbers.length;
  }
}

interface Job {
  readonly choices: Choices;
  readonly receipts: Receipt[];
  turns: number;
}

/**
 * Runs one honest turn and all that comes of it. What branches give back is spent again, now and then a settlement is
 * lost and written off.
 *
 * @returns what comes back of the grant
 */
function honestTurn(job: Job, at: Signer, lineage: Lineage, grant: number): number {
  const { choices, receipts } = job;
  job.turns += 1;
  if (lineage.depth > 0) receipts.push([lineage, at]);
  let available = grant - 1;
  while (available > 0 && lineage.depth + 1 < MAX_HOP_DEPTH && !choices.isOver && choices.below(4) > 0) {
    const others = PEERS.filter(({ peerId }) => peerId !== at.peerId && !lineage.visited.includes(peerId));
    const first = choices.below(others.length);
    const width = choices.below(5) === 0 ? Math.min(available, 1 + choices.below(3), others.length) : 1;
    const to = Array.from({ length: width }, (_, index) => others[(first + index) % others.length] ?? at);
    const credit = Math.max(width, 1 + choices.below(available));
    const afterReply = width === 1 && credit > 1 && lineage.depth + 3 < MAX_HOP_DEPTH && choices.below(4) === 0;
    available -= credit;
    let left = credit;
    const returned = to.map((peer, index) => {
      const share = index === to.length - 1 ? left : 1 + choices.below(left - (to.length - 1 - index));
      left -= share;
      const sent = send(lineage, { from: at, to, credit, afterReply });
      return [peer, share, sent] as const;
    });
    // A post is one message to all; otherwise there is only one.
    const [[, , sent] = [at, 0, lineage]] = returned;
    for (const [peer, share] of returned) {
      const back = honestTurn(job, peer, sent, share);
      available += choices.below(6) === 0 ? 0 : back;
    }
  }
  return available;
}

const choices = fc
  .array(fc.nat({ max: 100_000 }), { minLength: 10, maxLength: 120, size: 'max' })
  .map((numbers) => new Choices(numbers));

describe('an honest job', () => {
  test('never has anyone accused, whatever is returned and spent again, lost, posted or talked over', () => {
    let mostTurns = 0;
    fc.assert(
      fc.property(choices, fc.integer({ min: 1, max: 64 }), fc.boolean(), (choices, credit, reversed) => {
        const job: Job = { choices, receipts: [], turns: 0 };
        honestTurn(job, A, rootOf({ credit }), credit);
        expect(job.turns).toBeLessThanOrEqual(credit);
        mostTurns = Math.max(mostTurns, job.turns);
        // Each is told twice: notices are passed on by many.
        const told = [...job.receipts, ...job.receipts];
        expect(enterAll(reversed ? told.reverse() : told)).toEqual([]);
      }),
      { numRuns: 150 },
    );
    expect(mostTurns).toBeGreaterThan(10);
  });

  test('may run as many turns below a peer as that was granted, all with the same credit again and again', () => {
    const toB = send(rootOf(), { from: A, to: [B], credit: 4 });
    const receipts = [C, D, E].map((to): Receipt => [send(toB, { from: B, to: [to], credit: 3 }), to]);
    expect(enterAll(receipts)).toEqual([]);
  });

  test('is not mixed up with another of the same name in a later epoch', () => {
    const spent = new SpentCredit();
    for (const epoch of [0, 1, 2]) {
      const toB = send(rootOf({ epoch }), { from: A, to: [B], credit: 2 });
      expect(enterAll([[send(toB, { from: B, to: [C], credit: 1 }), C]], spent)).toEqual([]);
    }
  });
});

/** B was granted 4, keeps a turn, and gives 3 to each of several. */
function twice(): { readonly grant: Lineage; readonly receipts: readonly Receipt[] } {
  const grant = send(rootOf(), { from: A, to: [B], credit: 4 });
  const receipts = [C, D].flatMap((to): Receipt[] => {
    const sent = send(grant, { from: B, to: [to], credit: 3 });
    const below = [E, F].map((next): Receipt => [send(sent, { from: to, to: [next], credit: 1 }), next]);
    return [[sent, to], ...below];
  });
  return { grant, receipts };
}

describe('a peer that spends its grant twice', () => {
  test('is found out when more turns have run than it was granted, in whatever order that is heard', () => {
    const { grant, receipts } = twice();
    const order = fc.shuffledSubarray([...receipts], { minLength: receipts.length });
    fc.assert(
      fc.property(order, (order) => {
        const spent = new SpentCredit();
        const accused = order.map(([witness, by]) => spent.enter(witness, by.peerId));
        // Its own turn and three others are what it was granted.
        expect(accused.slice(0, 3)).toEqual([[], [], []]);
        expect(accused[3]).toMatchObject([{ author: B.peerId, turns: 5 }]);
        expect(accused[3]?.[0]?.grant.signature).toEqual(grant.last?.signature);
      }),
    );
  });

  test('is accused once, however many more turns are heard of', () => {
    const { receipts } = twice();
    const accused = enterAll([...receipts, ...receipts]);
    expect(accused.map(({ author }) => author)).toEqual([B.peerId]);
  });

  test('has signed both links that prove it, one after the grant', () => {
    const { grant, receipts } = twice();
    const [found] = enterAll(receipts);
    if (found === undefined) throw new Error('it was not found out');
    const [one, other] = found.spent;
    expect(one.signature).not.toEqual(other.signature);
    for (const link of found.spent) {
      expect(link.from).toBe(B.peerId);
      const lineage = receipts
        .map(([witness]) => witness)
        .find(({ links }) => links.includes(link) || isIn(links, link));
      if (lineage === undefined) throw new Error('the link is of no receipt');
      expect(isSignedLink(lineage, 1, verifyEd25519)).toBe(true);
      expect(lineage.links[0]?.signature).toEqual(grant.last?.signature);
    }
    expect(one.credit + other.credit + 1).toBeGreaterThan(found.grant.credit);
  });

  test('is the only one accused: not who granted it the credit, nor those that it had work', () => {
    // A grants B 12; B is honest and grants C 3; C spends its 2 on everyone.
    const toB = send(rootOf(), { from: A, to: [B], credit: 12 });
    const toC = send(toB, { from: B, to: [C], credit: 3 });
    const toG = send(toB, { from: B, to: [G], credit: 3 });
    const receipts: Receipt[] = [
      [toG, G],
      [toC, C],
      ...[D, E, F, G, D, E, F, G, D, E, F, G].map((to): Receipt => [send(toC, { from: C, to: [to], credit: 2 }), to]),
    ];
    expect(new Set(enterAll(receipts).map(({ author }) => author))).toEqual(new Set([C.peerId]));
  });

  test('in a room is not mistaken for another that was woken there too', () => {
    // 6 for both: B spends its 3 as it may, C its 3 over and over.
    const post = send(rootOf(), { from: A, to: [B, C], credit: 6 });
    const byC = [D, E, F, G].map((to): Receipt => [send(post, { from: C, to: [to], credit: 2 }), to]);
    const byB = [D, E].map((to): Receipt => [send(post, { from: B, to: [to], credit: 1 }), to]);
    expect(enterAll([...byC, ...byB]).map(({ author }) => author)).not.toContain(B.peerId);
  });

  test('is not whoever woke one peer in a room where others say that they were woken as well', () => {
    const toB = send(rootOf(), { from: A, to: [B], credit: 3 });
    const post = send(toB, { from: B, to: [C, D], credit: 1 });
    const task = send(toB, { from: B, to: [E], credit: 1 });
    // Only C was woken: the others of the room lie.
    const receipts: Receipt[] = [[task, E], ...[C, D, F, G].map((by): Receipt => [post, by])];
    expect(enterAll(receipts).map(({ author }) => author)).not.toContain(B.peerId);
  });
});

test('what is remembered is bounded by jobs: the one heard of longest ago is forgotten', () => {
  const spent = new SpentCredit();
  const receiptsOf = (jobId: string): readonly Receipt[] => {
    const toB = send(rootOf({ jobId }), { from: A, to: [B], credit: 2 });
    return [C, D].map((to): Receipt => [send(toB, { from: B, to: [to], credit: 1 }), to]);
  };
  const [first, second] = receiptsOf('first');
  if (first === undefined || second === undefined) throw new Error('there are two');
  enterAll([first], spent);
  for (let job = 0; job < 255; job += 1) enterAll(receiptsOf(`job-${job}`).slice(0, 1), spent);
  expect(enterAll([second], spent)).toHaveLength(1);
  for (let job = 0; job < 256; job += 1) enterAll(receiptsOf(`later-${job}`).slice(0, 1), spent);
  expect(enterAll([second], spent)).toEqual([]);
});

function isIn(links: Lineage['links'], link: DoubleSpend['spent'][number]): boolean {
  return links.some(({ signature }) => Buffer.from(signature).equals(link.signature));
}
