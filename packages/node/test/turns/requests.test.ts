import { describe, expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import {
  NobodyListeningError,
  PeerUnreachableError,
  composeMessage,
  decodeEnvelope,
  encodeEnvelope,
  type Mesh,
  type Reply,
  type Settlement,
  type Signer,
} from '@hoplite/p2p';
import { Dispatch } from '../../src/dispatch/dispatch.ts';
import { Requests } from '../../src/dispatch/requests.ts';
import { Sender } from '../../src/dispatch/sender.ts';
import { Ledger } from '../../src/turns/ledger.ts';
import { A, B, C, HOUR, NOW, ROOM, rootOf } from '../admission/crossings.ts';
import { isDone, settled } from './hand-clock.ts';
import { runtimeAt } from './runtime-at.ts';
import type { Sent } from './scripted-mesh.ts';

/** A node of A with everything real but the network and the time. */
function nodeOfA(credit: number, changes: Partial<Mesh> = {}) {
  const { runtime, store, clock, sent } = runtimeAt(A, {
    mesh: changes,
    config: { credit, turns: { concurrent: 1, queuedPerPeer: 8, queued: 8 } },
  });
  store.joinRoom(ROOM);
  const requests = new Requests(runtime);
  const dispatch = new Dispatch(runtime, requests);
  const ledger = new Ledger(credit, 1, [A.peerId]);
  const end = new AbortController();
  const { permits } = runtime;
  const sender = new Sender({ lineage: rootOf({ credit }), ledger, signal: end.signal, permits });
  let briefs = 0;
  /** Each with a brief of its own: the same one twice is another test's. */
  const delegate = (to: Signer) => {
    const content = JSON.stringify({ brief: (briefs += 1) });
    return dispatch.request(sender, { channel: 'task', to: to.peerId, act: 'request', content });
  };
  return { sent, clock, requests, dispatch, ledger, sender, delegate, end };
}

/** The credit that a request carries on the wire. */
function creditOf({ request }: Sent): number {
  return decodeEnvelope(request.channel, request.envelope).link.credit;
}

/** B's answer to a request, with what it says of its credit. */
function answerOf({ request }: Sent, settlement: Partial<Settlement> | undefined): Reply {
  const { channel, lineage, link } = decodeEnvelope(request.channel, request.envelope);
  const full = { returned: 0, burnt: 0, open: 0, path: [], stops: [], stopCount: 0, ...settlement };
  const by = [B, C].find(({ peerId }) => peerId === request.peer) ?? B;
  const body = {
    content: channel === 'task' ? '"done"' : 'done',
    inReplyTo: link.messageId,
    ...(settlement === undefined ? {} : { settlement: full }),
    ...(channel === 'room' ? { room: ROOM } : {}),
  };
  const to = channel === 'room' ? link.to : link.from;
  const act = channel === 'task' ? 'done' : 'inform';
  const stamp = { channel, parent: lineage, to, act, credit: 0, messageId: 'answer', at: NOW, body } as const;
  return { kind: 'answer', envelope: encodeEnvelope(composeMessage(stamp, by)) };
}

function only(sent: readonly Sent[]): Sent {
  const [first] = sent;
  if (first === undefined) throw new Error('nothing was sent');
  return first;
}

/** For so long, a beat, it is looked for signs of life of a peer that was asked, in milliseconds. */
const LOOKED_FOR_MS = 30_000;

describe('many messages at once', () => {
  test('never promise more credit than there is, and each one gets out', async () => {
    verifies('node.credit.bound');
    for (const credit of [2, 3, 4, 8, 32]) {
      const { sent, ledger, delegate } = nodeOfA(credit);
      const sending = Array.from({ length: 10 }, () => delegate(B));
      await settled();
      expect(sent.length).toBeGreaterThan(0);
      expect(sent.reduce((sum, one) => sum + creditOf(one), 0)).toBe(credit - 1 - ledger.available);
      expect(ledger.open + ledger.available).toBe(credit - 1);
      // As credit comes back, those that wait go out.
      for (let next = 0; next < 10; next += 1) {
        const one = sent[next];
        if (one === undefined) throw new Error(`only ${next} of 10 were sent`);
        one.answer(answerOf(one, { returned: creditOf(one) }));
        await settled();
      }
      expect((await Promise.all(sending)).every(({ ok }) => ok)).toBe(true);
      expect([ledger.available, ledger.open]).toEqual([credit - 1, 0]);
    }
  });

  test('a post and a task at once do not spend the same credit', async () => {
    verifies('node.credit.bound');
    const published: Uint8Array[] = [];
    const publishing = Promise.withResolvers<{ recipients: number }>();
    const { sent, ledger, delegate, dispatch, sender } = nodeOfA(3, {
      publish: (_, envelope) => {
        published.push(envelope);
        return publishing.promise;
      },
    });
    const posting = dispatch.post(sender, { room: ROOM, text: 'hello', wake: [C.peerId] });
    const delegating = [delegate(B), delegate(B)];
    await settled();
    publishing.resolve({ recipients: 1 });
    await settled();
    const onTheWire = sent.reduce((sum, one) => sum + creditOf(one), 0);
    expect([published.length, onTheWire, ledger.open, ledger.available]).toEqual([1, 2, 2, 0]);
    expect((await posting).ok).toBe(true);
    for (const one of sent) one.answer(answerOf(one, { returned: 1 }));
    await settled();
    expect((await Promise.all(delegating)).every(({ ok }) => ok)).toBe(true);
  });

  test('with nothing left and nothing outstanding a message is refused, and the refusal is a stop of the job', async () => {
    verifies('node.brakes.max-turns');
    const { sent, ledger, delegate } = nodeOfA(1);
    expect(await delegate(B)).toMatchObject({ ok: false, refusal: { reason: 'max_turns' } });
    expect(sent).toEqual([]);
    expect(ledger.summary()).toMatchObject({ stopCount: 1, stops: [{ reason: 'max_turns' }] });
  });

  test('one that waits for credit is given up when its turn ends', async () => {
    const { delegate, end } = nodeOfA(2);
    await delegate(B);
    const waiting = delegate(C);
    expect(await isDone(waiting)).toBe(false);
    end.abort();
    expect(await waiting).toMatchObject({ ok: false, refusal: { reason: 'cancelled' } });
  });
});

describe('what does not leave gives its credit back', () => {
  test('a message that is too large', async () => {
    verifies('node.credit.settlement', 'tools.rooms.nobody-listens');
    const { dispatch, sender, ledger } = nodeOfA(8);
    const content = JSON.stringify('x'.repeat(1024 * 1024));
    const sent = await dispatch.request(sender, { channel: 'task', to: B.peerId, act: 'request', content });
    expect(sent).toMatchObject({ ok: false, refusal: { reason: 'too_large' } });
    expect([ledger.available, ledger.open]).toEqual([7, 0]);
  });

  test('a post that nobody hears', async () => {
    verifies('node.credit.settlement', 'tools.rooms.nobody-listens');
    for (const changes of [
      { roomPeers: () => [] },
      { publish: () => Promise.reject(new NobodyListeningError(ROOM)) },
    ] satisfies Partial<Mesh>[]) {
      const { dispatch, sender, ledger } = nodeOfA(8, changes);
      const posted = await dispatch.post(sender, { room: ROOM, text: 'hello', wake: [B.peerId] });
      expect(posted).toMatchObject({ ok: false, refusal: { reason: 'nobody_listening' } });
      expect([ledger.available, ledger.open]).toEqual([7, 0]);
    }
  });
});

test('a mesh that fails leaves no credit behind that nobody would ever settle', async () => {
  verifies('node.credit.settlement');
  const failing = { publish: () => Promise.reject(new Error('the disk is full')) };
  const { dispatch, sender, ledger } = nodeOfA(8, failing);
  await expect(dispatch.post(sender, { room: ROOM, text: 'hello', wake: [B.peerId] })).rejects.toThrow('disk');
  expect([ledger.available, ledger.open]).toEqual([7, 0]);
});

describe('how a request ends settles its credit', () => {
  const outcome = async (end: (sent: Sent) => void) => {
    const node = nodeOfA(9);
    const sending = await node.delegate(B);
    end(only(node.sent));
    const { reply } = sending.ok ? await sending.value.reply : { reply: undefined };
    const { returned, burnt, open } = node.ledger.summary();
    return { reply, accounts: { returned, burnt, open }, inFlight: node.requests.inFlight(B.peerId) };
  };
  const HELD = 4;

  test('an answer says what was spent', async () => {
    verifies('node.credit.settlement');
    const { reply, accounts, inFlight } = await outcome((sent) =>
      sent.answer(answerOf(sent, { returned: 3, burnt: 1 })),
    );
    expect(reply).toMatchObject({ ok: true, content: 'done' });
    expect([accounts, inFlight]).toEqual([{ returned: 7, burnt: 2, open: 0 }, 0]);
  });

  test('a refusal brings all of it back: nothing ran', async () => {
    verifies('node.credit.settlement', 'node.refusals.typed');
    const refusal = { reason: 'busy', detail: 'full', path: [] } as const;
    const { reply, accounts } = await outcome((sent) => sent.answer({ kind: 'refused', refusal }));
    expect(reply).toMatchObject({ ok: false, refusal });
    expect(accounts).toEqual({ returned: 8, burnt: 1, open: 0 });
  });

  test('a peer that cannot be reached brings all of it back', async () => {
    const { reply, accounts } = await outcome((sent) => sent.fail(new PeerUnreachableError(B.peerId)));
    expect(reply).toMatchObject({ ok: false, refusal: { reason: 'unreachable' } });
    expect(accounts).toEqual({ returned: 8, burnt: 1, open: 0 });
  });

  test('an answer that is none, or does not say what was spent, burns it', async () => {
    verifies('node.credit.settlement');
    const nonsense = await outcome((sent) => sent.answer({ kind: 'answer', envelope: new Uint8Array(5) }));
    expect(nonsense.reply).toMatchObject({ ok: false, refusal: { reason: 'malformed' } });
    expect(nonsense.accounts).toEqual({ returned: 4, burnt: 1 + HELD, open: 0 });
    const silent = await outcome((sent) => sent.answer(answerOf(sent, undefined)));
    expect(silent.reply).toMatchObject({ ok: true });
    expect(silent.accounts).toEqual({ returned: 4, burnt: 1 + HELD, open: 0 });
  });

  test('a deadline that passes burns it: whatever runs there may have spent it', async () => {
    verifies('node.credit.settlement');
    const node = nodeOfA(9);
    const sending = await node.delegate(B);
    node.clock.advance(HOUR);
    const { reply } = sending.ok ? await sending.value.reply : { reply: undefined };
    expect(reply).toMatchObject({ ok: false, refusal: { reason: 'deadline' } });
    expect(node.ledger.summary()).toMatchObject({ returned: 4, burnt: 1 + HELD, open: 0 });
  });
});

describe('credit that was open when the answer came', () => {
  const answeredWithOpen = async () => {
    const node = nodeOfA(9);
    const sending = await node.delegate(B);
    const sent = only(node.sent);
    const settle = (settlement: Partial<Settlement>, id = sent.request.id, peer = B.peerId) =>
      node.requests.branches.settled(peer, 'task', id, {
        returned: 0,
        burnt: 0,
        open: 0,
        path: [],
        stops: [],
        stopCount: 0,
        ...settlement,
      });
    return { ...node, sent, settle, reply: sending.ok ? sending.value.reply : Promise.reject(new Error('not sent')) };
  };

  test('settles when its branches have, once', async () => {
    verifies('node.credit.settlement');
    const { sent, settle, reply, ledger, clock } = await answeredWithOpen();
    sent.answer(answerOf(sent, { returned: 1, burnt: 1, open: 2 }));
    await reply;
    expect(ledger.summary()).toMatchObject({ returned: 5, burnt: 2, open: 2 });
    settle({ returned: 2, burnt: 2 });
    expect(ledger.summary()).toMatchObject({ returned: 6, burnt: 3, open: 0 });
    settle({ returned: 4 });
    expect(ledger.summary()).toMatchObject({ returned: 6, burnt: 3, open: 0 });
    clock.advance(LOOKED_FOR_MS);
    expect(clock.timers).toBe(0);
  });

  test('settles even if that is told in the same breath as the answer', async () => {
    verifies('node.credit.settlement');
    const { sent, settle, reply, ledger, clock } = await answeredWithOpen();
    // As when both frames come in one packet: nothing has run in between.
    sent.answer(answerOf(sent, { returned: 1, burnt: 1, open: 2 }));
    settle({ returned: 2, burnt: 2 });
    await reply;
    expect(ledger.summary()).toMatchObject({ returned: 6, burnt: 3, open: 0 });
    clock.advance(LOOKED_FOR_MS);
    expect(clock.timers).toBe(0);
  });

  test('is not settled by another peer, nor for another message', async () => {
    const { sent, settle, reply, ledger } = await answeredWithOpen();
    sent.answer(answerOf(sent, { returned: 1, burnt: 1, open: 2 }));
    await reply;
    settle({ returned: 4 }, sent.request.id, C.peerId);
    settle({ returned: 4 }, 'another');
    expect(ledger.open).toBe(2);
  });

  test('is written off when the job has expired', async () => {
    verifies('node.credit.settlement');
    const { sent, reply, ledger, clock } = await answeredWithOpen();
    sent.answer(answerOf(sent, { returned: 1, burnt: 1, open: 2 }));
    await reply;
    clock.advance(HOUR);
    expect(ledger.summary()).toMatchObject({ returned: 5, burnt: 4, open: 0 });
  });
});
