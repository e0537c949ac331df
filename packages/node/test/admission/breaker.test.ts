import { expect, test } from 'vitest';
import { applyBrakes } from '../../src/admission/brakes.ts';
import type { Breaker } from '../../src/admission/breaker.ts';
import type { MessageCrossing } from '../../src/admission/crossing.ts';
import { NodeView } from '../../src/admission/node-view.ts';
import { inboundAt } from '../turns/inbound-at.ts';
import { settled } from '../turns/hand-clock.ts';
import { A, B, C, message, outbound, rootOf } from './crossings.ts';
import { verifies } from '@hoplite/test/requirements';

verifies('node.brakes.breaker');

const toB = { channel: 'task', from: A, to: B } as const;

/** Trips for one job. */
function tripsFor(job: string): Breaker & { readonly asked: MessageCrossing[] } {
  const asked: MessageCrossing[] = [];
  const check = (crossing: MessageCrossing): string | undefined => {
    asked.push(crossing);
    return crossing.lineage.job.jobId === job ? 'the agent has burnt through its tokens' : undefined;
  };
  return { asked, check };
}

test('a node without a breaker of its own has one that never trips', async () => {
  const { arrive, ran, runtime } = inboundAt(B);
  expect(arrive(message(rootOf(), toB)).accepts).toBe(true);
  await settled();
  expect(ran).toHaveLength(1);
  const view = new NodeView(runtime, { hasCredit: () => true, hasCapacity: () => true });
  expect(view.breaker(outbound(rootOf(), toB))).toBeUndefined();
});

test('a breaker decides on what comes in: what it holds back is refused with its words, and no agent runs', async () => {
  const breaker = tripsFor('job-1');
  const { arrive, ran } = inboundAt(B, { breaker });
  const [refusal] = arrive(message(rootOf(), toB)).refusals;
  expect(refusal).toMatchObject({
    reason: 'breaker',
    detail: 'the agent has burnt through its tokens',
    path: [A.peerId, B.peerId],
  });
  expect(arrive(message(rootOf({ jobId: 'job-2' }), toB)).accepts).toBe(true);
  await settled();
  expect(ran).toHaveLength(1);
  expect(breaker.asked.map(({ direction }) => direction)).toEqual(['inbound', 'inbound']);
});

test('a breaker decides on what goes out, and is not asked about what obliges nobody', () => {
  const breaker = tripsFor('job-1');
  const { runtime } = inboundAt(B, { breaker });
  const view = new NodeView(runtime, { hasCredit: () => true, hasCapacity: () => true });
  const hop = { channel: 'session', from: B, to: C } as const;
  expect(applyBrakes(outbound(rootOf(), hop), view)).toMatchObject({
    brake: 'breaker',
    refusal: { reason: 'breaker', path: [B.peerId, C.peerId] },
  });
  expect(breaker.asked).toHaveLength(1);
  expect(applyBrakes(outbound(rootOf(), { ...hop, act: 'inform' }), view)).toBeUndefined();
  expect(breaker.asked).toHaveLength(1);
});

test('a breaker is only asked when no brake before it has refused', () => {
  const breaker = tripsFor('job-1');
  const { arrive } = inboundAt(B, { breaker, config: { defaultRights: ['room'] } });
  expect(arrive(message(rootOf(), toB)).refusals).toMatchObject([{ reason: 'unauthorized' }]);
  expect(breaker.asked).toEqual([]);
});

test('what a breaker holds back stops no job: it may go on where the breaker has not tripped', () => {
  const { arrive, runtime } = inboundAt(B, { breaker: tripsFor('job-1') });
  arrive(message(rootOf(), toB));
  expect(runtime.threads.frozen('job-1')).toBeUndefined();
});
