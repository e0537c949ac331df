import { describe, expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import {
  CLOCK_SKEW_MS,
  Lineage,
  composeNotice,
  decodeNotice,
  verifyEd25519,
  witnessFault,
  type JobHeader,
  type LineageFault,
  type Notice,
  type NoticeContent,
  type Signer,
} from '../../src/index.ts';
import { encodeJobHeader } from '../../src/lineage/codec.ts';
import { A, B, C, D, HOUR, NOW, answerTo, forge, header, hop, relink, rootOf } from './chains.ts';

verifies(
  'p2p.lineage.x01-foreign-origin',
  'p2p.lineage.x02-cut-link',
  'p2p.lineage.x03-widened',
  'p2p.lineage.witness',
);

/** A → B → C. */
const chain = hop(hop(rootOf(), { from: A, to: B, credit: 8 }).lineage, { from: B, to: C, credit: 4 }).lineage;
const posted = hop(rootOf(), { channel: 'room', from: A, to: B }).lineage;

const MALFORMED = { reason: 'malformed' };

function freeze(witness: Lineage, changes: { readonly jobId?: string; readonly epoch?: number } = {}): NoticeContent {
  const { jobId, epoch } = witness.job;
  return { kind: 'freeze', jobId, epoch, reason: 'max_hops', path: [], witness, ...changes };
}

function stall(witness: Lineage, changes: { readonly jobId?: string; readonly epoch?: number } = {}): NoticeContent {
  const { jobId, epoch } = witness.job;
  return { kind: 'stall', jobId, epoch, reason: 'deadlock', detail: '', path: [], witness, ...changes };
}

function receipt(witness: Lineage): NoticeContent {
  return { kind: 'receipt', witness };
}

/** A notice by `author`, as the others read it. */
function by(author: Signer, content: NoticeContent): Notice {
  const notice = decodeNotice(composeNotice(content, { id: 'notice-1', at: NOW, until: NOW + HOUR }, author));
  if (notice === undefined) throw new Error('a kind that this version knows');
  return notice;
}

function judge(author: Signer, content: NoticeContent, now = NOW): LineageFault | undefined {
  return witnessFault(by(author, content), { now, verify: verifyEd25519 });
}

/** The same chain under another header. */
function widened(changes: Partial<JobHeader>): Lineage {
  const job = header(changes);
  return new Lineage(job, encodeJobHeader(job), chain.links);
}

describe('a freeze', () => {
  test.each([
    ['whom the job reached last', C],
    ['who sent it on', B],
    ['where it began', A],
  ])('is believed of %s', (_, author) => {
    expect(judge(author, freeze(chain))).toBeUndefined();
  });

  test('is believed of any member of a room that the job was posted in', () => {
    expect(judge(D, freeze(posted))).toBeUndefined();
  });

  test('is not believed of who is not on the chain', () => {
    expect(judge(D, freeze(chain))).toMatchObject(MALFORMED);
  });

  test('is believed of a chain that went on after a reply', () => {
    const asked = hop(rootOf(), { channel: 'session', act: 'query', from: A, to: B });
    expect(judge(A, freeze(answerTo(asked, B).lineage))).toBeUndefined();
  });

  test('is of the job and the epoch of its witness', () => {
    expect(judge(C, freeze(chain, { jobId: 'job-2' }))).toMatchObject(MALFORMED);
    expect(judge(C, freeze(chain, { epoch: 1 }))).toMatchObject(MALFORMED);
    const later = hop(rootOf({ epoch: 1 }), { from: A, to: B }).lineage;
    expect(judge(B, freeze(later))).toBeUndefined();
    expect(judge(B, freeze(later, { epoch: 0 }))).toMatchObject(MALFORMED);
  });

  test('without links is the word of who says that the job began there', () => {
    const word = by(A, freeze(rootOf()));
    expect(witnessFault(word, { now: NOW, verify: verifyEd25519 })).toBeUndefined();
    expect(judge(A, freeze(rootOf()), NOW + 2 * HOUR)).toMatchObject({ reason: 'expired' });
  });
});

describe('a receipt', () => {
  test('is believed of whom the message was for, and of any member of its room', () => {
    expect(judge(C, receipt(chain))).toBeUndefined();
    expect(judge(D, receipt(posted))).toBeUndefined();
  });

  test('is not believed of anybody else, were it who sent the message', () => {
    expect([A, B, D].map((author) => judge(author, receipt(chain))?.reason)).toEqual(Array(3).fill('malformed'));
  });

  test('shows a message, and one that may wake', () => {
    expect(judge(A, receipt(rootOf()))).toMatchObject(MALFORMED);
    const answer = answerTo(hop(rootOf(), { from: A, to: B }), B).lineage;
    expect(judge(A, receipt(answer))).toMatchObject(MALFORMED);
  });
});

describe('a stall', () => {
  verifies('watch.interventions');

  test('is believed of whom the job reached, and of any member of a room that it was posted in', () => {
    expect([A, B, C].map((author) => judge(author, stall(chain)))).toEqual(Array(3).fill(undefined));
    expect(judge(D, stall(posted))).toBeUndefined();
  });

  test('is believed of who has read a reply', () => {
    const asked = hop(chain, { channel: 'session', act: 'query', from: C, to: D, credit: 2 });
    expect(judge(C, stall(answerTo(asked, D).lineage))).toBeUndefined();
  });

  test('is not believed of who is not on the chain', () => {
    expect(judge(D, stall(chain))).toMatchObject(MALFORMED);
  });

  test('is of the job and the epoch of its witness', () => {
    expect(judge(C, stall(chain, { jobId: 'job-2' }))).toMatchObject(MALFORMED);
    expect(judge(C, stall(chain, { epoch: 1 }))).toMatchObject(MALFORMED);
  });

  test('without links is nobody’s word: a header alone is signed by nobody', () => {
    expect(judge(A, stall(rootOf()))).toMatchObject(MALFORMED);
  });
});

describe.each([
  ['freeze', freeze],
  ['receipt', receipt],
  ['stall', stall],
] as const)('the witness of a %s is refused', (_, content) => {
  test('when its first link is cut off', () => {
    expect(judge(C, content(relink(chain, (links) => links.slice(1))))).toMatchObject(MALFORMED);
  });

  test('when a link is cut out of its middle', () => {
    const long = hop(chain, { from: C, to: D, credit: 2 }).lineage;
    expect(judge(D, content(relink(long, (links) => links.filter((_, index) => index !== 1))))).toMatchObject(
      MALFORMED,
    );
  });

  test('when a link is signed by somebody else than its sender', () => {
    const invented = forge(rootOf(), { from: A.peerId, to: C.peerId }, C);
    expect(judge(C, content(invented))).toMatchObject(MALFORMED);
    const middle = forge(forge(rootOf(), { from: A.peerId, to: B.peerId }, A), { from: B.peerId, to: C.peerId }, C);
    expect(judge(C, content(middle))).toMatchObject(MALFORMED);
  });

  test('when its last link is, which no connection vouches for here', () => {
    const last = chain.links[1];
    const unsigned = relink(chain, ([first]) =>
      first && last ? [first, { ...last, signature: new Uint8Array(64) }] : [],
    );
    expect(judge(C, content(unsigned))).toMatchObject(MALFORMED);
  });

  test.each([
    ['the job', { jobId: 'job-2' }],
    ['the epoch', { epoch: 1 }],
    ['the credit', { credit: 33 }],
    ['the life', { expiresAt: NOW + HOUR + 1 }],
  ] as const)('when %s of its header is another than was signed', (_, changes) => {
    expect(judge(C, content(widened(changes)))).toMatchObject(MALFORMED);
  });

  test('when its job has expired, is not issued yet, or lives too long', () => {
    expect(judge(C, content(chain), NOW + HOUR + CLOCK_SKEW_MS)).toBeUndefined();
    expect(judge(C, content(chain), NOW + HOUR + CLOCK_SKEW_MS + 1)).toMatchObject({ reason: 'expired' });
    expect(judge(C, content(chain), NOW - CLOCK_SKEW_MS - 1)).toMatchObject(MALFORMED);
    const long = hop(rootOf({ expiresAt: NOW + 25 * HOUR }), { from: A, to: B }).lineage;
    expect(judge(B, content(long))).toMatchObject(MALFORMED);
  });

  test('when a credit has grown on the way', () => {
    const grown = forge(
      forge(rootOf(), { from: A.peerId, to: B.peerId }, A),
      { from: B.peerId, to: C.peerId, credit: 9 },
      B,
    );
    expect(judge(C, content(grown))).toMatchObject(MALFORMED);
  });

  test('when a hop does not fit the one before', () => {
    const jumped = forge(forge(rootOf(), { from: A.peerId, to: B.peerId }, A), { from: D.peerId, to: C.peerId }, D);
    expect(judge(C, content(jumped))).toMatchObject(MALFORMED);
  });
});

test('other notices need no witness', () => {
  expect(judge(D, { kind: 'halt', scope: { kind: 'all' }, note: '' })).toBeUndefined();
  const stop = { jobId: 'job-1', epoch: 0, reason: 'max_hops', path: [], detail: '' } as const;
  expect(judge(D, { kind: 'escalation', ...stop })).toBeUndefined();
  expect(judge(D, { kind: 'beat', every: 1, tokens: 0, costMicroUsd: 0 })).toBeUndefined();
});
