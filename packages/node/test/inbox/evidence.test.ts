import { describe, expect, test } from 'vitest';
import { composeMessage, composeNotice, decodeNotice, type Channel } from '@hoplite/p2p';
import { A, B, C, HOUR, NOW, ROOM, TOPIC, message, peer, rootOf } from '../admission/crossings.ts';
import { doing } from '../turns/inbound-at.ts';
import { atRest, nodeAt } from '../turns/node-at.ts';
import { verifies } from '@hoplite/test/requirements';

const MALLORY = peer(5);
const MINUTE = 60_000;

test('a receipt that was long under way charges nobody, one that proves nothing its author', () => {
  const at = nodeAt(A);
  const job = at.jobs.open({
    channel: 'task',
    target: B.peerId,
    brief: '""',
    burns: 0,
    options: { timeoutMs: 10 * MINUTE },
  });
  at.jobs.begun(job);
  const toB = message(job.lineage, { channel: 'task', from: A, to: B });
  const toC = message(toB.lineage, { channel: 'task', from: B, to: C });
  const bring = (by: typeof C): void => {
    const stamp = { id: 'receipt', at: NOW, until: NOW + 11 * MINUTE };
    const notice = decodeNotice(composeNotice({ kind: 'receipt', witness: toC.lineage }, stamp, by));
    if (notice === undefined) throw new Error('a receipt cannot be read');
    at.evidence.onReceipt(notice, toC.lineage);
  };
  at.clock.advance(20 * MINUTE);
  for (let times = 0; times < 20; times += 1) bring(C);
  expect(at.told.charged).toEqual([]);
  bring(MALLORY); // Who had no part in it.
  expect(at.told.charged).toMatchObject([{ peer: MALLORY.peerId }]);
  expect(at.escalations.list()).toEqual([]);
});

describe('one ID for two messages', () => {
  const signed = (channel: Channel, content: string, messageId = 'same') =>
    composeMessage(
      {
        ...{ channel, parent: rootOf(), to: B.peerId, act: 'request', credit: 1, messageId, at: NOW },
        body: { content, deadline: NOW + HOUR },
      },
      A,
    );

  test('on two channels is an alarm too: `duplicate`, one item, and no second turn', async () => {
    verifies('node.delivery.altered', 'node.brakes.duplicate');
    let turns = 0;
    const agent = doing(async () => {
      turns += 1;
      return { kind: 'done', result: null };
    });
    const at = nodeAt(B, { agent, peers: { alpha: A } });
    expect(at.arrive(signed('task', '"one"')).accepts).toBe(true);
    expect(at.arrive(signed('session', 'two')).refusals).toMatchObject([{ reason: 'duplicate' }]);
    await atRest();
    expect(at.escalations.list()).toMatchObject([{ kind: 'evidence', reason: 'duplicate' }]);
    expect(turns).toBe(1);
  });

  test('makes one item per peer, however often it does that', () => {
    verifies('node.delivery.altered', 'node.store.bounded');
    const at = nodeAt(B);
    at.store.joinRoom(ROOM);
    const post = (by: typeof A, messageId: string, content: string) =>
      composeMessage(
        {
          ...{ channel: 'room', parent: rootOf(), to: TOPIC, act: 'inform', credit: 0, messageId, at: NOW },
          body: { content, room: ROOM },
        },
        by,
      );
    for (let n = 0; n < 20; n += 1) {
      for (const content of ['one', 'two']) {
        at.hear(post(MALLORY, `post-${n}`, content));
      }
    }
    const item = { kind: 'evidence', reason: 'duplicate' };
    expect(at.escalations.list()).toMatchObject([{ ...item, count: 20 }]);
    for (const content of ['one', 'two']) {
      at.hear(post(C, 'post', content));
    }
    expect(at.escalations.list()).toMatchObject([item, item]);
  });
});
