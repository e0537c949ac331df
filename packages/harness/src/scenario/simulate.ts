import type { Agent, Config } from '@hoplite/node';
import { watchInvariants } from '../invariants/index.ts';
import type { RunRecord, Violation } from '../record.ts';
import { SimulatedWorld } from '../simulation/index.ts';
import type { Script, World } from '../world/world.ts';

export interface SimulateOptions {
  /** Peers, and what answers for each: an agent, or a function from a turn to its result. */
  readonly agents: Readonly<Record<string, Agent | Script>>;
  /** Of all chance. @default 1 */
  readonly seed?: number;
  /** Over the defaults, for all peers or by name. */
  readonly config?: Partial<Config> | ((name: string) => Partial<Config>);
  /** What to call it in reports. @default "simulate" */
  readonly id?: string;
  /** What is to be, in one sentence, for reports. */
  readonly says?: string;
  /** Whether it is honest work: it must end `done`, and no brake may fire. @default false */
  readonly isLegit?: boolean;
  /**
   * Real milliseconds for which what the agents do for real, a file or a socket, is waited for before virtual time moves on
   * without it. When it has run out, the record says so among the faults. @default 10000
   */
  readonly patience?: number;
  readonly signal?: AbortSignal;
  /** What happens in the world. Its exceptions are thrown on; the world comes to rest by itself afterwards. */
  readonly run: (world: World) => Promise<void>;
}

/**
 * Has agents of one's own play in a simulated world, under the rules and with the code of production.
 *
 * @returns everything that was seen, with the invariants that broke
 */
export async function simulate(options: SimulateOptions): Promise<RunRecord> {
  const { agents, seed = 1, config, id = 'simulate', says = '', isLegit = false, patience, signal, run } = options;
  await using world = await SimulatedWorld.create({
    seed,
    peers: Object.keys(agents),
    agents,
    ...(config === undefined ? {} : { config }),
    ...(patience === undefined ? {} : { patience }),
    ...(signal === undefined ? {} : { signal }),
  });
  const watch = watchInvariants(world, { isLegit });
  const violations: Violation[] = [];
  const unwatch = world.onStep(() => void violations.push(...watch.always()));
  await world.finish(run(world), 'the run');
  await world.rest();
  unwatch();
  violations.push(...watch.atRest());
  return { ...world.record({ id, source: 'code', says, kind: 'scenario' }), violations };
}
