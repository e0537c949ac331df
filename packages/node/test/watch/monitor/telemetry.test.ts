import { describe, expect, test } from 'vitest';
import type { Lineage, ProgressTick } from '@hoplite/p2p';
import type { JsonValue } from '@hoplite/tools';
import type { TurnTelemetry } from '../../../src/watch/monitor/monitor.ts';
import { A, B, C, message, rootOf } from '../../admission/crossings.ts';
import { monitorAt, type MonitorAt } from './monitor-at.ts';
import { verifies } from '@hoplite/test/requirements';

verifies('watch.monitor');

/** A → B, so that a turn runs at B. */
const toB = (jobId = 'job-1', epoch = 0): Lineage =>
  message(rootOf({ jobId, epoch }), { channel: 'task', from: A, to: B }).lineage;

interface Turn extends TurnTelemetry {
  readonly ticks: ProgressTick[];
  say(content: JsonValue, to?: string): void;
}

function turnAt(
  { monitor }: MonitorAt,
  { lineage = toB(), waits = [], owed = 0 }: { lineage?: Lineage; waits?: readonly string[]; owed?: number } = {},
): Turn {
  const ticks: ProgressTick[] = [];
  const turn = monitor.begin({
    lineage,
    report: (tick) => void ticks.push(tick),
    waitsFor: () => waits,
    obligations: () => owed,
  });
  const say = (content: JsonValue, to = C.peerId): void => turn.step({ act: 'send_message', to, content });
  return { ...turn, ticks, say };
}

const statesOf = ({ ticks }: Turn): readonly string[] => ticks.map(({ state }) => Buffer.from(state).toString('hex'));

describe('a step of a turn', () => {
  test('is told at once: whose it was, when, and the hash of the state it led to', () => {
    const at = monitorAt(B);
    const turn = turnAt(at);
    turn.say('no');
    expect(turn.ticks).toMatchObject([{ peer: B.peerId, at: at.clock.now(), fired: 1, enabledTransitions: 1 }]);
    expect(turn.ticks[0]?.state).toHaveLength(32);
  });

  test('leads to the same state when it says the same, whatever its IDs, times and spelling', () => {
    verifies('watch.canonical');
    const turn = turnAt(monitorAt(B));
    turn.say({ text: 'No', id: 1, sentAt: 'noon' });
    turn.say({ text: ' no ', id: 2, sentAt: 'later' });
    expect(new Set(statesOf(turn)).size).toBe(1);
  });

  test('leads to another state when it says something else, to somebody else, or does something else', () => {
    const turn = turnAt(monitorAt(B));
    turn.say('no');
    turn.say('yes');
    turn.say('no', A.peerId);
    turn.step({ act: 'delegate_task', to: C.peerId, content: 'no' });
    expect(new Set(statesOf(turn)).size).toBe(4);
  });

  test('leads to the same state when it only says it in other words, also in a later turn of the job', () => {
    const at = monitorAt(B);
    const [first, later] = [turnAt(at), turnAt(at)];
    const input = (text: string): JsonValue => ({ input: { peer: 'gamma', text }, result: { status: 'sent' } });
    const text = 'i am afraid that i cannot accept this proposal, since it is far too expensive for all of us';
    first.say(input(text));
    first.say(input(text.replace('i am afraid that', 'sorry, but')));
    first.end();
    later.say(input(text.replace('for all of us', 'for everyone')));
    expect(new Set([...statesOf(first), ...statesOf(later)]).size).toBe(1);
    later.say(input(`${text}, as of page 2`));
    later.say(input(`${text}, as of page 3`));
    later.say({ input: { peer: 'delta', text }, result: { status: 'sent' } });
    expect(new Set(statesOf(later)).size).toBe(4);
  });

  test('of another job or epoch is compared with nothing of this one', () => {
    const at = monitorAt(B);
    const text = 'i am afraid that i cannot accept this proposal, since it is far too expensive for all of us';
    const words = [text, text.replace('all', 'any')];
    const turns = [toB(), toB('job-1', 1), toB('job-2')].map((lineage, index) => {
      const turn = turnAt(at, { lineage });
      turn.say(words[index % 2] ?? '');
      return turn;
    });
    expect(new Set(turns.flatMap(statesOf)).size).toBe(2);
  });
});

