import { describe, expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import type { ProgressTick } from '@hoplite/p2p';
import type { JsonValue, ToolResult } from '@hoplite/tools';
import { Sender } from '../../src/dispatch/sender.ts';
import { Ledger } from '../../src/turns/ledger.ts';
import { ObservedTurn } from '../../src/turns/observed-turn.ts';
import { Monitor } from '../../src/watch/monitor/monitor.ts';
import { A, chainOf, rootOf } from '../admission/crossings.ts';
import { runtimeAt } from './runtime-at.ts';

/** A turn with what it told towards the origin. */
function observed(init: Parameters<typeof runtimeAt>[1] = {}) {
  const { runtime } = runtimeAt(A, init);
  const { permits } = runtime;
  const sender = new Sender({
    lineage: rootOf(),
    ledger: new Ledger(8, 1, []),
    signal: new AbortController().signal,
    permits,
    permit: permits.tryAcquire() ?? (() => undefined),
  });
  const ticks: ProgressTick[] = [];
  const stopped: string[] = [];
  const monitor = new Monitor({ runtime });
  const turn = new ObservedTurn(
    { runtime, monitor, sender, brief: 'go', onTick: (tick) => void ticks.push(tick) },
    ({ reason }) => void stopped.push(reason),
  );
  const ask = (peer: string): Promise<ToolResult> =>
    turn.call('delegate_task', { peer, brief: 'what now?' }, async () => ({ ok: true, value: 'go on' }));
  const states = (): readonly string[] => ticks.map(({ state }) => Buffer.from(state).toString('hex'));
  return { runtime, sender, turn, ticks, states, ask, stopped };
}

function own(turn: ObservedTurn, input: JsonValue): void {
  turn.report({ kind: 'tool', name: 'edit', input, result: 'ok' });
}

describe('the steps of a turn', () => {
  test('are its calls that do something with others, and not those that look or tell', async () => {
    verifies('watch.monitor');
    const { turn, ticks, ask } = observed();
    await turn.call('list_peers', {}, async () => ({ ok: true, value: [] }));
    await turn.call('report_progress', { note: 'on it' }, async () => ({ ok: true, value: { reported: true } }));
    await turn.call('wait_for_message', { message_id: 'm' }, async () => ({ ok: true, value: { status: 'waiting' } }));
    expect(ticks).toEqual([]);
    await ask('beta');
    expect(ticks).toMatchObject([{ fired: 1, peer: A.peerId }]);
  });

  test('the same question to the same peer with the same answer leads to the same state, to another peer to another', async () => {
    const { states, ask } = observed();
    for (const peer of ['beta', 'gamma', 'beta']) await ask(peer);
    const [first, second, third] = states();
    expect(third).toBe(first);
    expect(second).not.toBe(first);
  });

  test('tools of the agent’s own are none by themselves, however often it uses them', () => {
    verifies('watch.monitor');
    const { turn, ticks } = observed();
    for (let times = 0; times < 20; times += 1) own(turn, { file: 'plan.md' });
    expect(ticks).toEqual([]);
  });

  test('an edit between two questions makes the second another step, and the same edit the same', async () => {
    const { turn, states, ask } = observed();
    for (const version of ['one', 'two', 'one']) {
      own(turn, { file: 'plan.md', version });
      await ask('beta');
    }
    await ask('beta');
    const [first, second, third, bare] = states();
    expect(new Set([first, second, bare]).size).toBe(3);
    expect(third).toBe(first);
  });

  test('say how far it is from its goal, as the agent said last', async () => {
    const { turn, ticks, ask } = observed();
    await ask('beta');
    turn.progressed({ goalDistance: 3 });
    await ask('beta');
    expect(ticks).toMatchObject([{ goal: 'obligations' }, { goal: 'reported', goalDistance: 3 }]);
  });
});

describe('what is said to a turn', () => {
  test('is heard by who listens, kept for who looks later, and an ear that fails does no harm', () => {
    verifies('breaker.told');
    const { runtime, turn } = observed({ config: { agentTokenCaps: { local: 10 } } });
    const heard: string[] = [];
    turn.notes.subscribe(() => {
      throw new Error('deaf');
    });
    const end = turn.notes.subscribe((note) => void heard.push(note));
    turn.report({ kind: 'usage', inputTokens: 11, outputTokens: 0 });
    const beat = (): void => clockOf(runtime).advance(30_000);
    beat();
    expect(runtime.circuit.status().level).toBe('steering');
    expect(heard).toHaveLength(1);
    expect(heard[0]).toContain('token limit: 11 over the agent cap');
    expect(turn.notes.said).toEqual(heard);
    end();
    beat();
    expect(heard).toHaveLength(1);
    expect(turn.notes.said).toHaveLength(2);
  });

  test('a turn that has ended is watched no more', () => {
    const { runtime, turn } = observed();
    const askedBack = chainOf(2);
    expect(runtime.waits.isCallback(askedBack)).toBe(true);
    turn.end({ kind: 'done', result: 'ok' });
    expect(runtime.waits.isCallback(askedBack)).toBe(false);
  });
});

function clockOf({ clock }: { readonly clock: unknown }): { advance(ms: number): void } {
  return clock as { advance(ms: number): void };
}
