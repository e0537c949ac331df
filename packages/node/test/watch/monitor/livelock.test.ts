import { expect, describe, test } from 'vitest';
import { A, B, C, D } from '../../admission/crossings.ts';
import { settled } from '../../turns/hand-clock.ts';
import { freezesOf } from '../../turns/node-at.ts';
import { around, monitorAt, tickOf } from './monitor-at.ts';
import { verifies } from '@hoplite/test/requirements';

verifies('watch.monitor', 'watch.interventions');

const PEERS = { proposer: B, critic: C, arbiter: D };

/** The round of the worked example: B proposes, C criticises, D lets it be redone. */
const ROUND = [
  [B, 'proposal 1'],
  [C, 'proposal 1, too dear'],
  [D, 'proposal 1, too dear, redo'],
] as const;

describe('a livelock of a job that began here', () => {
  test('is told once it has gone on for eight steps, and the job goes on', async () => {
    const at = monitorAt(A, { peers: PEERS });
    at.job();
    at.steps(around(ROUND, 7));
    expect(at.interventions).toEqual([]);
    at.steps([ROUND[1]]);
    const seen = { kind: 'livelock', action: 'perturb', jobId: 'job-1', epoch: 0, by: A.peerId };
    expect(at.interventions).toMatchObject([{ ...seen, path: [B.peerId, C.peerId, D.peerId] }]);
    expect(at.store.interventions('job-1')).toEqual(at.interventions);
    expect(at.interventions[0]?.detail).toMatch(
      /^3 agents go through the same 3 states .* no fewer obligations are open/,
    );
    await settled();
    expect(at.events).toMatchObject([
      { event: 'stall', jobId: 'job-1', intervention: { kind: 'livelock', path: ['proposer', 'critic', 'arbiter'] } },
    ]);
    expect(at.told.broadcast).toEqual([]);
    expect(at.runtime.threads.frozen('job-1')).toBeUndefined();
    expect(await at.runtime.metrics.text()).toContain('hoplite_stalls_total{kind="livelock"} 1');
  });

  test('is shown with the ticks that were judged', () => {
    const at = monitorAt(A, { peers: PEERS });
    at.job();
    at.steps(around(ROUND, 8));
    const [shown] = at.monitor.watch('job-1')?.interventions ?? [];
    expect(shown?.window).toHaveLength(8);
    expect(shown?.window?.map(({ agent }) => agent).slice(0, 3)).toEqual(['proposer', 'critic', 'arbiter']);
    expect(shown?.window?.[7]).toMatchObject({ enabledTransitions: { proposer: 1, critic: 1, arbiter: 1 }, fired: 1 });
  });

  test('that goes on for as long again freezes the job, with its reason, everywhere', async () => {
    const at = monitorAt(A, { peers: PEERS });
    at.job();
    const stopped: unknown[] = [];
    at.runtime.threads.onStopped((report) => void stopped.push(report));
    at.steps(around(ROUND, 15));
    expect(at.interventions).toHaveLength(1);
    at.steps([ROUND[0]]);
    expect(at.interventions.map(({ action }) => action)).toEqual(['perturb', 'freeze']);
    const { peerId: origin } = A;
    expect(stopped).toMatchObject([{ jobId: 'job-1', origin, epoch: 0, reason: 'livelock', by: origin }]);
    await settled();
    expect(freezesOf(at.told)).toEqual(['livelock']);
    expect(at.runtime.threads.frozen('job-1')).toMatchObject({ reason: 'livelock', epoch: 0 });
    at.steps(around(ROUND, 50));
    expect(at.interventions).toHaveLength(2);
  });

  test('freezes also after a restart: what was told of is known', () => {
    const before = monitorAt(A, { peers: PEERS });
    before.job();
    before.steps(around(ROUND, 8));
    const after = monitorAt(A, { peers: PEERS, store: before.store });
    after.steps(around(ROUND, 8));
    expect(after.interventions).toMatchObject([{ action: 'freeze' }]);
  });

  test('begins anew when a person has released the job', () => {
    const at = monitorAt(A, { peers: PEERS });
    at.job();
    at.steps(around(ROUND, 16));
    at.job({ epoch: 1 });
    at.steps(around(ROUND, 8));
    expect(at.interventions.map(({ epoch, action }) => [epoch, action])).toEqual([
      [0, 'perturb'],
      [0, 'freeze'],
      [1, 'perturb'],
    ]);
  });

  test('is found after healthy work, once two rounds of the longest period have gone by', () => {
    const at = monitorAt(A, { peers: PEERS });
    at.job();
    at.steps(Array.from({ length: 40 }, (_, step) => [B, `work ${step}`] as const));
    at.steps(around(ROUND, 11));
    expect(at.interventions).toEqual([]);
    at.steps([ROUND[2]]);
    expect(at.interventions).toMatchObject([{ action: 'perturb' }]);
  });

  test('is found in the steps of one participant while another does something else each time', () => {
    const at = monitorAt(A, { peers: PEERS });
    at.job();
    for (let step = 0; step < 8; step += 1) {
      at.steps([
        [B, step % 2 === 0 ? 'ask' : 'reject'],
        [C, `answer ${step}`],
      ]);
    }
    expect(at.interventions).toMatchObject([{ kind: 'livelock', path: [B.peerId] }]);
  });
});

