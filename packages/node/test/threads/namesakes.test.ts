import { describe, expect, test } from 'vitest';
import { composeNotice, type NoticeContent } from '@hoplite/p2p';
import { A, B, C, HOUR, NOW, TOPIC, message, peer, rootOf } from '../admission/crossings.ts';
import { recordOf } from '../../src/dispatch/record.ts';
import { doing } from '../turns/inbound-at.ts';
import { settled } from '../turns/hand-clock.ts';
import { atRest, nodeAt } from '../turns/node-at.ts';
import { Net } from './net.ts';
import { verifies } from '@hoplite/test/requirements';

const MALLORY = peer(5);
const NAMES = { alpha: A, beta: B, gamma: C, mallory: MALLORY };
const STOP = { reason: 'max_hops' as const, path: [] };

/** A → B → C, of the job that began at A. */
const toB = message(rootOf(), { channel: 'task', from: A, to: B });
const toC = message(toB.lineage, { channel: 'task', from: B, to: C });

/** Mallory → C, of another job that bears the same name. */
const fake = message(rootOf(), { channel: 'session', from: MALLORY, to: C });

describe('a job of another origin under the same ID', () => {
  test('that is stopped here touches neither the record, nor the inbox, nor the thread of the real one', async () => {
    verifies('node.brakes.frozen');
    const at = nodeAt(A);
    const thread = { jobId: 'job-1', epoch: 0 };
    const job = at.jobs.open({ channel: 'task', target: B.peerId, brief: '"x"', burns: 0, options: {}, thread });
    at.jobs.begun(job);
    let { lineage } = fake;
    for (const [from, to] of [
      [C, MALLORY],
      [MALLORY, C],
    ] as const) {
      lineage = message(lineage, { channel: 'session', from, to }).lineage;
    }
    const { refusals } = at.arrive(message(lineage, { channel: 'session', from: C, to: A }));
    expect(refusals).toMatchObject([{ reason: 'max_hops' }]);
    await atRest();
    expect(at.runtime.threads.ban(lineage, [])?.reason).toBe('frozen');
    expect(at.runtime.threads.ban(job.lineage, [])).toBeUndefined();
    expect([at.store.job('job-1')?.state, at.escalations.list()]).toEqual(['open', []]);
  });

  test('that was heard of first does not keep a genuine freeze from counting', async () => {
    verifies('node.brakes.frozen');
    const net = new Net(NAMES);
    const [beta, gamma] = [net.join('beta'), net.join('gamma')];
    gamma.store.addMessage(recordOf({ message: fake, peer: MALLORY.peerId, direction: 'in', retentionMs: HOUR }));
    beta.threads.stopped(toB.lineage, STOP);
    await settled();
    expect(gamma.threads.ban(toC.lineage, [])?.reason).toBe('frozen');
    expect(gamma.threads.ban(fake.lineage, [])).toBeUndefined();
  });

  test('may be frozen by its own peers, and the real one goes on', async () => {
    verifies('node.brakes.frozen');
    const net = new Net(NAMES);
    const [gamma, mallory] = [net.join('gamma'), net.join('mallory')];
    mallory.threads.stopped(fake.lineage, STOP);
    await settled();
    expect(gamma.threads.ban(fake.lineage, [])?.reason).toBe('frozen');
    expect(gamma.threads.ban(toC.lineage, [])).toBeUndefined();
  });

  test('may be halted by its origin, and the turns of the real one run on; the real origin ends them', async () => {
    verifies('node.halt.rights');
    const ended: unknown[] = [];
    const at = nodeAt(B, {
      config: { defaultRights: ['task', 'session', 'room'] },
      agent: doing(
        ({ signal }) =>
          new Promise((_, reject) => {
            signal.addEventListener('abort', () => {
              ended.push(signal.reason);
              reject(new Error('ended'));
            });
          }),
      ),
    });
    const post = message(rootOf(), { channel: 'room', from: MALLORY, to: C, act: 'inform' });
    at.store.addMessage(recordOf({ message: post, peer: TOPIC, direction: 'in', retentionMs: HOUR }));
    at.arrive(toB);
    await atRest();
    const halt = (by: typeof A): void => {
      const content: NoticeContent = { kind: 'halt', scope: { kind: 'job', jobId: 'job-1' }, note: '' };
      const stamp = { id: 'halt', at: NOW, until: NOW + HOUR };
      const notice = { ...stamp, from: by.peerId, content };
      at.runtime.threads.onNotice(notice, composeNotice(content, stamp, by));
    };
    halt(MALLORY);
    await atRest();
    expect(ended).toEqual([]);
    expect(at.runtime.threads.ban(toB.lineage, [])).toBeUndefined();
    halt(A);
    await atRest();
    expect(ended).toMatchObject([{ reason: 'halted' }]);
    expect(at.runtime.threads.ban(toB.lineage, [])?.reason).toBe('halted');
  });
});
