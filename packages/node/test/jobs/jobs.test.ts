import { describe, expect, onTestFinished, test } from 'vitest';
import { composeNotice, decodeNotice, encodeEnvelope } from '@hoplite/p2p';
import { A, B, C, HOUR, NOW, message } from '../admission/crossings.ts';
import { openSqliteStore } from '../../src/store/sqlite-store.ts';
import { explainJob } from '../../src/trace/explain.ts';
import { doing } from '../turns/inbound-at.ts';
import { answerTo, atRest, firstOf, messageOf, nodeAt, type NodeAt } from '../turns/node-at.ts';
import { verifies } from '@hoplite/test/requirements';

const ENDLESS = doing(() => new Promise(() => undefined));

/** A has asked B, who has answered. */
async function doneJob() {
  const at = nodeAt(A, { peers: { beta: B } });
  const running = at.operator.delegate('beta', 'x', { credit: 64 });
  await atRest();
  const asked = messageOf(firstOf(at.sent));
  firstOf(at.sent).answer({ kind: 'answer', envelope: encodeEnvelope(answerTo(asked, B)) });
  const report = await running;
  expect(report.state).toBe('done');
  return { at, asked, jobId: report.jobId };
}

describe('a job that is done', () => {
  test('becomes `stopped` when a freeze is heard of that came late, with one item for a person', async () => {
    verifies('node.brakes.frozen', 'node.escalation.one-per-stop');
    const { at, asked, jobId } = await doneJob();
    const { lineage: witness } = message(asked.lineage, { channel: 'task', from: B, to: C });
    const bytes = composeNotice(
      { kind: 'freeze', jobId, epoch: 0, reason: 'max_hops', path: [C.peerId], witness },
      { id: 'late', at: NOW, until: NOW + HOUR },
      C,
    );
    const notice = decodeNotice(bytes);
    if (notice === undefined) throw new Error('a freeze cannot be read');
    at.runtime.threads.onNotice(notice, bytes);
    await atRest();
    expect(at.store.job(jobId)).toMatchObject({ state: 'stopped', reason: 'max_hops', result: '"ok"' });
    const [item, ...others] = at.escalations.list();
    expect([item?.jobId, others]).toEqual([jobId, []]);
    await at.escalations.answer(item?.id ?? '', 'other');
    expect(at.store.job(jobId)).toMatchObject({ state: 'done', result: '"other"' });
  });

  test('is not explained by a `busy` that it met on its way', async () => {
    verifies('node.cli.explain');
    const { at, jobId } = await doneJob();
    const met = { at: NOW, direction: 'out', channel: 'task', peer: B.peerId, detail: '', path: [], jobId } as const;
    at.store.addRefusal({ ...met, reason: 'busy', brake: 'has-capacity' });
    const explanation = explainJob(at.runtime, jobId, at.jobs.find(jobId));
    expect(explanation).toMatchObject({ happened: 'The job began here and is done.' });
    expect([explanation?.reason, explanation?.brake]).toEqual([undefined, undefined]);
    expect(JSON.stringify(explanation)).not.toContain('busy');
  });
});

test('a root turn that was frozen before a crash is `stopped`, with what stopped it', async () => {
  verifies('node.halt.durable', 'node.brakes.frozen');
  const store = openSqliteStore({ file: ':memory:' });
  onTestFinished(() => store.close());
  const at = nodeAt(A, { store, agent: ENDLESS });
  void at.operator.delegate('local', 'x', {});
  await atRest();
  const { jobId } = openJobOf(at);
  const { lineage } = at.jobs.inHand(jobId) ?? {};
  if (lineage === undefined) throw new Error('the job is not in hand');
  at.runtime.threads.stopped(lineage, { reason: 'max_hops', path: [A.peerId, B.peerId] });
  expect(store.job(jobId)?.state).toBe('frozen');
  const again = nodeAt(A, { store });
  again.resumption.begin(Promise.resolve());
  await atRest();
  const stopped = { state: 'stopped', reason: 'max_hops', path: [A.peerId, B.peerId] };
  expect(store.job(jobId)).toMatchObject({ ...stopped, turns: 1, left: 31 }); // The turn that ran is paid for.
  expect(again.escalations.list()).toMatchObject([{ jobId, state: 'open' }]);
});

describe('a root turn that waits for a permit', () => {
  interface Waiting {
    readonly at: NodeAt;
    readonly jobId: string;
    readonly cancel: () => void;
  }

  const halt = ({ at, jobId }: Waiting) => void at.runtime.threads.halt('halt', { kind: 'job', jobId }, '');
  const passTime = ({ at }: Waiting) => at.clock.advance(HOUR);

  test.each([
    ['a halt', halt, 'halted'],
    ['its operator', ({ cancel }: Waiting) => cancel(), 'cancelled'],
    ['its time', passTime, 'deadline'],
  ] as const)('is ended by %s, and never runs', async (_, end, reason) => {
    verifies('node.halt.beats-queue', 'node.credit.bound');
    let turns = 0;
    const agent = doing(async () => {
      turns += 1;
      return { kind: 'done', result: null };
    });
    const at = nodeAt(A, { config: { turns: { concurrent: 1 } }, agent });
    const { permits } = at.runtime;
    const cancel = new AbortController();
    const busy = permits.tryAcquire();
    const running = at.operator.delegate('local', 'two', { timeoutMs: HOUR, signal: cancel.signal });
    await atRest();
    end({ at, jobId: openJobOf(at).jobId, cancel: () => cancel.abort() });
    expect(await running).toMatchObject({ reason });
    busy?.();
    await atRest();
    expect([turns, permits.held, permits.queued, at.store.openJobs()]).toEqual([0, 0, 0, []]);
  });
});

function openJobOf({ store }: NodeAt) {
  const [job] = store.openJobs();
  if (job === undefined) throw new Error('no job is open');
  return job;
}
