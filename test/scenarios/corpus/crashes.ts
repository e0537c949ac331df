/** Nodes and agents that fail in the middle of something. */
import type { AgentTurn } from '@hoplite/node';
import { answer, answers, handOn, held, outcomeOf } from '../agents.ts';
import { has, same } from '../expectations.ts';
import type { Scenario } from '../scenario.ts';

export const crashes: readonly Scenario[] = [
  {
    id: 'S59',
    source: 'rmyndharis/OpenWA#1641',
    says: 'the ID of a message is minted once: also after a crash it is sent again under the same one',
    peers: ['alpha'],
    async run(world) {
      const stranger = await world.stranger();
      const came = Promise.withResolvers<void>();
      stranger.onRequest((request) => {
        request.accept();
        came.resolve();
      });
      world
        .node('alpha')
        .delegate('mallory', 'once')
        .catch(() => undefined);
      await came.promise;
      const again = Promise.withResolvers<void>();
      stranger.onRequest((request) => {
        answer(stranger, request);
        again.resolve();
      });
      await world.crash('alpha');
      const alpha = await world.restart('alpha');
      await again.promise;
      same(new Set(stranger.inbox.map(({ id }) => id)).size, 1);
      await world.rest();
      has(alpha.jobs(), [{ state: 'done', result: 'to "once"' }]);
    },
  },
  {
    id: 'S66',
    source: 'NousResearch/hermes-agent#49201',
    says: 'a turn that a crash interrupted is not silently run again: it is answered `interrupted`',
    peers: ['alpha', 'beta'],
    async run(world) {
      const work = held();
      world.script('beta', work.script);
      const report = world.node('alpha').delegate('beta', 'restart yourself');
      await work.begun;
      await world.crash('beta');
      await world.restart('beta');
      has(await report, { state: 'failed', reason: 'interrupted' });
      same(world.asked.length, 1);
      world.script('beta', answers('well again'));
      has(await world.node('alpha').delegate('beta', 'still there?'), { state: 'done' });
    },
  },
  {
    id: 'S66-thrice',
    source: 'NousResearch/hermes-agent#9941',
    says: 'an agent that may run again does, but a message that crashes its node three times goes into quarantine',
    peers: ['alpha', 'beta'],
    async run(world) {
      world.script('beta', () => new Promise(() => undefined), { isIdempotent: true });
      const report = world.node('alpha').delegate('beta', 'crash');
      for (const crashes of [1, 2, 3]) {
        await world.until(() => world.asked.length === crashes);
        await world.crash('beta');
        await world.restart('beta');
      }
      has(await report, { state: 'failed', reason: 'interrupted' });
      same(world.asked.length, 3);
      has(world.node('beta').inbox(), [{ kind: 'quarantine', payload: '"crash"' }]);
    },
  },
  {
    id: 'V07',
    source: 'swedishembedded/sven',
    says: 'an agent that fails, or answers nothing, is answered for, and the next message is handled',
    peers: ['alpha', 'beta'],
    async run(world) {
      const ways = [
        (): never => {
          throw new Error('boom');
        },
        () => '',
        () => 'well',
      ];
      world.script('beta', () => ways.shift()?.() ?? 'no more');
      const ask = (text: string) => world.node('alpha').delegate('beta', text);
      has(await ask('one'), { state: 'failed', reason: 'agent_error', detail: 'the agent failed: boom' });
      has(await ask('two'), { state: 'failed', reason: 'agent_error' });
      has(await ask('three'), { state: 'done', result: 'well' });
    },
  },
  {
    id: 'S38-restart',
    source: 'SolaceLabs/solace-agent-mesh component.py',
    says: 'a peer that has lost its memory of a task in a restart does not begin at depth 0',
    peers: ['alpha', 'beta', 'gamma'],
    async run(world) {
      const first = held();
      world.script('beta', first.script, { isIdempotent: true });
      const report = world.node('alpha').delegate('beta', 'go');
      await first.begun;
      await world.crash('beta');
      const second = async (turn: AgentTurn) => {
        await world.until(() => world.running.includes('beta') && world.node('beta').peers().length === 3);
        return outcomeOf(await handOn(turn, 'task', 'gamma', 'go on'));
      };
      world.script('beta', second, { isIdempotent: true });
      await world.restart('beta');
      has(await report, { state: 'done', path: ['alpha', 'beta', 'gamma'] });
      same(
        world.turns({ node: 'gamma' }).map(({ depth }) => depth),
        [2],
      );
    },
  },
];
