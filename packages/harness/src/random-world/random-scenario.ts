import { parseScenario } from '../scenario/parse.ts';
import type { ScenarioFile } from '../scenario/schema/scenario.ts';
import type { Step } from '../scenario/schema/step.ts';
import { SeededRandom } from '../simulation/seeded-random.ts';
import { agent } from './agents.ts';
import { DEFAULT_BOUNDS, type RandomBounds } from './bounds.ts';
import { NAMES, STRANGER, type Cast } from './cast.ts';
import { config } from './config.ts';
import { Dice } from './dice.ts';
import { faults } from './faults.ts';
import { Plot } from './plot.ts';

/**
 * A random world: who is there under which rules, what its agents and persons do, and what goes wrong. It expects nothing
 * but that the invariants hold and that the world comes to rest. The same seed and bounds give the same world.
 *
 * @param seed an integer from 0 to 2^32 - 1; also the one of the chance in the simulator
 */
export function randomScenario(seed: number, bounds: RandomBounds = {}): ScenarioFile {
  const most = { ...DEFAULT_BOUNDS, ...bounds };
  const dice = new Dice(new SeededRandom(seed, 'random world'));
  const peers = NAMES.slice(0, dice.between(2, Math.max(2, Math.min(most.peers, NAMES.length))));
  const hasStranger = dice.chance(0.35);
  // One who is there at the start has something to happen to.
  const absent = new Set(peers.slice(1).filter(() => dice.chance(0.1)));
  const cast: Cast = {
    dice,
    peers,
    present: peers.filter((peer) => !absent.has(peer)),
    everyone: hasStranger ? [...peers, STRANGER] : peers,
    rooms: dice.chance(0.4) ? ['lobby', 'den'] : ['lobby'],
    holds: new Set(),
  };
  const plot = new Plot(cast);
  const entries = peers.map((peer) => [
    peer,
    {
      ...dice.maybe(0.85, 'agent', () => agent(cast, peer)),
      ...dice.maybe(0.25, 'config', () => config(cast)),
      ...(absent.has(peer) ? { absent: true } : {}),
    },
  ]);
  const wrong = faults(cast, most.faults);
  return parseScenario(
    {
      id: `random-${seed}`,
      source: 'a random world',
      says: 'the invariants hold, and the world comes to rest',
      seed,
      ...(wrong.length === 0 ? {} : { only: { world: 'simulated', because: 'its network and clocks go wrong' } }),
      peers: Object.fromEntries(entries) as unknown,
      ...dice.maybe(0.7, 'config', () => config(cast)),
      ...(cast.rooms.length > 1 ? { rooms: rooms(cast) } : {}),
      steps: [...stranger(cast), ...steps(cast, plot, most.steps), ...plot.end()],
      ...(wrong.length === 0 ? {} : { faults: wrong }),
    },
    `random world ${seed}`,
  );
}

function rooms({ dice, peers }: Cast): unknown {
  const lobby = dice.some(peers, dice.between(1, peers.length));
  return dice.chance(0.5) ? ['lobby', 'den'] : { lobby, den: dice.some(peers, dice.between(1, peers.length)) };
}

function stranger({ dice, everyone }: Cast): readonly Step[] {
  return everyone.includes(STRANGER)
    ? [{ stranger: { name: STRANGER, requests: dice.pick(['ignore', 'accept', 'answer', 'garbage'] as const) } }]
    : [];
}

function steps({ dice }: Cast, plot: Plot, most: number): readonly Step[] {
  const count = dice.between(1, Math.max(1, most));
  const happens: Step[] = [];
  while (happens.length < count) happens.push(...plot.next());
  return happens;
}
