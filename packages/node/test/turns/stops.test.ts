import { describe, expect, test } from 'vitest';
import { encodeEnvelope } from '@hoplite/p2p';
import { A, B, C, D, ROOM, message, peer, rootOf } from '../admission/crossings.ts';
import { doing } from './inbound-at.ts';
import { answerTo, atRest, firstOf, freezesOf, messageOf, nodeAt, settlement } from './node-at.ts';
import { verifies } from '@hoplite/test/requirements';

const MALLORY = peer(5);

/** A → B by task, then a post of B's in the room, which is of depth 2. */
const posted = (act: 'inform' | 'request') =>
  message(message(rootOf(), { channel: 'task', from: A, to: B }).lineage, { channel: 'room', from: B, to: C, act });

describe('a bystander whose cap is lower than the job’s', () => {
  test.each(['inform', 'request'] as const)('lets a job be that it hears an `%s` post of for others', async (act) => {
    verifies('node.brakes.max-hops');
    const at = nodeAt(D, { config: { maxHopDepth: 1, rooms: [ROOM] } });
    at.store.joinRoom(ROOM);
    const post = posted(act);
    at.hear(post);
    await atRest();
    expect(at.told.broadcast).toEqual([]);
    expect(at.runtime.threads.ban(post.lineage, [])).toBeUndefined();
    expect(at.escalations.list()).toEqual([]);
  });

  test('stops it all the same when it is the one that is to be woken', async () => {
    const at = nodeAt(C, { config: { maxHopDepth: 1, rooms: [ROOM] } });
    at.store.joinRoom(ROOM);
    expect(at.arrive(posted('request')).refusals).toMatchObject([{ reason: 'max_hops' }]);
    await atRest();
    expect(freezesOf(at.told)).toEqual(['max_hops']);
  });
});

describe('what stops no job', () => {
  test('`busy` as the answer of an agent, attempted again, is answered here with the same, and freezes nothing', async () => {
    verifies('node.refusals.repeated');
    const busy = { reason: 'busy', detail: 'delta is busy', path: [] } as const;
    const heard: unknown[] = [];
    const at = nodeAt(B, {
      peers: { alpha: A, gamma: C },
      agent: doing(async ({ tools }) => {
        for (let times = 0; times < 2; times += 1) {
          heard.push(await tools.call('delegate_task', { peer: C.peerId, brief: 'x' }));
        }
        return { kind: 'done', result: null };
      }),
    });
    at.arrive(message(rootOf(), { channel: 'task', from: A, to: B }));
    await atRest();
    const asked = firstOf(at.sent);
    asked.answer({ kind: 'answer', envelope: encodeEnvelope(answerTo(messageOf(asked), C, { refusal: busy })) });
    await atRest();
    expect(at.sent).toHaveLength(1);
    expect(heard).toHaveLength(2);
    expect(heard[1]).toEqual(heard[0]);
    expect(JSON.stringify(heard[1])).toContain('busy');
    expect(freezesOf(at.told)).toEqual([]);
  });

  test('a stop in a settlement whose reason stops no job freezes nothing, and the job is done', async () => {
    verifies('node.brakes.frozen');
    const at = nodeAt(A, { peers: { beta: B } });
    const running = at.operator.delegate('beta', 'x', { credit: 8 });
    await atRest();
    const first = firstOf(at.sent);
    const asked = messageOf(first);
    const stops = [{ reason: 'busy' as const, path: ['nobody'] }];
    const answer = answerTo(asked, B, { settlement: settlement({ burnt: asked.link.credit, stops, stopCount: 1 }) });
    first.answer({ kind: 'answer', envelope: encodeEnvelope(answer) });
    expect(await running).toMatchObject({ state: 'done', result: 'ok' });
    expect([at.told.broadcast, at.escalations.list()]).toEqual([[], []]);
  });
});

test('a flood of messages that are too deep makes a bounded number of freezes and of rows in the log of refusals', async () => {
  verifies('node.store.bounded');
  const flood = 400;
  const at = nodeAt(A);
  const other = peer(6);
  const ids = Array.from({ length: flood }, (_, n) => `flood-${n}`);
  for (const jobId of ids) {
    const deep = [MALLORY, other, MALLORY].reduce(
      (lineage, from) => message(lineage, { channel: 'session', from, to: from === MALLORY ? other : MALLORY }).lineage,
      rootOf({ jobId }),
    );
    const { refusals } = at.arrive(message(deep, { channel: 'session', from: other, to: A }));
    expect(refusals).toMatchObject([{ reason: 'max_hops' }]);
  }
  await atRest();
  expect(at.told.broadcast.length).toBe(60);
  expect(at.store.notices(flood)).toHaveLength(60);
  expect(ids.filter((jobId) => at.store.refusals({ jobId }, 1).length > 0)).toHaveLength(200);
});
