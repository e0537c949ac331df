import type { Config, HopliteNode } from '@hoplite/node';
import type { JsonValue } from '@hoplite/tools';
import { WrongPeerError } from '../../errors.ts';
import { guardsOf, type Guards } from '../../invariants/guards.ts';
import type { RunRecord } from '../../record.ts';
import type { Fault } from '../../world/fault.ts';
import type { Script, Seen, StartOptions, TurnBegun, World } from '../../world/world.ts';
import { AutoRun } from '../auto-run.ts';
import { SimulatedNetwork } from '../network/simulated-network.ts';
import { SeededRandom } from '../seeded-random.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { Chronicle } from './chronicle.ts';
import { Company } from './company.ts';
import { Conditions } from './conditions.ts';
import { sentenceOf } from './fault-words.ts';
import { withoutLost } from './lost-guards.ts';
import type { HandDrivenPeer } from './hand-driven-peer.ts';
import { MessageLog } from './message-log.ts';
import { echoesBrief, scriptedAgent, type Acting } from './scripted-agent.ts';

export interface SimulatedWorldOptions {
  /** Of all chance. @default 1 */
  readonly seed?: number;
  /** Nodes that are there at the start, and have met. */
  readonly peers: readonly string[];
  /** What answers at a peer; {@link World.script} may replace it. @default echoes what it was asked */
  readonly agents?: Readonly<Record<string, Acting>>;
  /** Over the defaults, for all nodes or by name. */
  readonly config?: Partial<Config> | ((name: string) => Partial<Config>);
  /** Milliseconds since the Unix epoch. @default 2030-01-01T00:00:00Z */
  readonly startAt?: number;
  /** Real milliseconds for which input and output of agents is waited for before time leaps. @default 1000 */
  readonly patience?: number;
  /** Ends the world: whatever waits is rejected with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** What is waited for is given up after so much virtual time, in milliseconds. */
const PATIENCE_MS = 24 * 60 * 60 * 1000;

/** The same when no job is open and no turn runs: only upkeep is left then. */
const IDLE_MS = 60 * 60 * 1000;

/**
 * Nodes of production in one process, on a simulated network, disks and clocks.
 *
 * **Time.** The world runs by itself from when it has been created until it is disposed of. Time stands still while code
 * runs, and moves to whatever is due next when the event loop has nothing left to do: so `await node.delegate(…)` just works,
 * what is called without an `await` in between happens at the same millisecond, and the code after an `await` goes on at the
 * millisecond at which what it waited for came about. An agent that awaits something real, a file or a socket, has it waited
 * for, up to `patience`, before time moves on by more than a second. When nothing but upkeep has happened for an hour, or for
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
  readonly #conditions = new Conditions();
  readonly #running: AutoRun;
  readonly #company: Company;
  readonly #scripts = new Map<string, { readonly acting: Acting; readonly isIdempotent: boolean }>();
  readonly #guards = new Map<string, Guards>();
  readonly #listeners = new Set<() => void>();
  /** The life that counts, by name of the node; what an earlier one still says does not. With the agents that are busy. */
  readonly #lives = new Map<string, { busy: number }>();
  #steps = 0;
  #hasStirred = false;
  #advancing = 0;
  #failure: { readonly error: unknown } | undefined;

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
    const stir = (): void => this.#stir();
    this.network.observe({ onSent: stir, onDelivered: stir, onLost: stir });
    for (const [name, acting] of Object.entries(agents)) {
      this.#scripts.set(name, { acting, isIdempotent: false });
    }
    this.#running = new AutoRun(this.clock, {
      ...(patience === undefined ? {} : { patience }),
      isAgentBusy: () => [...this.#lives.values()].some(({ busy }) => busy > 0),
      onStep: () => this.#onStep(),
      isTooQuiet: (ms) => this.#isTooQuiet(ms),
      onFailed: (error) => this.#fail(error),
      onStalled: (why) => this.#conditions.giveUpAll(why, this.clock.now()),
    });
    signal?.addEventListener('abort', () => this.#fail(signal.reason), { once: true });
    if (signal?.aborted === true) {
      this.#fail(signal.reason);
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
    return this.#steps;
  }

  /** Messages that have left a peer for another one, so far, with those that the network made twice. */
  get crossings(): number {
    return this.#messages.crossings;
  }

  now(): number {
    return this.clock.now();
  }

  async advance(ms: number): Promise<void> {
    const end = this.now() + ms;
    this.#advancing += 1;
    try {
      this.clock.after(ms, () => undefined);
      const what = `${ms} ms to pass`;
      await this.#until(() => this.now() >= end, { what, isSettled: true, until: Number.MAX_SAFE_INTEGER });
    } finally {
      this.#advancing -= 1;
    }
  }

  node(name: string): HopliteNode {
    return this.#company.lifeOf(name).node;
  }

  script(name: string, script: Script, { isIdempotent = false }: { readonly isIdempotent?: boolean } = {}): void {
    this.#scripts.set(name, { acting: script, isIdempotent });
  }

  async start(name: string, options: StartOptions = {}): Promise<HopliteNode> {
    const peer = this.#company.peer(name);
    if (peer.life !== undefined) {
      throw new WrongPeerError(name, 'runs already');
    }
    this.#stir();
    const { config } = this.#options;
    const life = { busy: 0 };
    this.#lives.set(name, life);
    const isAlive = (): boolean => this.#lives.get(name) === life;
    const agent = scriptedAgent(() => this.#scripts.get(name) ?? { acting: echoesBrief, isIdempotent: false }, {
      onAsked: (brief) => {
        if (isAlive()) {
          this.asked.push({ node: name, brief });
          this.#onTold();
        }
      },
      onBusy: (change) => (life.busy += change),
    });
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
    this.#lives.delete(name);
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
    await this.#until(() => this.#company.haveMet, { what: 'all to meet', isSettled: true });
  }

  async stranger(name = 'mallory'): Promise<HandDrivenPeer> {
    const stranger = await this.#company.stranger(name, () => this.#onTold());
    await this.meet();
    return stranger;
  }

  fault(fault: Fault): void {
    this.#chronicle.onFault(sentenceOf(fault));
    this.#stir();
    if (fault.kind === 'skew') {
      this.#company.peer(fault.peer).skew = fault.ms;
    } else {
      this.network.apply(fault);
    }
  }

  async until(condition: () => boolean): Promise<void> {
    await this.#until(condition, { what: condition.toString() });
  }

  /** Resolves as a promise does, and rejects when nothing more happens that could settle it. @param what it is, for errors */
  async finish<T>(promise: Promise<T>, what = 'a promise'): Promise<T> {
    let isOver = false;
    const over = (): void => {
      isOver = true;
      this.#onTold();
    };
    promise.then(over, over);
    await this.#until(() => isOver, { what });
    return promise;
  }

  async rest(): Promise<void> {
    await this.#until(() => this.#company.isAtRest, { what: 'all turns and jobs to end', isSettled: true });
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
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
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
      ...{ turns, jobs, waits: this.#messages.waits, escalations, faults },
      violations: [],
      effort: { steps: this.#steps },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#running.stop();
    this.#fail(new Error('the world has ended'));
    this.#company[Symbol.dispose]();
  }

  async #until(
    holds: () => boolean,
    {
      what,
      isSettled = false,
      until,
    }: { readonly what: string; readonly isSettled?: boolean; readonly until?: number },
  ): Promise<void> {
    if (this.#failure !== undefined) {
      throw this.#failure.error;
    }
    this.#stir();
    await this.#conditions.until(holds, { what, isSettled, until: until ?? this.now() + PATIENCE_MS });
  }

  #end(name: string, how: string): void {
    const { node } = this.#company.lifeOf(name);
    this.#guards.set(name, guardsOf(this, name));
    this.#chronicle.visit(name, node);
    this.#chronicle.onEnded(name);
    this.#chronicle.onFault(`${name} ${how}`);
    this.#company.onTurn(name, 'all ended');
    this.#stir();
  }

  #onEvent(seen: Seen): void {
    const { event, node } = seen;
    this.events.push(seen);
    this.#chronicle.onEvent(seen);
    if (event === 'turn:started' || event === 'turn:ended') {
      this.#company.onTurn(node, event === 'turn:started' ? 'begun' : 'ended');
    }
    this.#onTold();
  }

  #onTold(): void {
    this.#stir();
    this.#conditions.look(false, this.now());
  }

  #stir(): void {
    this.#hasStirred = true;
    this.#running.stir();
  }

  #onStep(): void {
    if (this.#hasStirred) {
      this.#hasStirred = false;
      this.#steps += 1;
      try {
        for (const listener of this.#listeners) {
          listener();
        }
      } catch (error) {
        this.#fail(error);
      }
    }
    this.#conditions.look(true, this.now());
  }

  #fail(error: unknown): void {
    this.#failure ??= { error };
    this.#conditions.failAll(error);
  }

  #isTooQuiet(ms: number): boolean {
    return this.#advancing === 0 && ms > IDLE_MS && (ms > PATIENCE_MS || this.#company.isAtRest);
  }
}
