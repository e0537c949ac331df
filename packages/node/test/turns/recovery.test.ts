import { describe, expect, onTestFinished, test } from 'vitest';
import { composeMessage, decodeEnvelope, type Message } from '@hoplite/p2p';
import { A, B, C, D, HOUR, NOW, ROOM, TOPIC, message, rootOf } from '../admission/crossings.ts';
import { recordOf } from '../../src/dispatch/record.ts';
import type { AgentTurn } from '../../src/ports/agent.ts';
import type { Store } from '../../src/ports/store.ts';
import { openSqliteStore } from '../../src/store/sqlite-store.ts';
import { doing } from './inbound-at.ts';
import { answerTo, atRest, messageOf, nodeAt, settlement } from './node-at.ts';
import { verifies } from '@hoplite/test/requirements';

/** What B's turn was granted; it burns 1 of that each time it runs. */
const GRANTED = 8;

/** What a node left behind that stopped during its one turn: A had asked B. */
function interrupted(): { readonly store: Store; readonly toB: Message } {
  const store = openSqliteStore({ file: ':memory:' });
  onTestFinished(() => store.close());
  const toB = message(rootOf(), { channel: 'task', from: A, to: B });
  store.addMessage(recordOf({ message: toB, peer: A.peerId, direction: 'in', retentionMs: HOUR, starts: 1 }));
  return { store, toB };
}

/** The turn had asked C for something. */
function hadAsked(store: Store, toB: Message, messageId: string, credit: number): Message {
  const body = { content: `"do ${messageId}"`, deadline: NOW + HOUR };
  const stamp = { parent: toB.lineage, to: C.peerId, credit, messageId, at: NOW };
  const toC = composeMessage({ channel: 'task', act: 'request', body, ...stamp }, B);
  store.addMessage(recordOf({ message: toC, peer: C.peerId, direction: 'out', retentionMs: HOUR }));
  return toC;
}

/** B starts again on what it left, with an agent that may run twice. */
async function recovered(store: Store, run: (turn: AgentTurn) => Promise<unknown> = async () => null) {
  const idempotent = {
    ...doing(async (turn) => ({ kind: 'done', result: JSON.stringify(await run(turn)) })),
    idempotent: true,
  };
  const at = nodeAt(B, {
    store,
    agent: idempotent,
    peers: { alpha: A, gamma: C, delta: D },
    mesh: { roomPeers: () => [C.peerId, D.peerId] },
  });
  return {
    ...at,
    begin: async () => {
      await at.recovery.recover();
      at.recovery.resume();
      await atRest();
    },
  };
}

function settlementOf(store: Store, { link }: Message) {
  const answer = store.answer(B.peerId, A.peerId, link.messageId);
  return answer && decodeEnvelope('task', answer.envelope).body.settlement;
}

describe('a turn that is to run again', () => {
  test('and ends before its agent does makes no credit of what the earlier run has given away', async () => {
    verifies('node.credit.bound', 'node.credit.conserved');
    const { store, toB } = interrupted();
    const given = 3;
    hadAsked(store, toB, 'b-1', given);
    const at = await recovered(store);
    at.runtime.threads.stopped(toB.lineage, { reason: 'max_hops', path: [] });
    await at.begin();
    const { returned = NaN, burnt = NaN, open = NaN } = settlementOf(store, toB) ?? {};
    expect(returned).toBeLessThanOrEqual(GRANTED - 1 - given);
    expect(returned + burnt + open).toBe(GRANTED);
  });

  test('gives its permit back also when what it was told does not add up', async () => {
    verifies('node.credit.overclaimed', 'node.turns.one-answer');
    const { store, toB } = interrupted();
    const first = hadAsked(store, toB, 'b-1', 5);
    const answer = answerTo(first, C, { settlement: settlement({ returned: 30 }) });
    store.addMessage(recordOf({ message: answer, peer: C.peerId, direction: 'in', retentionMs: HOUR }));
    hadAsked(store, toB, 'b-2', 5);
    hadAsked(store, toB, 'b-3', 3); // More than is left when the claim is cut off.
    const at = await recovered(store);
    await at.begin();
    expect(at.runtime.permits.held).toBe(0);
    expect(settlementOf(store, toB)).toBeDefined();
  });
});

describe('a waking post that one of two peers was too busy for', () => {
  /** C has answered, and D was busy. */
  function posted(store: Store, toB: Message): Message {
    const wake = [
      { peer: C.peerId, credit: 5 },
      { peer: D.peerId, credit: 1 },
    ];
    const body = { content: 'who?', room: ROOM, deadline: NOW + HOUR, wake };
    const stamp = { parent: toB.lineage, to: TOPIC, credit: 6, messageId: 'b-post', at: NOW };
    const post = composeMessage({ channel: 'room', act: 'request', body, ...stamp }, B);
    store.joinRoom(ROOM);
    store.addMessage(recordOf({ message: post, peer: TOPIC, direction: 'out', retentionMs: HOUR }));
    const answer = answerTo(post, C, { content: 'me' }, 5);
    store.addMessage(recordOf({ message: answer, peer: C.peerId, direction: 'in', retentionMs: HOUR }));
    const about = { author: B.peerId, messageId: 'b-post', peer: D.peerId, at: NOW };
    store.addOutcome({ ...about, reason: 'busy', detail: '', path: [], retryable: true });
    return post;
  }

  test('is not made anew by the turn that runs again: its credit is spent, and it counts as said', async () => {
    verifies('node.credit.bound');
    const { store, toB } = interrupted();
    const { briefHash } = recordOf({ message: posted(store, toB), peer: TOPIC, direction: 'out', retentionMs: HOUR });
    if (briefHash === undefined) throw new Error('a waking post has a brief');
    const said = { jobId: toB.lineage.job.jobId, epoch: 0, author: B.peerId, briefHash };
    expect(store.hasSaid(said)).toBe(true);
    const heard: unknown[] = [];
    const at = await recovered(store, async ({ tools }) => {
      const wake = [C.peerId, D.peerId];
      heard.push(await tools.call('post_to_room', { room: ROOM, text: 'who?', wake, wait_seconds: 1 }));
      return null;
    });
    await at.begin();
    expect(heard).toHaveLength(1);
    const anew = at.sent.map(messageOf).filter(({ link }) => link.messageId !== 'b-post');
    expect(anew).toEqual([]);
    const { returned = NaN } = settlementOf(store, toB) ?? {};
    expect(returned).toBeLessThanOrEqual(GRANTED - 2 - 5);
  });
});
