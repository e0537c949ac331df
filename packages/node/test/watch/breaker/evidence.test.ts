import { describe, expect, test } from 'vitest';
import type { JsonValue } from '@hoplite/tools';
import { verifies } from '@hoplite/test/requirements';
import { DONE, breakerAt, ok, type WatchedTurn } from './breaker-at.ts';

verifies('breaker.repeats', 'breaker.trips', 'breaker.restrictions');

/** The level after one beat in which a turn has done something. */
function levelAfter(
  does: (turn: WatchedTurn, call: (name: string, input: JsonValue, result: JsonValue) => void) => void,
) {
  const at = breakerAt();
  const turn = at.turn();
  does(turn, (name, input, result) => turn.meter.called(name, input, ok(result)));
  at.beat();
  return at.breaker.status();
}

const times = (count: number, does: (index: number) => void): void => {
  for (let index = 0; index < count; index += 1) does(index);
};

describe('loops that trip', () => {
  test('the same call with its keys in another order', () => {
    const { reason } = levelAfter((_, call) =>
      times(8, (index) => call('search_history', index % 2 === 0 ? { a: 1, b: 2 } : { b: 2, a: 1 }, [])),
    );
    expect(reason).toBe('looping: 8 identical tool calls');
  });

  test('two calls in turn', () => {
    const { reason } = levelAfter((_, call) => times(16, (index) => call('read_room', { room: `r${index % 2}` }, [])));
    expect(reason).toBe('looping: 8 rounds of 2 identical tool calls');
  });

  test('polling with identical results, also when only an ID and a time in them change', () => {
    const { reason } = levelAfter((_, call) =>
      times(8, (index) =>
        call(
          'wait_for_message',
          { message_id: 'm' },
          { status: 'waiting', at: 1_700_000_000_000 + index, request_id: `r-${index}` },
        ),
      ),
    );
    expect(reason).toBe('looping: 8 identical tool calls');
  });

  test('tools of the agent’s own, as it reports them', () => {
    const { reason } = levelAfter(({ meter }) =>
      times(8, () => meter.report({ kind: 'tool', name: 'grep', input: { for: 'x' }, result: 'nothing' })),
    );
    expect(reason).toBe('looping: 8 identical tool calls');
  });

  test('calls that are refused each time', () => {
    const { reason } = levelAfter(({ meter }) =>
      times(8, (index) =>
        meter.called(
          'delegate_task',
          { to: 'x' },
          { ok: false, refusal: { reason: 'busy', detail: `${index} s`, path: [] } },
        ),
      ),
    );
    expect(reason).toBe('looping: 8 identical tool calls');
  });
});

describe('what is no loop', () => {
  test('polling whose results change', () => {
    const { level } = levelAfter((_, call) => times(40, (index) => call('read_room', {}, { done: `${index} of 40` })));
    expect(level).toBe('healthy');
  });

  test('test–edit–test with edits that change', () => {
    const { level } = levelAfter(({ meter }) =>
      times(20, (index) => {
        meter.report({ kind: 'tool', name: 'test', input: {}, result: '1 of 9 fails' });
        meter.report({ kind: 'tool', name: 'edit', input: { line: index }, result: 'ok' });
      }),
    );
    expect(level).toBe('healthy');
  });

  test('the same test after each new artefact, or when the goal came nearer', () => {
    const again = (between: (turn: WatchedTurn, index: number) => void) =>
      levelAfter((turn) =>
        times(20, (index) => {
          turn.meter.report({ kind: 'tool', name: 'test', input: {}, result: 'fails' });
          if (index % 5 === 4) between(turn, index);
        }),
      ).level;
    expect(again(({ meter }, index) => meter.report({ kind: 'artefact', hash: `v${index}` }))).toBe('healthy');
    expect(again(({ meter }) => meter.goalImproved())).toBe('healthy');
    expect(again(({ meter }) => meter.report({ kind: 'artefact', hash: 'v1' }))).toBe('steering');
    expect(again(() => undefined)).toBe('steering');
  });

  test('arguments that differ only at the end of a long text', () => {
    const long = 'x'.repeat(50_000);
    const { level } = levelAfter((_, call) =>
      times(20, (index) => call('send_message', { text: `${long}${index}` }, {})),
    );
    expect(level).toBe('healthy');
  });

  test('slow polling, a few times a beat', () => {
    const at = breakerAt();
    const { meter } = at.turn();
    for (let beat = 0; beat < 50; beat += 1) {
      times(3, () => meter.called('wait_for_message', { message_id: 'm' }, ok({ status: 'waiting' })));
      expect(at.beat()).toBe('healthy');
    }
  });
});

