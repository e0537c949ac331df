import { expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import type { AgentTurn } from '../../../src/ports/agent.ts';
import { A, B, message, rootOf } from '../../admission/crossings.ts';
import { atRest } from '../../turns/node-at.ts';
import { doing, inboundAt } from '../../turns/inbound-at.ts';
import { BEAT_MS } from './breaker-at.ts';

verifies('breaker.restrictions', 'breaker.trips');

/** A node whose agent does nothing until its turn is aborted, and the turns it was given. */
function nodeOf(hardStop: boolean) {
  const turns: AgentTurn[] = [];
  const agent = doing(
    (turn) =>
      new Promise((_, reject) => {
        turns.push(turn);
        turn.signal.addEventListener('abort', () => reject(turn.signal.reason as Error), { once: true });
      }),
  );
  const at = inboundAt(B, { agent, peers: { alpha: A }, config: { circuitBreaker: { hardStop, errorStormLimit: 5 } } });
  const arrive = (jobId: string) => at.arrive(message(rootOf({ jobId }), { channel: 'task', from: A, to: B }));
  /** A beat in which the agent of the first turn fails too often. */
  const badBeat = (): void => {
    for (let count = 0; count < 5; count += 1) turns[0]?.report({ kind: 'error', detail: 'model down' });
    at.clock.advance(BEAT_MS);
  };
  return { ...at, arrive, turns, badBeat };
}

test('a constrained agent is told so, can delegate nothing, and is let use tools that look', async () => {
  const { arrive, badBeat, turns } = nodeOf(false);
  arrive('job-1');
  await atRest();
  badBeat();
  badBeat();
  const [turn] = turns;
  expect(turn?.notes.said).toHaveLength(2);
  expect(turn?.notes.said.at(-1)).toContain('error storm: ');
  expect(await turn?.tools.call('send_message', { to: 'alpha', text: 'help' })).toMatchObject({
    ok: false,
    refusal: { reason: 'breaker' },
  });
  expect(await turn?.tools.call('list_peers', {})).toMatchObject({ ok: true });
});

test('a constrained turn that uses too many tokens is ended with breaker', async () => {
  const { arrive, badBeat, turns } = nodeOf(false);
  const { answers } = arrive('job-1');
  await atRest();
  badBeat();
  badBeat();
  turns[0]?.report({ kind: 'usage', inputTokens: 0, outputTokens: 10_000 });
  await atRest();
  expect(turns[0]?.signal.reason).toMatchObject({ name: 'TurnAbortedError', reason: 'breaker' });
  expect(answers).toHaveLength(1);
});

test('a stopped agent has no turn left, and what comes is refused breaker before it sees it', async () => {
  const { arrive, badBeat, turns, runtime } = nodeOf(true);
  arrive('job-1');
  arrive('job-2');
  await atRest();
  expect(turns).toHaveLength(2);
  for (let beats = 0; beats < 3; beats += 1) badBeat();
  await atRest();
  expect(runtime.circuit.status().level).toBe('stopped');
  for (const { signal } of turns) expect(signal.reason).toMatchObject({ reason: 'breaker' });
  expect(arrive('job-3').refusals).toMatchObject([{ reason: 'breaker' }]);
  await atRest();
  expect(turns).toHaveLength(2);
});
