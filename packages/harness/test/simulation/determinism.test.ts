import { verifies } from '@hoplite/test/requirements';
import { expect, test } from 'vitest';
import { SimulatedWorld } from '../../src/simulation/index.ts';
import type { Fault } from '../../src/world/fault.ts';
import type { Script } from '../../src/world/world.ts';

verifies('harness.sim.deterministic');

const PEERS = ['alpha', 'beta', 'gamma', 'delta'];

/** Hands on to the next one, on a channel that changes. */
const handsOn: Script = async ({ brief, tools, channel }) => {
  const [next, ...rest] = (typeof brief === 'string' ? brief : '').split(' ');
  if (next === undefined || next === '') {
    return 'end';
  }
  const text = rest.join(' ') || ' ';
  const result =
    channel === 'task'
      ? await tools.call('send_message', { peer: next, text, wait_seconds: 60 })
      : await tools.call('delegate_task', { peer: next, brief: text });
  return result.ok ? result.value : result.refusal.reason;
};

/** Work, posts, a crash and a restart, with these faults. */
async function play(seed: number, faults: readonly Fault[]): Promise<string> {
  const agents = Object.fromEntries(PEERS.map((name) => [name, handsOn]));
  await using world = await SimulatedWorld.create({ peers: PEERS, agents, seed });
  for (const fault of faults) world.fault(fault);
  const stranger = await world.stranger();
  stranger.onRequest((request) => request.refuse({ reason: 'busy', detail: '', path: [] }));
  const work = ['beta gamma delta', 'gamma beta', 'delta mallory'].map((path) =>
    world.node('alpha').delegate('beta', path),
  );
  const posts = world.node('gamma').post('lobby', 'beta', { wake: 'everyone' });
  await world.until(() => world.turns().length > 1);
  await world.crash('delta');
  await world.restart('delta');
  await world.finish(Promise.all([...work, posts]));
  await world.rest();
  return JSON.stringify(world.record({ id: 'a', source: '', says: '', kind: 'scenario' }), undefined, 1);
}

const CHANCE: readonly Fault[] = [
  { kind: 'lose', share: 0.1 },
  { kind: 'duplicate', share: 0.1 },
  { kind: 'reorder', share: 0.2 },
  { kind: 'delay', ms: [1, 40] },
  { kind: 'skew', peer: 'beta', ms: 1500 },
];

test.each([
  ['nothing wrong', []],
  ['everything wrong', CHANCE],
])('two runs with the same seed are the same, byte for byte, with %s', async (_, faults) => {
  const first = await play(7, faults);
  expect(await play(7, faults)).toBe(first);
});

test('with another seed chance goes another way', async () => {
  const ways = new Set<string>();
  for (const seed of [1, 2, 3]) {
    const { messages } = JSON.parse(await play(seed, CHANCE)) as { messages: { at: number; fate: { kind: string } }[] };
    ways.add(JSON.stringify(messages.map(({ at, fate }) => [at, fate.kind])));
  }
  expect(ways.size).toBe(3);
});

test('what one line draws does not shift what another one gets', async () => {
  const arrivals = async (between: readonly string[][]): Promise<readonly number[]> => {
    await using world = await SimulatedWorld.create({ peers: ['alpha', 'beta', 'gamma'] });
    await world.advance(60_000); // What they had to tell each other at first has been told.
    for (const lines of between) world.fault({ kind: 'delay', ms: [10, 1000], between: lines });
    const times: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      const before = world.now();
      if (between.length > 1) await world.node('alpha').delegate('gamma', `other ${count}`);
      const begun = world.now();
      await world.node('alpha').delegate('beta', `this ${count}`);
      times.push(world.now() - begun);
      expect(world.now()).toBeGreaterThan(before);
    }
    return times;
  };
  expect(
    await arrivals([
      ['alpha', 'beta'],
      ['alpha', 'gamma'],
    ]),
  ).toEqual(await arrivals([['alpha', 'beta']]));
});
