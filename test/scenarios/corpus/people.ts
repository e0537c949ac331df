/** What a person is asked, and that nothing but a person moves what was stopped. */
import type { EscalationView } from '@hoplite/node';
import { answers, handOn, held, outcomeOf, reasonOf } from '../agents.ts';
import { has, rejects, same } from '../expectations.ts';
import type { Scenario, Script, World } from '../scenario.ts';

/** Hands everything back to who it is from. */
export const handsBack: Script = async (turn) => outcomeOf(await handOn(turn, 'task', 'alpha', 'your turn'));

/** Has beta hand a task back to alpha, and gives what alpha's person is asked then. */
export async function stopped(world: World): Promise<EscalationView> {
  const alpha = world.node('alpha');
  const report = await alpha.delegate('beta', 'do it');
  has(report, { state: 'stopped', reason: 'cannot: cycle', path: ['alpha', 'beta', 'alpha'] });
  const [escalation, ...more] = alpha.inbox();
  if (escalation === undefined) throw new Error('nobody was asked');
  same(more, []);
  await world.until(() => ['alpha', 'beta'].every((name) => threadOf(world, name, report.jobId) === 'frozen'));
  return escalation;
}

function threadOf(world: World, name: string, jobId: string): string | undefined {
  return world.node(name).trace(jobId)?.thread.state;
}

export const people: readonly Scenario[] = [
  {
    id: 'F-release',
    source: 'design.md section 6',
    says: 'a person may release a stopped job: it runs again in its next epoch, with fresh credit, and may be done',
    peers: ['alpha', 'beta'],
    agents: { beta: handsBack },
    async run(world) {
      const alpha = world.node('alpha');
      const { id, jobId } = await stopped(world);
      world.script('beta', answers('then I do it'));
      has(await alpha.releaseEscalation(id, { credit: 3 }), { state: 'released' });
      await world.rest();
      has(alpha.job(jobId), { state: 'done', result: 'then I do it', turns: 1, credit: { granted: 3, left: 2 } });
      same(alpha.inbox(), []);
      same(
        alpha
          .trace(jobId)
          ?.hops.filter(({ act }) => act === 'request')
          .map(({ epoch }) => epoch),
        [0, 1],
      );
    },
  },
  {
    id: 'F-release-again',
    source: 'design.md section 6',
    says: 'a released job that does the same is stopped again, and asks again, once',
    peers: ['alpha', 'beta'],
    agents: { beta: handsBack },
    async run(world) {
      const alpha = world.node('alpha');
      const { id, jobId } = await stopped(world);
      await alpha.releaseEscalation(id, { credit: 5 });
      await world.until(() => alpha.inbox().length > 0);
      await world.rest();
      has(alpha.job(jobId), { state: 'stopped', reason: 'cannot: cycle' });
      has(alpha.inbox(), [{ jobId, epoch: 1, reason: 'cannot: cycle' }]);
      same(alpha.inbox({ all: true }).length, 2);
    },
  },
  {
    id: 'F-answer',
    source: 'design.md section 6',
    says: 'a person’s answer is the result of the job, and is given once; the thread stays frozen',
    peers: ['alpha', 'beta'],
    agents: { beta: handsBack },
    async run(world) {
      const alpha = world.node('alpha');
      const { id, jobId } = await stopped(world);
      has(await alpha.answerEscalation(id, '42'), { state: 'answered', resolution: '42' });
      has(alpha.job(jobId), { state: 'done', result: '42' });
      same(threadOf(world, 'beta', jobId), 'frozen');
      await rejects(alpha.answerEscalation(id, '43'), 'EscalationClosedError');
      await rejects(alpha.releaseEscalation(id, { credit: 3 }), 'EscalationClosedError');
      has(alpha.job(jobId), { state: 'done', result: '42' });
    },
  },
  {
    id: 'F-stop',
    source: 'design.md section 6',
    says: 'a person may stop a job everywhere: it is halted on every peer that it reached',
    peers: ['alpha', 'beta'],
    agents: { beta: handsBack },
    async run(world) {
      const alpha = world.node('alpha');
      const { id, jobId } = await stopped(world);
      has(await alpha.stopEscalation(id, 'never mind'), { state: 'stopped' });
      await world.until(() => world.running.every((name) => threadOf(world, name, jobId) === 'halted'));
      has(alpha.job(jobId), { state: 'stopped', reason: 'cannot: cycle' });
      await rejects(alpha.releaseEscalation(id, { credit: 3 }), 'EscalationClosedError');
    },
  },
  {
    id: 'F-frozen',
    source: 'design.md section 6',
    says: 'nothing but a person moves a frozen thread: no peer, no time, no other path, no turn that still runs',
    peers: ['alpha', 'beta', 'gamma', 'delta'],
    async run(world) {
      const work = held();
      let late: string | undefined;
      world.script('alpha', async (turn) => {
        const both = ['beta', 'gamma'].map((peer) => handOn(turn, 'task', peer, `for ${peer}`));
        return (await Promise.all(both)).map(outcomeOf);
      });
      world.script('beta', async (turn) => {
        await work.begun;
        return handsBack(turn);
      });
      world.script('gamma', async (turn) => {
        await work.script(turn);
        late = outcomeOf(await handOn(turn, 'task', 'delta', 'a quite different thing'));
        return 'given after a stop';
      });
      const alpha = world.node('alpha');
      const report = alpha.delegate('alpha', 'go');
      const jobId = () => alpha.jobs()[0]?.jobId ?? '';
      await world.until(() => ['alpha', 'beta', 'gamma'].every((name) => threadOf(world, name, jobId()) === 'frozen'));
      same(alpha.job(jobId())?.state, 'frozen');
      work.release('go on');
      has(await report, { state: 'stopped', reason: 'cannot: cycle', result: ['ok', 'ok'] });
      same(late, 'frozen');
      same(world.turns({ node: 'delta' }), []);
      await world.advance(3_600_000);
      same(alpha.job(jobId())?.state, 'stopped');
      has(alpha.inbox(), [{ state: 'open', reason: 'cannot: cycle' }]);
    },
  },
  {
    id: 'F-memory',
    source: 'design.md section 6',
    says: 'what is frozen, halted or seen is the same after a restart, on every peer',
    peers: ['alpha', 'beta', 'gamma'],
    agents: { beta: handsBack },
    async run(world) {
      const { jobId } = await stopped(world);
      const stranger = await world.stranger();
      const beta = world.node('beta').peerId;
      const seen = stranger.compose({ to: beta });
      world.script('beta', answers('seen'));
      const first = await stranger.send(beta, seen);
      const mine = stranger.root();
      await world.node('gamma').halt({ kind: 'job', jobId: mine.job.jobId }, 'not this one');
      await world.until(() => world.running.every((name) => world.node(name).halts().length === 1));
      const before = world.turns().length;
      for (const name of ['beta', 'alpha', 'gamma']) {
        await world.crash(name);
        await world.restart(name);
      }
      same(world.restarts.length, 3); // What each knew before and after is compared by invariant I8.
      same([threadOf(world, 'alpha', jobId), threadOf(world, 'beta', jobId)], ['frozen', 'frozen']);
      same(await stranger.send(beta, seen), first);
      same(reasonOf(await stranger.send(beta, stranger.compose({ to: beta, parent: mine }))), 'halted');
      has(world.node('alpha').inbox(), [{ jobId, state: 'open' }]);
      same(world.turns().length, before);
    },
  },
];