describe('what is progress, while tokens are used', () => {
  const uses = ({ meter }: WatchedTurn): boolean => meter.report({ kind: 'usage', inputTokens: 10, outputTokens: 10 });
  const usingTokens = (does: Parameters<typeof levelAfter>[0]) =>
    levelAfter((turn, call) => {
      uses(turn);
      does(turn, call);
    });

  test.each<[string, Parameters<typeof levelAfter>[0]]>([
    ['an answer', ({ meter }) => meter.end(DONE)],
    ['a message that was sent', (_, call) => call('send_message', { to: 'b', text: 'x' }, { message_id: 'm' })],
    ['a delegation that is not over', ({ meter }) => void meter.gate('delegate_task')],
    [
      'a tool of its own with a new result',
      ({ meter }) => meter.report({ kind: 'tool', name: 't', input: 1, result: 2 }),
    ],
    ['something it has made', ({ meter }) => meter.report({ kind: 'artefact', hash: 'h' })],
    ['a goal that is nearer', ({ meter }) => meter.goalImproved()],
  ])('%s', (_what, does) => {
    expect(usingTokens(does).level).toBe('healthy');
  });

  test.each<[string, Parameters<typeof levelAfter>[0]]>([
    ['nothing', () => undefined],
    ['saying that it goes on', (_, call) => call('report_progress', { note: 'still at it' }, { reported: true })],
    ['looking around', (_, call) => call('list_peers', {}, ['bravo'])],
    [
      'mail that came',
      (_, call) => call('wait_for_message', { message_id: 'm' }, { status: 'complete', replies: ['hi'] }),
    ],
    [
      'a tool of its own that failed',
      ({ meter }) => meter.report({ kind: 'tool', name: 't', input: 1, result: 2, isError: true }),
    ],
    [
      'a refused message',
      ({ meter }) => meter.called('send_message', {}, { ok: false, refusal: { reason: 'busy', detail: '', path: [] } }),
    ],
    ['a turn that failed', ({ meter }) => meter.end({ kind: 'refuse', reason: 'agent_error', detail: '' })],
  ])('not: %s', (_what, does) => {
    expect(usingTokens(does)).toMatchObject({
      level: 'steering',
      reason: 'no-progress: generating tokens without coordinating',
    });
  });

  test('not: a note of the breaker itself', () => {
    const at = breakerAt();
    const turn = at.turn();
    uses(turn);
    at.beat();
    expect(turn.notes).toHaveLength(1);
    uses(turn);
    expect(at.beat()).toBe('constrained');
  });

  test('not: the same outcome over and over', () => {
    const at = breakerAt();
    const turn = at.turn();
    const beat = (): string => {
      uses(turn);
      turn.meter.called('send_message', { to: 'b', text: 'x' }, ok({ sent: true }));
      return at.beat();
    };
    expect([beat(), beat(), beat()]).toEqual(['healthy', 'steering', 'constrained']);
  });

  test('none is needed while no tokens are used', () => {
    expect(levelAfter(() => undefined).level).toBe('healthy');
  });
});

describe('errors', () => {
  test('are those of its model and tools, what it calls wrongly, bad reports, and turns that fail', () => {
    const at = breakerAt();
    const { meter } = at.turn();
    meter.report({ kind: 'error', detail: '529 overloaded' });
    meter.report({ kind: 'tool', name: 't', input: {}, result: {}, isError: true });
    meter.called('send_message', {}, { ok: false, refusal: { reason: 'malformed', detail: '', path: [] } });
    meter.report({ kind: 'usage', inputTokens: -1, outputTokens: 0 });
    expect(at.breaker.status().counters.errors).toBe(4);
    meter.end({ kind: 'refuse', reason: 'agent_error', detail: '' });
    expect(at.beat()).toBe('steering');
    expect(at.breaker.status().reason).toBe('error storm: 5 errors');
  });

  test('are not what a brake, a peer or the network refuses', () => {
    const at = breakerAt();
    const { meter } = at.turn();
    for (const reason of ['busy', 'unreachable', 'rate_limited', 'breaker', 'max_hops', 'agent_error'] as const) {
      meter.called('delegate_task', { to: reason }, { ok: false, refusal: { reason, detail: '', path: [] } });
    }
    meter.end({ kind: 'refuse', reason: 'cancelled', detail: '' });
    expect(at.breaker.status().counters.errors).toBe(0);
  });

  test('fade: a few now and then are no storm', () => {
    const at = breakerAt();
    const { meter } = at.turn();
    for (let beat = 0; beat < 20; beat += 1) {
      times(2, () => meter.report({ kind: 'error', detail: '' }));
      expect(at.beat()).toBe('healthy');
    }
  });

  test('a bad report counts, is logged once a turn without what it says, and throws nothing', () => {
    const at = breakerAt();
    const { meter } = at.turn();
    const hostile = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('secret');
        },
      },
    );
    for (const bad of [null, 'sk-secret', { kind: 'thought' }, hostile, { kind: 'tool', name: 't', input: 1n }]) {
      meter.report(bad as never);
    }
    expect(at.breaker.status().counters.errors).toBe(5);
    expect(at.logged).toHaveLength(1);
    expect(at.logged.join('')).not.toContain('secret');
  });
});

test('the operator sees what this beat has counted so far', () => {
  const at = breakerAt();
  const { meter } = at.turn();
  meter.called('list_peers', {}, ok([]));
  meter.called('list_peers', {}, ok([]));
  meter.report({ kind: 'usage', inputTokens: 5, outputTokens: 7 });
  expect(at.breaker.status().counters).toEqual({ repeats: 2, errors: 0, outputTokens: 7, hasProgressed: false });
});

test('a turn that has ended is forgotten, but what its agent still uses counts', () => {
  const at = breakerAt();
  const turn = at.turn();
  turn.meter.end(DONE);
  turn.meter.end(DONE);
  turn.meter.report({ kind: 'usage', inputTokens: 5, outputTokens: 7 });
  expect(at.breaker.status().own.tokens).toBe(12);
  at.beat();
  expect(turn.notes).toEqual([]);
});
