import { describe, expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import { A, B, inbound, message, outbound, rootOf } from '../../admission/crossings.ts';
import { DONE, breakerAt, ok, trip, type BreakerAt, type BreakerAtInit } from './breaker-at.ts';

verifies('breaker.restrictions');

const asks = (act: 'query' | 'inform' = 'query') => outbound(rootOf(), { channel: 'session', from: A, to: B, act });
const isAsked = () => inbound(message(rootOf(), { channel: 'task', from: B, to: A }), A);

/** A breaker whose agent has tripped in this many beats, and a turn that began before. */
function tripped(beats: number, init: BreakerAtInit = {}) {
  const at = breakerAt(init);
  const turn = at.turn();
  for (let count = 0; count < beats; count += 1) {
    trip(turn);
    at.beat();
  }
  return { ...at, turn, begin: at.turn };
}

/** Until nothing that was counted trips any more, so that the next beat is clean. */
function calm({ breaker }: Pick<BreakerAt, 'breaker'>): void {
  breaker.set({ circuitBreaker: { repeatedToolLimit: 1000 } });
}

describe('steering', () => {
  test('restricts nothing', () => {
    const { breaker, turn } = tripped(1);
    expect(breaker.status()).toMatchObject({ level: 'steering', restrictions: [], isRecovering: false });
    expect(breaker.check(asks())).toBeUndefined();
    expect(breaker.check(isAsked())).toBeUndefined();
    expect(breaker.shareFactor()).toBe(1);
    expect(turn.meter.gate('delegate_task')).toBeUndefined();
    turn.meter.report({ kind: 'usage', inputTokens: 0, outputTokens: 50_000 });
    expect(turn.aborted).toEqual([]);
  });
});

describe('constrained', () => {
  test('a turn may ask nobody; what obliges nobody leaves, and so does what the operator sends', () => {
    const { breaker } = tripped(2);
    expect(breaker.check(asks())).toContain('constrained');
    expect(breaker.check(asks())).toContain('looping: ');
    expect(breaker.check(asks('inform'))).toBeUndefined();
    expect(breaker.check({ ...asks(), isOperator: true })).toBeUndefined();
  });

  test('others may wake some turns, and no more a minute', () => {
    const { breaker, clock } = tripped(2);
    const first = Array.from({ length: 5 }, () => breaker.check(isAsked()) === undefined);
    expect(first).toEqual([true, true, true, false, false]);
    clock.advance(10_000);
    expect([breaker.check(isAsked()), breaker.check(isAsked())]).toEqual([
      undefined,
      expect.stringContaining('6 turns a minute'),
    ]);
  });

  test('it may look and answer, and use no tool that does anything to others', () => {
    const { turn } = tripped(2);
    const looks = ['list_peers', 'list_rooms', 'read_room', 'search_history', 'report_progress', 'wait_for_message'];
    for (const tool of looks) expect(turn.meter.gate(tool)).toBeUndefined();
    for (const tool of ['delegate_task', 'send_message', 'post_to_room', 'join_room', 'leave_room', 'anything']) {
      expect(turn.meter.gate(tool)).toMatchObject({ reason: 'breaker', path: [] });
    }
  });

  test('it hands on half of its credit', () => {
    expect(tripped(2).breaker.shareFactor()).toBe(0.5);
  });

  test.each([
    [8191, 0],
    [8192, 0],
    [8193, 1],
  ])('a turn that uses %i output tokens is ended %i times', (outputTokens, times) => {
    const { turn } = tripped(2);
    turn.meter.report({ kind: 'usage', inputTokens: 100_000, outputTokens });
    expect(turn.aborted).toHaveLength(times);
  });

  test('a turn is ended for its tokens as a TurnAbortedError, once, saying why', () => {
    const { turn } = tripped(2);
    turn.meter.report({ kind: 'usage', inputTokens: 0, outputTokens: 8000 });
    turn.meter.report({ kind: 'usage', inputTokens: 0, outputTokens: 8000 });
    turn.meter.report({ kind: 'usage', inputTokens: 0, outputTokens: 8000 });
    expect(turn.aborted).toMatchObject([{ name: 'TurnAbortedError', reason: 'breaker' }]);
    expect(turn.aborted[0]?.message).toContain('16000 output tokens');
  });

  test('what a turn used before it was constrained does not count against it', () => {
    const { begin, beat, breaker } = breakerAtWithSpender();
    expect(breaker.status().level).toBe('constrained');
    expect(begin.aborted).toEqual([]);
    begin.meter.report({ kind: 'usage', inputTokens: 0, outputTokens: 8192 });
    expect(begin.aborted).toEqual([]);
    beat();
  });

  test('says in words what is restricted, to a person and to the agent', () => {
    const { breaker, turn } = tripped(2);
    const { restrictions } = breaker.status();
    expect(restrictions).toHaveLength(5);
    for (const sentence of restrictions) expect(turn.notes.at(-1)).toContain(sentence);
  });
});

describe('the way back', () => {
  test('lifts step by step: first what it may do, at last how much', () => {
    const at = tripped(2);
    calm(at);
    expect(at.beat()).toBe('steering');
    expect(at.breaker.status().isRecovering).toBe(true);
    expect(at.breaker.check(asks())).toBeUndefined();
    expect(Array.from({ length: 9 }, () => at.breaker.check(isAsked()))).not.toContain(expect.any(String));
    expect(at.turn.meter.gate('delegate_task')).toBeUndefined();
    expect(at.breaker.shareFactor()).toBe(0.5);
    at.turn.meter.report({ kind: 'artefact', hash: 'v1' });
    at.turn.meter.report({ kind: 'usage', inputTokens: 0, outputTokens: 8193 });
    expect(at.turn.aborted).toHaveLength(1);
    expect(at.beat()).toBe('healthy');
    expect(at.breaker.status()).toMatchObject({ restrictions: [], isRecovering: false });
    expect(at.breaker.shareFactor()).toBe(1);
  });

  test('leads up again when it trips on its way', () => {
    const at = tripped(2);
    at.turn.meter.report({ kind: 'artefact', hash: 'v1' });
    expect(at.beat()).toBe('steering');
    trip(at.turn);
    expect(at.beat()).toBe('constrained');
    expect(at.changes.map(({ action }) => action)).toEqual(['steer', 'constrain', 'lift', 'constrain']);
  });
});

describe('stopped', () => {
  const HARD = { settings: { circuitBreaker: { hardStop: true } } };

  test('ends all turns and refuses new ones, also those of the operator, with its reason', () => {
    const at = breakerAt(HARD);
    const turns = [at.turn('one'), at.turn('two'), at.turn('three')];
    for (let beats = 0; beats < 3; beats += 1) {
      for (const turn of turns) trip(turn);
      at.beat();
    }
    for (const { aborted } of turns) {
      expect(aborted).toMatchObject([{ name: 'TurnAbortedError', reason: 'breaker' }]);
      expect(aborted[0]?.message).toContain('looping: ');
    }
    expect(at.breaker.check(isAsked())).toContain('stopped');
    expect(at.breaker.check(asks())).toContain('stopped');
    expect(at.breaker.refusal()).toContain('stopped');
    expect(at.turn('four').aborted).toMatchObject([{ reason: 'breaker' }]);
  });

  test('one turn that fails to end keeps none of the others running', () => {
    const at = breakerAt(HARD);
    at.breaker.beginTurn({
      jobId: 'stubborn',
      brief: 'go on',
      note: () => undefined,
      abort: () => {
        throw new Error('no');
      },
    });
    const turn = at.turn();
    for (let beats = 0; beats < 3; beats += 1) {
      trip(turn);
      at.beat();
    }
    expect(turn.aborted).toHaveLength(1);
  });

  test('who was stopped may run again one step down, constrained', () => {
    const at = tripped(3, HARD);
    at.turn.meter.end({ kind: 'refuse', reason: 'breaker', detail: '' });
    calm(at);
    expect(at.beat()).toBe('constrained');
    expect(at.breaker.refusal()).toBeUndefined();
    expect(at.breaker.check(isAsked())).toBeUndefined();
    expect(at.begin('next').aborted).toEqual([]);
  });
});

/** An agent that has written much in its turn, and is constrained by then for errors. */
function breakerAtWithSpender() {
  const at = breakerAt();
  const begin = at.turn();
  for (let beats = 0; beats < 2; beats += 1) {
    begin.meter.report({ kind: 'usage', inputTokens: 0, outputTokens: 9000 });
    for (let count = 0; count < 5; count += 1) begin.meter.report({ kind: 'error', detail: '' });
    at.beat();
  }
  return { ...at, begin };
}

test('an agent that ends its turn well after a warning is left alone', () => {
  const at = tripped(1);
  at.turn.meter.report({ kind: 'artefact', hash: 'v1' });
  at.turn.meter.called('send_message', { to: 'bravo' }, ok({ sent: true }));
  at.turn.meter.end(DONE);
  expect(at.beat()).toBe('healthy');
});