describe('a tick', () => {
  test('counts the turns of the job that wait for nobody, and names whom the others wait for', () => {
    const at = monitorAt(B);
    turnAt(at, { waits: [C.peerId, A.peerId] });
    turnAt(at, { waits: [C.peerId] });
    turnAt(at, { lineage: toB('job-2') });
    const turn = turnAt(at);
    turn.say('no');
    expect(turn.ticks).toMatchObject([{ enabledTransitions: 1, waitFor: [C.peerId, A.peerId] }]);
  });

  test('names 16 peers at most', () => {
    const at = monitorAt(B);
    turnAt(at, { waits: Array.from({ length: 17 }, (_, index) => `peer ${index}`) });
    const turn = turnAt(at);
    turn.say('no');
    expect(turn.ticks[0]?.waitFor).toHaveLength(16);
  });

  test('says how far it is: open obligations of all turns, unless an agent has reported a distance', () => {
    const at = monitorAt(B);
    turnAt(at, { owed: 2 });
    const turn = turnAt(at, { owed: 1 });
    turn.say('one');
    for (const distance of [Number.NaN, -1, Number.POSITIVE_INFINITY]) turn.goal(distance);
    turn.say('two');
    turn.goal(7.5);
    turn.say('three');
    turn.goal(0);
    turn.say('four');
    expect(turn.ticks.map(({ goal, goalDistance }) => [goal, goalDistance])).toEqual([
      ['obligations', 3],
      ['obligations', 3],
      ['reported', 7.5],
      ['reported', 0],
    ]);
  });
});

describe('too many steps', () => {
  test('are told as one after 64, and then, after a pause, 16 one by one again', () => {
    const at = monitorAt(B);
    const turn = turnAt(at);
    for (let step = 0; step < 100; step += 1) turn.say(step);
    expect(turn.ticks).toHaveLength(64);
    at.clock.advance(799);
    expect(turn.ticks).toHaveLength(64);
    at.clock.advance(1);
    expect(turn.ticks).toHaveLength(65);
    expect(turn.ticks.at(-1)?.fired).toBe(36);
    for (let step = 0; step < 100; step += 1) turn.say(step);
    expect(turn.ticks).toHaveLength(65 + 15);
    at.clock.advance(60_000);
    const told = turn.ticks.reduce((sum, { fired }) => sum + fired, 0);
    expect(told).toBe(200);
    expect(at.clock.timers).toBe(0);
  });

  test('are 20 a second in the long run', () => {
    const at = monitorAt(B);
    const turn = turnAt(at);
    for (let second = 0; second < 60; second += 1) {
      for (let step = 0; step < 1000; step += 1) {
        turn.say(step);
        at.clock.advance(1);
      }
    }
    expect(turn.ticks.length).toBeGreaterThan(60 * 15);
    expect(turn.ticks.length).toBeLessThanOrEqual(64 + 60 * 20);
  });

  test('are told when the turn ends, and nothing is afterwards', () => {
    const at = monitorAt(B);
    const [turn, other] = [turnAt(at), turnAt(at)];
    for (let step = 0; step < 70; step += 1) turn.say(step);
    other.end();
    expect(turn.ticks).toHaveLength(64);
    turn.end();
    expect(turn.ticks).toHaveLength(65);
    expect(turn.ticks.at(-1)).toMatchObject({ fired: 6, enabledTransitions: 1 });
    expect(at.clock.timers).toBe(0);
    turn.say('late');
    turn.end();
    at.clock.advance(60_000);
    expect(turn.ticks).toHaveLength(65);
  });

  test('of one job are no reason to tell less of another', () => {
    const at = monitorAt(B);
    const [busy, calm] = [turnAt(at), turnAt(at, { lineage: toB('job-2') })];
    for (let step = 0; step < 100; step += 1) busy.say(step);
    calm.say('no');
    expect(calm.ticks).toHaveLength(1);
  });
});

test('a livelock of a fast agent is found again after the pause, and the job frozen', () => {
  verifies('watch.interventions');
  const at = monitorAt(A);
  at.job();
  const turn = at.monitor.begin({
    lineage: rootOf(),
    report: (tick) => at.monitor.onTick('job-1', 0, tick),
    waitsFor: () => [],
    obligations: () => 0,
  });
  for (let step = 0; step < 8; step += 1) turn.step({ act: step % 2 ? 'ask' : 'reject', to: '', content: null });
  expect(at.interventions).toHaveLength(1);
  for (let step = 0; step < 60; step += 1) turn.step({ act: 'work', to: '', content: step });
  for (let step = 0; step < 3000; step += 1) {
    turn.step({ act: step % 2 ? 'ask' : 'reject', to: '', content: null });
    at.clock.advance(2);
  }
  expect(at.interventions.map(({ action }) => action)).toEqual(['perturb', 'freeze']);
});
