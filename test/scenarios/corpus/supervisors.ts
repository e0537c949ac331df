/** Who is told of a stop, or of a halt, and who may go on after it. */
import { answers, handOn, outcomeOf, refuses } from '../agents.ts';
import { has, rejects, same } from '../expectations.ts';
import type { Scenario } from '../scenario.ts';
import { handsBack, stopped } from './people.ts';

export const supervisors: readonly Scenario[] = [
  {
    id: 'F-supervisor',
    source: 'design.md section 4',
    says: 'who delegated may assign another worker, after a result or a refusal of the first, and the first again',
    isLegit: true,
    peers: ['boss', 'first', 'second'],
    agents: { first: refuses('not my trade'), second: answers('half of it') },
    async run(world) {
      world.script('boss', async (turn) => {
        const outcomes = [outcomeOf(await handOn(turn, 'task', 'first', 'build it'))];
        outcomes.push(outcomeOf(await handOn(turn, 'task', 'second', 'build it')));
        world.script('first', answers('the other half'));
        outcomes.push(outcomeOf(await handOn(turn, 'task', 'first', 'paint it')));
        return outcomes;
      });
      const report = await world.node('boss').delegate('boss', 'a house');
      has(report, { state: 'done', result: ['agent_refused', 'ok', 'ok'], turns: 4, depth: 1 });
    },
  },
  {
    id: 'F-supervisors-told',
    source: 'design.md section 6',
    says: 'supervisors that the config names are told of a stop, which wakes no agent of theirs and lets them decide nothing',
    peers: ['alpha', 'beta', 'gamma'],
    agents: { beta: handsBack },
    config: (name) => (name === 'alpha' ? { supervisors: ['gamma'] } : {}),
    async run(world) {
      const gamma = world.node('gamma');
      const { jobId, id } = await stopped(world);
      await world.until(() => gamma.inbox().length > 0);
      const [told] = gamma.inbox();
      has(told, {
        kind: 'supervisor',
        jobId,
        peer: 'alpha',
        reason: 'cannot: cycle',
        path: ['alpha', 'beta', 'alpha'],
      });
      await rejects(gamma.releaseEscalation(told?.id ?? '', { credit: 9 }), 'EscalationClosedError');
      same([world.turns({ node: 'gamma' }), world.node('beta').inbox()], [[], []]);

      // Of the next one it is told when it comes back.
      await world.node('alpha').stopEscalation(id);
      await world.stop('gamma');
      const { jobId: next } = await stopped(world);
      const back = await world.restart('gamma');
      await world.until(() => back.inbox().some((item) => item.jobId === next));
    },
  },
  {
    id: 'F-halt-away',
    source: 'design.md section 6',
    says: 'a halt, and its end, reach a peer that was away when they were said',
    peers: ['alpha', 'beta', 'gamma'],
    async run(world) {
      await world.stop('gamma');
      await world.node('alpha').halt({ kind: 'all' }, 'lunch');
      await world.start('gamma');
      await world.until(() => world.node('gamma').halts().length === 1);
      has(await world.node('gamma').delegate('gamma', 'go'), { state: 'stopped', reason: 'halted', turns: 0 });
      await world.stop('gamma');
      await world.node('alpha').resume({ kind: 'all' }, 'back');
      await world.start('gamma');
      await world.until(() => world.node('gamma').halts().length === 0);
      has(await world.node('gamma').delegate('gamma', 'go'), { state: 'done' });
    },
  },
];
