import type { Config, HopliteNode } from '@hoplite/node';
import type { JsonValue } from '@hoplite/tools';
import { WrongPeerError } from '../../errors.ts';
import { guardsOf, type Guards } from '../../invariants/guards.ts';
import type { RunRecord } from '../../record.ts';
import type { Fault } from '../../world/fault.ts';
import type { Script, Seen, StartOptions, TurnBegun, World } from '../../world/world.ts';
import { SimulatedNetwork } from '../network/simulated-network.ts';
import { SeededRandom } from '../seeded-random.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { Chronicle } from './chronicle.ts';
import { Company } from './company.ts';
import { sentenceOf } from './fault-words.ts';
import type { HandDrivenPeer } from './hand-driven-peer.ts';
import { Lives } from './lives.ts';
import { withoutLost } from './lost-guards.ts';
import { MessageLog } from './message-log.ts';
import type { Acting } from './scripted-agent.ts';
import { Waiting } from './waiting.ts';

export interface SimulatedWorldOptions {
  /** Of all chance. @default 1 */
  readonly seed?: number;
  /** Nodes that are there at the start, and have met. */
  readonly peers: readonly string[];
  /** Names of nodes that may start later: faults may name them before. @default [] */
  readonly later?: readonly string[];
  /** What answers at a peer; {@link World.script} may replace it. @default echoes what it was asked */
  readonly agents?: Readonly<Record<string, Acting>>;
  /** Over the defaults, for all nodes or by name. */
  readonly config?: Partial<Config> | ((name: string) => Partial<Config>);
  /** Milliseconds since the Unix epoch. @default 2030-01-01T00:00:00Z */
  readonly startAt?: number;
  /**
   * Real milliseconds for which input and output of agents is waited for before time moves on without it; the record says so
   * then. 0 waits for nothing. @default 10000
   */
  readonly patience?: number;
  /** Ends the world: whatever waits is rejected with the signal's reason. */
  readonly signal?: AbortSignal;
}

/**
 * Nodes of production in one process, on a simulated network, disks and clocks.
 *
 * **Time.** The world runs by itself from when it has been created until it is disposed of. Time stands still while code
 * runs, and moves to whatever is due next when the event loop has nothing left to do: so `await node.delegate(…)` just works,
 * what is called without an `await` in between happens at the same millisecond, and the code after an `await` goes on at the
 * millisecond at which what it waited for came about. An agent that awaits something real, a file or a socket, has it waited
 * for, up to `patience`, before more than a second in all has passed meanwhile. When nothing but upkeep has happened for an hour, or for
 * 24 hours while a job is open, time stops, and `until`, `rest`, `meet` and `finish` reject.
 *
 * **Chance.** With the same seed and agents that do nothing of their own accord, two runs are the same, byte for byte.
 */
export class SimulatedWorld implements World, AsyncDisposable {
  readonly clock: VirtualClock;
  readonly network: SimulatedNetwork;
  readonly seed: number;
  readonly asked: { readonly node: string; readonly brief: JsonValue }[] = [];
  readonly restarts: { readonly node: string; readonly before: unknown; readonly after: unknown }[] = [];
  readonly events: Seen[] = [];
  readonly #options: SimulatedWorldOptions;
  readonly #startedAt: number;
  readonly #messages: MessageLog;
  readonly #chronicle: Chronicle;
  readonly #waiting: Waiting;
  readonly #company: Company;
  readonly #lives: Lives;
  readonly #guards = new Map<string, Guards>();

