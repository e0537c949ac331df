/** Answers that nobody answers, and people who are heard at once. */
import { answers, handOn, held, outcomeOf, refuses, reasonOf } from '../agents.ts';
import { has, same } from '../expectations.ts';
import type { HandDriven, Scenario } from '../scenario.ts';

/** A message that obliges nobody, sent as if it did. */
function courtesy(stranger: HandDriven, to: string, content: string) {
  const body = { content, inReplyTo: 'whatever' };
  return stranger.compose({ to, channel: 'session', act: 'inform', credit: 0, body });
}

export const acts: readonly Scenario[] = [
  {
    id: 'S02',
    source: 'NousResearch/hermes-agent#32791',
    says: 'an acknowledgement is acknowledged by nobody, and a person’s STOP beats the queue',
    peers: ['alpha', 'beta', 'gamma'],
    agents: { alpha: answers('Ack.'), beta: answers('Locked.') },
    config: { turns: { concurrent: 1, queuedPerPeer: 8, queued: 8 } },
    async run(world) {
      const alpha = world.node('alpha');
      has(await alpha.send('beta', 'do X'), { state: 'done', result: 'Locked.', turns: 1 });
      has(await world.node('beta').send('alpha', 'and you?'), { state: 'done', result: 'Ack.' });
      same([world.turns({ node: 'alpha' }).length, world.turns({ node: 'beta' }).length], [1, 1]);

      const work = held();
      world.script('beta', work.script);
      const running = alpha.send('beta', 'work');
      const turn = await work.begun;
      const queued = ['and', 'then', 'this'].map((text) => world.node('gamma').send('beta', text));
      await world.until(() => world.node('gamma').jobs().length === 3);
      await world.node('gamma').halt({ kind: 'all' }, 'STOP');
      for (const report of [await running, ...(await Promise.all(queued))]) {
        has(report, { state: 'stopped', reason: 'halted' });
      }
      same(turn.signal.aborted, true);
      same(world.asked.filter(({ node }) => node === 'beta').length, 2, 'what was queued has been run');
      await world.until(() => world.running.every((name) => world.node(name).halts().length === 1));
      has(await alpha.delegate('alpha', 'go on'), { state: 'stopped', reason: 'halted', turns: 0 });
    },
  },
  {
    id: 'S03',
    source: 'sageox/agent-toolkit#73',
    says: 'that no reply is needed is a kind of message, not a sentence: an answer wakes nobody, whatever it says',
    peers: ['alpha', 'beta'],
    agents: { beta: answers('done, no reply needed') },
    async run(world) {
      const report = await world.node('alpha').send('beta', 'do it');
      has(report, { state: 'done', result: 'done, no reply needed' });
      has(
        world
          .node('beta')
          .trace(report.jobId)
          ?.hops.map(({ act }) => act),
        ['query', 'inform'],
      );
      const stranger = await world.stranger();
      const { peerId } = world.node('beta');
      same(reasonOf(await stranger.send(peerId, courtesy(stranger, peerId, 'thanks, no reply needed'))), 'terminal');
      same(world.turns().length, 1);
    },
  },
  {
    id: 'S78',
    source: 'RFC 3834',
    says: 'an automatic answer is never answered, a refusal is never refused, and a person is told once',
    peers: ['alpha', 'beta'],
    agents: { beta: refuses('on holiday') },
    async run(world) {
      world.script('alpha', async (turn) => outcomeOf(await handOn(turn, 'session', 'beta', 'are you in?')));
      has(await world.node('alpha').delegate('alpha', 'go'), { state: 'done', result: 'agent_refused' });
      same([world.turns({ node: 'alpha' }).length, world.turns({ node: 'beta' }).length], [1, 1]);

      const stranger = await world.stranger();
      const { peerId } = world.node('beta');
      const parent = stranger.root();
      const refusal = { reason: 'agent_refused', detail: 'on holiday too', path: [] } as const;
      for (let count = 0; count < 5; count += 1) {
        const body = { content: '', inReplyTo: `automatic ${count}`, refusal };
        const bounce = stranger.compose({ to: peerId, parent, channel: 'session', act: 'refuse', credit: 0, body });
        same(reasonOf(await stranger.send(peerId, bounce)), 'terminal');
      }
      same(world.events.filter((seen) => seen.event === 'refused' && seen.reason === 'terminal').length, 1);
      same(stranger.inbox, []);
      same(world.turns().length, 2);
    },
  },
  {
    id: 'S54',
    source: 'anthropics/claude-code#84494',
    says: 'mail to a halted agent bounces `halted`, also after its restart, and a name that nobody bears is an error',
    peers: ['alpha', 'beta', 'gamma'],
    async run(world) {
      const beta = world.node('beta').peerId;
      await world.node('alpha').halt({ kind: 'peer', peer: beta }, 'enough');
      await world.until(() => world.running.every((name) => world.node(name).halts().length === 1));
      const stranger = await world.stranger();
      has(await world.node('gamma').send('beta', 'wake up'), { state: 'stopped', reason: 'halted' });
      same(reasonOf(await stranger.send(beta, stranger.compose({ to: beta }))), 'halted');
      await world.crash('beta');
      await world.restart('beta');
      same(reasonOf(await stranger.send(beta, stranger.compose({ to: beta }))), 'halted');
      has(await world.node('beta').delegate('beta', 'by yourself'), { state: 'stopped', reason: 'halted' });
      same(world.turns(), []);
      has(await world.node('gamma').send('bob2', 'hi'), { state: 'failed', reason: 'unknown_peer' });

      await world.node('alpha').resume({ kind: 'peer', peer: beta }, 'go on');
      await world.until(() => world.running.every((name) => world.node(name).halts().length === 0));
      has(await world.node('gamma').send('beta', 'good morning'), { state: 'done' });
    },
  },
];