describe('what is no livelock', () => {
  const TO_AND_FRO = [
    [B, 'ask'],
    [B, 'take'],
  ] as const;

  test.each<[string, (step: number) => string]>([
    ['steps that always lead on', (step) => `state ${step}`],
    ['one that repeats itself: the circuit breaker sees to that', () => 'poll'],
    ['tests between edits that change', (step) => (step % 2 === 0 ? 'test' : `edit ${step}`)],
    ['polls whose results change', (step) => (step % 2 === 0 ? 'wait' : `${step} % done`)],
    ['a circle of seven', (step) => `state ${step % 7}`],
  ])('%s', (_, state) => {
    const at = monitorAt(A, { peers: PEERS });
    at.job();
    at.steps(Array.from({ length: 200 }, (_, step) => [B, state(step)] as const));
    expect(at.interventions).toEqual([]);
  });

  test('a circle in which the goal comes nearer, as an agent says, whoever else stands still', () => {
    const at = monitorAt(A, { peers: PEERS });
    at.job();
    for (let left = 100; left > 0; left -= 1) {
      at.steps([[B, 'next']], { goal: 'reported', goalDistance: left });
      at.steps([[C, 'done']], { goalDistance: 3 });
    }
    expect(at.interventions).toEqual([]);
    expect(at.monitor.watch('job-1')?.goal).toBe('reported');
  });

  test('a circle in which obligations become fewer, until they do no more', () => {
    const at = monitorAt(A, { peers: PEERS });
    at.job();
    for (let left = 20; left >= 0; left -= 1) {
      at.steps(TO_AND_FRO, { goalDistance: left });
    }
    expect(at.interventions).toEqual([]);
    at.steps(around(TO_AND_FRO, 12), { goalDistance: 0 });
    expect(at.interventions).toMatchObject([{ kind: 'livelock' }]);
  });
});

describe('ticks that count for nothing', () => {
  test('those of a job that did not begin here, is over, frozen, or in another epoch', () => {
    const at = monitorAt(A, { peers: PEERS });
    at.job({ epoch: 1 });
    at.job({ jobId: 'over', state: 'done' });
    at.job({ jobId: 'frozen', state: 'frozen' });
    for (const [jobId, epoch] of [
      ['job-1', 0],
      ['job-1', 2],
      ['over', 0],
      ['frozen', 0],
      ['elsewhere', 0],
    ] as const) {
      for (const [peer, state] of around(ROUND, 20)) {
        at.monitor.onTick(jobId, epoch, tickOf(peer, state));
      }
      expect(at.monitor.watch(jobId)).toBeUndefined();
    }
    expect(at.interventions).toEqual([]);
  });

  test('those of an earlier epoch, while the next one is watched', () => {
    const at = monitorAt(A, { peers: PEERS });
    at.job({ epoch: 1 });
    at.steps(around(ROUND, 7));
    at.monitor.onTick('job-1', 0, tickOf(B, 'something else'));
    expect(at.monitor.watch('job-1')?.window).toHaveLength(7);
  });

  test('those of a job that has ended meanwhile', () => {
    const at = monitorAt(A, { peers: PEERS });
    at.job();
    at.steps(around(ROUND, 7));
    at.job({ state: 'done' });
    at.steps([ROUND[1]]);
    expect(at.interventions).toEqual([]);
  });
});
