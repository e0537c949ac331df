import { describe, expect, test } from 'vitest';
import { BRAKES, type Brake } from '../src/admission/brakes.ts';
import { SelfTestError } from '../src/errors.ts';
import { selfTest } from '../src/self-test.ts';
import { A } from './admission/crossings.ts';
import { settled } from './turns/hand-clock.ts';
import { inboundAt } from './turns/inbound-at.ts';
import type { NodeConfig } from './turns/runtime-at.ts';
import { verifies } from '@hoplite/test/requirements';

verifies('node.self-test');

/** Which forgery comes through first when a brake does not work. */
const GUARDS = [
  ['lineage', 'a chain with a bad signature'],
  ['not-seen', 'a duplicate'],
  ['may-wake', 'a terminal act'],
  ['depth', 'a message over the hop budget'],
  ['no-cycle', 'a task that comes back to its origin'],
] as const;

const without = (name: string): readonly Brake[] => BRAKES.filter((brake) => brake.name !== name);
const passing = (name: string): readonly Brake[] =>
  BRAKES.map((brake) => (brake.name === name ? { name, check: () => undefined } : brake));

function failureOf(brakes: readonly Brake[]): SelfTestError | undefined {
  const { inbound, runtime } = inboundAt(A, { brakes });
  try {
    selfTest(inbound, runtime);
    return undefined;
  } catch (error) {
    if (error instanceof SelfTestError) return error;
    throw error;
  }
}

describe.each(GUARDS)('a node whose brake %s', (brake, forgery) => {
  test('is missing does not start, and says what came through', () => {
    const failure = failureOf(without(brake));
    expect(failure).toMatchObject({ code: 'ERR_SELF_TEST', forgery });
    expect(failure?.message).toContain(forgery);
  });

  test('is there and always passes does not start either', () => {
    expect(failureOf(passing(brake))).toMatchObject({ forgery, found: undefined });
  });
});

test('a node that believes a job past its time does not start', () => {
  const gullible = BRAKES.map(({ name, check }): Brake => {
    const late: Brake['check'] = (crossing, view) => {
      const refusal = check(crossing, view);
      return refusal?.reason === 'expired' ? undefined : refusal;
    };
    return { name, check: late };
  });
  expect(failureOf(gullible)).toMatchObject({ forgery: 'an expired job', expected: ['expired'], found: undefined });
});

test('a node whose brakes fire for the wrong reason does not start', () => {
  const grumpy: Brake = { name: 'no', check: () => ({ reason: 'busy', detail: 'no', path: [] }) };
  expect(failureOf([grumpy])).toMatchObject({ forgery: 'a message over the hop budget', found: 'busy' });
});

test('a node without any brake does not start', () => {
  expect(failureOf([])).toBeInstanceOf(SelfTestError);
});

describe('a node with all brakes', () => {
  test('passes, runs nothing, tells nobody, and leaves nothing that it would have to answer', async () => {
    const { events, inbound, ran, runtime, sent, store, told } = inboundAt(A);
    const before = await runtime.metrics.text();
    selfTest(inbound, runtime);
    await settled();
    expect([events, ran, sent, told.broadcast, told.notified, told.charged]).toEqual([[], [], [], [], [], []]);
    expect(store.unanswered(10)).toEqual([]);
    expect(store.countRecent(0)).toEqual([]);
    expect([store.jobs(10), store.escalations(10), store.notices(10)]).toEqual([[], [], []]);
    expect(await runtime.metrics.text()).toBe(before);
    expect(runtime.permits.held).toBe(0);
  });

  test('passes again at every start on the same store', () => {
    const { inbound, runtime, store } = inboundAt(A);
    for (let start = 0; start < 3; start += 1) selfTest(inbound, runtime);
    expect(store.unanswered(10)).toEqual([]);
  });

  test.each([
    ['its hops lowered to 1', { maxHopDepth: 1 }],
    ['its hops lowered to 2', { maxHopDepth: 2 }],
    ['no rights for anyone', { defaultRights: [] }],
    ['rights for tasks only', { defaultRights: ['task'] }],
    ['a graph without edges', { graph: { preset: 'edges', edges: [] } }],
    ['the lowest of rates', { rates: { perPeer: { burst: 1, perMinute: 1 }, perOrigin: { burst: 1, perMinute: 1 } } }],
    ['no place in its queue', { turns: { concurrent: 1, queued: 0, queuedPerPeer: 0 } }],
  ] satisfies readonly (readonly [string, NodeConfig])[])('starts with %s', (_, config) => {
    const { inbound, runtime } = inboundAt(A, { config });
    expect(() => selfTest(inbound, runtime)).not.toThrow();
  });

  test.each([{ kind: 'all' }, { kind: 'peer', peer: A.peerId }] as const)(
    'starts while its agent is halted by $kind, and stays halted',
    async (scope) => {
      const { inbound, runtime } = inboundAt(A);
      await runtime.threads.halt('halt', scope, '');
      expect(() => selfTest(inbound, runtime)).not.toThrow();
      expect(runtime.threads.halts()).toHaveLength(1);
    },
  );
});
