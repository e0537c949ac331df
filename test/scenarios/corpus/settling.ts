/** Credit that comes back late, or never, and what an end leaves behind. */
import { aborted, handOn, held, outcomeOf } from '../agents.ts';
import { has, same } from '../expectations.ts';
import type { Scenario, Script, World } from '../scenario.ts';

/** Asks gamma something, and does not wait for the answer. */
const leaves: Script = async ({ tools }) => {
  return outcomeOf(await tools.call('send_message', { peer: 'gamma', text: 'when you have time' }));
};

function ends(world: World, jobId: string): number {
  return world.events.filter((seen) => seen.event === 'job.done' && seen.job.jobId === jobId).length;
}

export const settling: readonly Scenario[] = [
  {
    id: 'F-done',
    source: 'design.md section 2',
    says: 'what a turn leaves behind settles later, and only then, and once, is the job told to be done',
    isLegit: true,
    peers: ['alpha', 'beta', 'gamma'],
    agents: { beta: leaves },
    async run(world) {
      const work = held();
      world.script('gamma', work.script);
      const alpha = world.node('alpha');
      const { jobId, state, turns } = await alpha.delegate('beta', 'go');
      same([state, turns, alpha.job(jobId)?.state, ends(world, jobId)], ['done', 1, 'open', 0]);
      await work.begun;
      work.release('at last');
      await world.until(() => alpha.job(jobId)?.state === 'done');
      has(alpha.job(jobId), { turns: 2, credit: { granted: 32, left: 30 }, path: ['alpha', 'beta', 'gamma'] });
      same(ends(world, jobId), 1);
    },
  },
  {
    id: 'F-settled-later',
    source: 'design.md section 2',
    says: 'a settlement whose asker was away reaches it when it is back, and ends its job',
    peers: ['alpha', 'beta', 'gamma'],
    agents: { beta: leaves },
    async run(world) {
      const work = held();
      world.script('gamma', work.script);
      const { jobId } = await world.node('alpha').delegate('beta', 'go');
      await work.begun;
      await world.crash('alpha');
      work.release('while nobody listens');
      await world.until(() => world.events.some(({ event, node }) => event === 'turn:ended' && node === 'gamma'));
      const alpha = await world.restart('alpha');
      await world.until(() => alpha.job(jobId)?.state === 'done');
      has(alpha.job(jobId), { turns: 2, credit: { granted: 32, left: 30 } });
    },
  },
  {
    id: 'F-lost',
    source: 'design.md section 2',
    says: 'the credit of a branch that never answers is written off when the job expires, and minted for nobody',
    peers: ['alpha'],
    async run(world) {
      const stranger = await world.stranger();
      const came = Promise.withResolvers<void>();
      stranger.onRequest((request) => {
        request.accept();
        came.resolve();
      });
      const alpha = world.node('alpha');
      const report = alpha.delegate('mallory', 'work');
      await came.promise;
      await world.advance(601_000);
      has(await report, { state: 'failed', reason: 'deadline', turns: 0, credit: { granted: 32, left: 16 } });
    },
  },
  {
    id: 'F-orphans',
    source: 'design.md section 5',
    says: 'what an interrupted turn had asked of others is cancelled when its node is back',
    peers: ['alpha', 'beta', 'gamma'],
    async run(world) {
      const work = held();
      world.script('gamma', work.script);
      world.script('beta', async (turn) => outcomeOf(await handOn(turn, 'task', 'gamma', 'a part of it')));
      const report = world.node('alpha').delegate('beta', 'all of it');
      const turn = await work.begun;
      await world.crash('beta');
      same(turn.signal.aborted, false);
      await world.restart('beta');
      has(await report, { state: 'failed', reason: 'interrupted' });
      has(await aborted(turn.signal), { reason: 'cancelled' });
      same(world.turns({ node: 'gamma' }).length, 1);
    },
  },
];
