import type { AgentTurn } from '@hoplite/node';
import type { Answered, Script } from '../../world/world.ts';
import { SeededRandom } from '../seeded-random.ts';
import { SimulatedWorld } from './simulated-world.ts';

export interface LargeWorldOptions {
  /** @default 200 */
  readonly peers?: number;
  /** It ends when as many have left their senders, resends and copies included. @default 10000 */
  readonly messages?: number;
  /** @default 1 */
  readonly seed?: number;
  readonly signal?: AbortSignal;
  /** Called now and then. @param crossings messages so far */
  readonly onProgress?: (crossings: number) => void;
}

export interface LargeWorldRun {
  readonly peers: number;
  /** Messages that left their senders. */
  readonly messages: number;
  readonly turns: number;
  readonly jobs: number;
  readonly steps: number;
  /** Virtual milliseconds that it took. */
  readonly milliseconds: number;
  /** Longest path, in hops. */
  readonly depth: number;
}

/** Root events that are begun at the same time. */
const AT_ONCE = 20;

/** Virtual time before the next ones, in milliseconds: so that rates do not hold anybody back. */
const PAUSE_MS = 1_000;

/** Shares of what an agent does: it hands on, or answers; of what begins jobs: posts to all, or for one peer. */
const [HANDS_ON, POSTS] = [0.6, 0.02];

/**
 * A random world: many peers, fully meshed, whose agents hand work on to whomever, on whichever channel, with a room that
 * everyone hears. For finding out how large a world the simulator takes.
 */
export async function runLargeWorld(options: LargeWorldOptions = {}): Promise<LargeWorldRun> {
  const { peers = 200, messages = 10_000, seed = 1, signal, onProgress } = options;
  const random = new SeededRandom(seed, 'large world');
  const names = Array.from({ length: peers }, (_, index) => `p${index}`);
  const agents = Object.fromEntries(names.map((name) => [name, wanders(names, random.stream(name))]));
  await using world = await SimulatedWorld.create({
    ...{ peers: names, agents, seed, patience: 0 }, // Nothing that they do is real.
    ...(signal === undefined ? {} : { signal }),
  });
  const begun = world.now();
  let count = 0;
  while (world.crossings < messages) {
    const roots = Array.from({ length: AT_ONCE }, () => begin(world, names, random, `job ${(count += 1)}`));
    await world.finish(Promise.all(roots), 'jobs of a large world');
    await world.advance(PAUSE_MS);
    onProgress?.(world.crossings);
  }
  await world.rest();
  const depths = world.turns().map(({ depth }) => depth);
  return {
    peers,
    messages: world.crossings,
    turns: depths.length,
    jobs: count,
    steps: world.steps,
    milliseconds: world.now() - begun,
    depth: Math.max(0, ...depths),
  };
}

async function begin(
  world: SimulatedWorld,
  names: readonly string[],
  random: SeededRandom,
  text: string,
): Promise<void> {
  const origin = world.node(pick(names, random));
  const to = pick(names, random);
  if (random.chance(POSTS)) {
    await origin.post('lobby', text, { wake: [to] });
  } else if (random.chance(0.5)) {
    await origin.delegate(to, text);
  } else {
    await origin.send(to, text);
  }
}

function wanders(names: readonly string[], random: SeededRandom): Script {
  return async (turn) => {
    if (!random.chance(HANDS_ON)) {
      return 'done';
    }
    return await handOn(turn, pick(names, random), random);
  };
}

async function handOn({ tools, brief }: AgentTurn, peer: string, random: SeededRandom): Promise<Answered> {
  const text = `${JSON.stringify(brief)}.${random.between(0, 999)}`;
  const result = random.chance(0.5)
    ? await tools.call('delegate_task', { peer, brief: text })
    : await tools.call('send_message', { peer, text, wait_seconds: 60 });
  return result.ok ? 'handed on' : result.refusal.reason;
}

function pick(names: readonly string[], random: SeededRandom): string {
  return names[random.between(0, names.length - 1)] ?? '';
}
