import { adversary, simulate, type Script } from '@hoplite/harness';
import '@hoplite/harness/vitest';
import { expect, test } from 'vitest';
import { planner } from './planner.ts';

const worker: Script = ({ brief }) => `${brief as string}: done`;

test('the planner finishes, and takes no more turns than there are parts', async () => {
  let result: unknown;
  const run = await simulate({
    agents: { planner, worker },
    run: async (world) => {
      ({ result } = await world.node('planner').delegate('planner', 'sweep and mop'));
    },
  });
  expect(result).toBe('sweep: done; mop: done');
  expect(run).toTerminateWithin({ turns: 3, depth: 1 });
  expect(run).toHoldInvariants();
});

test('a worker that hands the work back is stopped, and the planner still ends', async () => {
  const passesBack: Script = async ({ brief, tools }) => {
    const answer = await tools.call('delegate_task', { peer: 'planner', brief });
    return answer.ok ? 'done' : answer.refusal.reason;
  };
  const run = await simulate({
    agents: { planner, worker: passesBack },
    run: async (world) => {
      await world.node('planner').delegate('planner', 'sweep and mop');
    },
  });
  expect(run).toStopFor('cannot: cycle', { path: ['planner', 'worker', 'planner'] });
  expect(run).toTerminateWithin({ turns: 2 });
});

test('a worker that hands everything to everyone is stopped before it costs much', async () => {
  const run = await simulate({
    agents: { planner, worker: adversary('delegates-to-everyone'), helper: adversary('delegates-to-everyone') },
    run: async (world) => {
      await world.node('planner').delegate('planner', 'sweep and mop');
    },
  });
  expect(run).toTerminateWithin({ turns: 32 });
  expect(run).toHoldInvariants();
});

test('a worker whose machine dies leaves the planner with an answer', async () => {
  let result: unknown;
  const run = await simulate({
    agents: { planner, worker },
    run: async (world) => {
      await world.crash('worker');
      ({ result } = await world.node('planner').delegate('planner', 'sweep', { timeoutMs: 60_000 }));
    },
  });
  expect(result).toBe('sweep: unreachable');
  expect(run).toTerminateWithin({ turns: 1 });
});
