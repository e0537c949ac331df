/** Which paths are loops, and which only look like one. */
import { along, answers, handOn, outcomeOf, parsed, relays } from '../agents.ts';
import { has, same } from '../expectations.ts';
import type { Scenario } from '../scenario.ts';

export const paths: readonly Scenario[] = [
  {
    id: 'S45',
    source: 'calf-ai/calfkit-sdk#281',
    says: 'two peers may both hand on to a third: a diamond is no cycle',
    isLegit: true,
    peers: ['alpha', 'beta', 'gamma', 'delta'],
    agents: { beta: relays, gamma: relays, delta: answers('twice, for two') },
    async run(world) {
      world.script('alpha', async (turn) => {
        const both = ['beta', 'gamma'].map((peer) => handOn(turn, 'task', peer, along(['delta'], ['task'])));
        return (await Promise.all(both)).map(outcomeOf);
      });
      const report = await world.node('alpha').delegate('alpha', 'go');
      has(report, { state: 'done', result: ['ok', 'ok'], turns: 5, credit: { granted: 32, left: 27 } });
    },
  },
  {
    id: 'S73',
    source: 'nats-io/nats-server#5117',
    says: 'a triangle is found in whatever order its peers have started',
    peers: ['x', 'y', 'z'],
    agents: { x: relays, y: relays, z: relays },
    async run(world) {
      for (const order of ['xyz', 'zyx', 'yxz', 'yzx', 'zxy', 'xzy']) {
        for (const name of order) await world.stop(name);
        for (const name of order) await world.start(name);
        await world.meet();
        const report = await world.node('x').delegate('y', along(['z', 'x'], ['task']));
        has(report, { state: 'stopped', reason: 'cannot: cycle', path: ['x', 'y', 'z', 'x'] }, order);
      }
      same(world.turns({ node: 'x' }), []);
    },
  },
  {
    id: 'S73-again',
    source: 'nats-io/nats-server#6037',
    says: 'a peer that comes back under its own ID is no loop',
    isLegit: true,
    peers: ['x', 'y', 'z'],
    agents: { x: relays, y: relays, z: relays },
    async run(world) {
      for (let count = 0; count < 3; count += 1) {
        has(await world.node('x').delegate('y', along(['z'], ['task'])), { state: 'done', path: ['x', 'y', 'z'] });
        await world.crash('y');
        await world.restart('y');
      }
    },
  },
  {
    id: 'V04',
    source: 'swedishembedded/sven',
    says: 'a handler at the last depth that first reads something of depth 1 still may not send',
    peers: ['alpha', 'beta', 'gamma', 'delta'],
    agents: { beta: relays, gamma: relays },
    async run(world) {
      const fresh = Promise.withResolvers<void>();
      world.script('delta', async (turn) => {
        fresh.resolve();
        await world.until(() => JSON.stringify(world.node('delta').readRoom('lobby')).includes('fresh'));
        const read = await turn.tools.call('read_room', { room: 'lobby', limit: 10 });
        return [outcomeOf(read), outcomeOf(await handOn(turn, 'session', 'alpha', 'thanks for the news'))];
      });
      const report = world.node('alpha').delegate('beta', along(['gamma', 'delta'], ['task']));
      await fresh.promise;
      await world.node('alpha').post('lobby', 'fresh news');
      has(await report, { state: 'stopped', reason: 'max_hops', path: ['alpha', 'beta', 'gamma', 'delta', 'alpha'] });
    },
  },
  {
    id: 'V05',
    source: 'swedishembedded/sven',
    says: 'a message and then a task back to its sender is a cycle, for all that the channels differ',
    peers: ['alpha', 'beta'],
    async run(world) {
      world.script('beta', async (turn) => outcomeOf(await handOn(turn, 'task', 'alpha', 'you do it')));
      const report = await world.node('alpha').send('beta', 'could you do it?');
      has(report, { state: 'stopped', reason: 'cannot: cycle', path: ['alpha', 'beta', 'alpha'], turns: 1 });
    },
  },
  {
    id: 'V12',
    source: 'swedishembedded/sven',
    says: 'a second operator’s input does not reset the budget of a turn that runs for a first one',
    peers: ['alpha', 'beta', 'gamma', 'delta', 'epsilon'],
    agents: { beta: relays, delta: relays, epsilon: relays },
    async run(world) {
      const go = Promise.withResolvers<void>();
      const begun = Promise.withResolvers<void>();
      world.script('gamma', async (turn) => {
        if (parsed(turn.brief) === 'something else') return 'of course';
        begun.resolve();
        await go.promise;
        return relays(turn);
      });
      const first = world.node('alpha').delegate('beta', along(['gamma', 'delta', 'epsilon'], ['task']));
      await begun.promise;
      has(await world.node('epsilon').delegate('gamma', 'something else'), { state: 'done', depth: 1 });
      go.resolve();
      has(await first, { state: 'stopped', reason: 'max_hops', path: ['alpha', 'beta', 'gamma', 'delta', 'epsilon'] });
    },
  },
  {
    id: 'V15',
    source: 'swedishembedded/sven',
    says: 'ten operator turns in a row with the same peer all work, also with the same words',
    isLegit: true,
    peers: ['alpha', 'beta'],
    async run(world) {
      for (let turn = 0; turn < 10; turn += 1) {
        has(await world.node('alpha').send('beta', 'and now?'), { state: 'done', turns: 1, depth: 1 });
      }
      same(new Set(world.turns().map(({ jobId }) => jobId)).size, 10);
    },
  },
];