  private constructor(options: SimulatedWorldOptions) {
    const { seed = 1, agents = {}, startAt, patience, signal } = options;
    this.#options = options;
    this.seed = seed;
    this.clock = new VirtualClock(startAt);
    this.#startedAt = this.clock.now();
    const random = new SeededRandom(seed);
    this.network = new SimulatedNetwork({ clock: this.clock, random: random.stream('network') });
    this.#company = new Company(this.network, random);
    const now = (): number => this.clock.now();
    this.#chronicle = new Chronicle(now);
    this.#messages = new MessageLog({ now, nameOf: (peerId) => this.#company.nameOf(peerId) });
    this.network.observe(this.#messages);
    const stir = (): void => this.#waiting.stir();
    this.network.observe({ onSent: stir, onDelivered: stir, onLost: stir });
    this.#lives = new Lives((node, brief) => {
      this.asked.push({ node, brief });
      this.#waiting.told();
    });
    for (const [name, acting] of Object.entries(agents)) {
      this.#lives.script(name, acting, false);
    }
    this.#waiting = new Waiting({
      ...{ clock: this.clock, patience },
      isAgentBusy: () => this.#lives.busy.size > 0,
      onImpatient: () => this.#chronicle.onFault(passedOver([...this.#lives.busy])),
      isAtRest: () => this.#company.isAtRest,
    });
    signal?.addEventListener('abort', () => this.#waiting.fail(signal.reason), { once: true });
    if (signal?.aborted === true) {
      this.#waiting.fail(signal.reason);
    }
  }

  /** Starts the nodes, and resolves when they have met. */
  static async create(options: SimulatedWorldOptions): Promise<SimulatedWorld> {
    const world = new SimulatedWorld(options);
    try {
      for (const name of options.peers) {
        await world.start(name);
      }
      await world.meet();
      return world;
    } catch (error) {
      await world[Symbol.asyncDispose]();
      throw error;
    }
  }

  get running(): readonly string[] {
    return this.#company.running;
  }

  /** Instants of virtual time at which something happened, so far. */
  get steps(): number {
    return this.#waiting.steps;
  }

  /** Messages that have left a peer for another one, so far, with those that the network made twice. */
  get crossings(): number {
    return this.#messages.crossings;
  }

  now(): number {
    return this.clock.now();
  }

  async advance(ms: number): Promise<void> {
    await this.#waiting.advance(ms);
  }

  node(name: string): HopliteNode {
    return this.#company.lifeOf(name).node;
  }

  script(name: string, script: Script, { isIdempotent = false }: { readonly isIdempotent?: boolean } = {}): void {
    this.#lives.script(name, script, isIdempotent);
  }

  async start(name: string, options: StartOptions = {}): Promise<HopliteNode> {
    const peer = this.#company.peer(name);
    if (peer.life !== undefined) {
      throw new WrongPeerError(name, 'runs already');
    }
    this.#waiting.stir();
    const { config } = this.#options;
    const { agent, isAlive } = this.#lives.begin(name);
    const changes = { ...(typeof config === 'function' ? config(name) : config), ...options.config };
    const { node } = await peer.start({ config: changes, agent, wrap: options.mesh });
    node.subscribe((event) => {
      if (isAlive()) {
        this.#onEvent({ ...event, node: name }); // The last words of one that has crashed were never said.
      }
    });
    return node;
  }

  async stop(name: string): Promise<void> {
    this.#end(name, 'stops');
    await this.finish(this.#company.peer(name).stop(), `${name} to stop`);
  }

  async crash(name: string): Promise<void> {
    this.#end(name, 'crashes');
    this.#lives.end(name);
    const lost = this.#company.peer(name).crash();
    this.#guards.set(name, withoutLost(this.#guards.get(name) ?? {}, lost));
  }

  async restart(name: string, options: StartOptions = {}): Promise<HopliteNode> {
    const peer = this.#company.peer(name);
    const before = this.#guards.get(name);
    const notices = before === undefined ? [] : peer.notices();
    const node = await this.start(name, options);
    this.#chronicle.onFault(`${name} starts again`);
    await this.meet();
    // What is past its time may be forgotten, also when that came while they met.
    const past = notices.filter(({ until }) => until < this.now() + peer.skew);
    const lost = new Map(past.map(({ notice }, index) => [`${index}`, { notice }]));
    this.restarts.push({ node: name, before: withoutLost(before ?? {}, lost), after: guardsOf(this, name) });
    return node;
  }

  async meet(): Promise<void> {
    await this.#waiting.until(() => this.#company.haveMet, { what: 'all to meet', isSettled: true });
  }

  async stranger(name = 'mallory'): Promise<HandDrivenPeer> {
    const stranger = await this.#company.stranger(name, () => this.#waiting.told());
    await this.meet();
    return stranger;
  }

  fault(fault: Fault): void {
    if ('peer' in fault && this.#options.later?.includes(fault.peer) !== true) {
      this.#company.mustKnow(fault.peer);
    }
    this.#chronicle.onFault(sentenceOf(fault));
    this.#waiting.stir();
    if (fault.kind === 'skew') {
      this.#company.peer(fault.peer).skew = fault.ms;
    } else {
      this.network.apply(fault);
    }
  }

  async until(condition: () => boolean): Promise<void> {
    await this.#waiting.until(condition, { what: condition.toString() });
  }

  /** Resolves as a promise does, and rejects when nothing more happens that could settle it. @param what it is, for errors */
  async finish<T>(promise: Promise<T>, what = 'a promise'): Promise<T> {
    return this.#waiting.finish(promise, what);
  }

  async rest(): Promise<void> {
    await this.#waiting.until(() => this.#company.isAtRest, { what: 'all turns and jobs to end', isSettled: true });
  }

  turns(filter: { readonly node?: string; readonly jobId?: string } = {}): readonly TurnBegun[] {
    return this.events.flatMap((seen) => {
      if (seen.event !== 'turn:started' || (filter.node ?? seen.node) !== seen.node) {
        return [];
      }
      const { node, jobId, channel, depth } = seen;
      return (filter.jobId ?? jobId) === jobId ? [{ node, jobId, channel, depth }] : [];
    });
  }

  /**
   * Calls back after everything that one instant of virtual time brought has settled, when something happened in it. What
   * the listener throws fails all that is waited for, now and later. @returns ends that
   */
  onStep(listener: () => void): () => void {
    return this.#waiting.onStep(listener);
  }

  /** What has been seen so far; the violations are for those who look for them. */
  record(about: Pick<RunRecord, 'id' | 'source' | 'says' | 'kind'>): RunRecord {
    for (const name of this.running) {
      this.#chronicle.visit(name, this.node(name));
    }
    const { turns, jobs, escalations, faults } = this.#chronicle;
    return {
      ...about,
      seed: this.seed,
      peers: this.#company.names,
      startedAt: this.#startedAt,
      endedAt: this.now(),
      messages: this.#chronicle.withRefusals(this.#messages.messages),
      ...{ turns, jobs, waits: this.#chronicle.withReasons(this.#messages.waits), escalations, faults },
      violations: [],
      effort: { steps: this.steps },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#waiting.stop();
    this.#company[Symbol.dispose]();
  }

  #end(name: string, how: string): void {
    const { node } = this.#company.lifeOf(name);
    this.#guards.set(name, guardsOf(this, name));
    this.#chronicle.visit(name, node);
    this.#chronicle.onEnded(name);
    this.#chronicle.onFault(`${name} ${how}`);
    this.#company.onTurn(name, 'all ended');
    this.#waiting.stir();
  }

  #onEvent(seen: Seen): void {
    const { event, node } = seen;
    this.events.push(seen);
    this.#chronicle.onEvent(seen);
    if (event === 'turn:started' || event === 'turn:ended') {
      this.#company.onTurn(node, event === 'turn:started' ? 'begun' : 'ended');
    }
    this.#waiting.told();
  }
}

/** What the record says when time has moved on without agents. */
function passedOver(names: readonly string[]): string {
  return `time moved on while ${names.join(', ')} ${names.length === 1 ? 'was' : 'were'} at something real; see \`patience\``;
}
