import {
  configOf,
  guardsOf,
  peersOf,
  type Answered,
  type Fault,
  type ScenarioFile,
  type Script,
  type Seen,
  type StartOptions,
  type TurnBegun,
  type World,
} from '@hoplite/harness';
import type { Agent, AgentAnswer, AgentTurn, Config, HopliteNode } from '@hoplite/node';
import { createMesh, loadIdentity, loadNetworkKey, type Mesh } from '@hoplite/p2p';
import type { JsonValue } from '@hoplite/tools';
import { Cluster } from '../cluster.ts';
import { HandDrivenPeer } from '../hand-driven-peer.ts';
import { Disk } from './disk.ts';
import { Gate, freePort } from './gate.ts';
import { ShiftedClock } from './shifted-clock.ts';

/** Longest that anything may take to come about, in milliseconds. */
const PATIENCE_MS = 12_000;

/** How often a condition is looked at when no node tells anything, in milliseconds. */
const LOOK_EVERY_MS = 20;

/** Shorter ones than a LAN needs: on loopback nothing is far. */
const TIMINGS = { redialFirst: 50, redialMax: 500, dialFallback: 100 };

/** A node as it was started last. */
interface Started {
  options: StartOptions;
  mesh?: Mesh;
  gate?: Gate;
  /** Its own port, behind the gate. */
  port?: number;
}

/** Real nodes in this process, over real TCP and SQLite, with one clock that can be moved on. */
export class RealWorld implements World, AsyncDisposable {
  readonly events: Seen[] = [];
  readonly asked: { readonly node: string; readonly brief: JsonValue }[] = [];
  readonly restarts: { node: string; before: unknown; after: unknown }[] = [];
  readonly #scenario: ScenarioFile;
  /** Whether the network fails in it: then a gate stands before each node. */
  readonly #isCut: boolean;
  readonly #clock = new ShiftedClock();
  readonly #cluster: Cluster;
  readonly #started = new Map<string, Started>();
  readonly #nodes = new Map<string, HopliteNode>();
  readonly #scripts = new Map<string, { script: Script; isIdempotent: boolean }>();
  readonly #strangers: HandDrivenPeer[] = [];
  readonly #guards = new Map<string, unknown>();
  readonly #watchers = new Set<() => void>();
  /** The node that is being started. */
  #starting = '';

  constructor(scenario: ScenarioFile) {
    this.#scenario = scenario;
    this.#isCut = JSON.stringify(scenario.steps).includes('"fault"');
    this.#cluster = new Cluster({
      config: (name) => this.#configOf(name),
      ports: (directory, config) => this.#portsOf(directory, config),
      agents: new Proxy({}, { get: (_, name) => this.#agentOf(String(name)) }),
    });
  }

  /** A world in which the peers of a scenario have met. */
  static async of(scenario: ScenarioFile): Promise<RealWorld> {
    const world = new RealWorld(scenario);
    for (const name of peersOf(scenario).present) await world.start(name);
    await world.meet();
    return world;
  }

  get running(): readonly string[] {
    return [...this.#nodes.keys()];
  }

  now(): number {
    return this.#clock.now();
  }

  async advance(ms: number): Promise<void> {
    await this.#clock.advance(ms);
  }

  node(name: string): HopliteNode {
    return this.#cluster.node(name);
  }

  script(name: string, script: Script, { isIdempotent = false } = {}): void {
    this.#scripts.set(name, { script, isIdempotent });
  }

  async start(name: string, options: StartOptions = {}): Promise<HopliteNode> {
    const started = this.#started.get(name) ?? { options };
    started.options = options;
    this.#started.set(name, started);
    if (this.#isCut && started.gate === undefined) {
      started.port = await freePort();
      started.gate = await Gate.open(started.port);
    }
    this.#starting = name;
    const node = await this.#cluster.add(name);
    this.#nodes.set(name, node);
    node.subscribe((event) => {
      if (this.#nodes.get(name) !== node) return; // The last words of one that has crashed were never said.
      this.events.push({ ...event, node: name });
      this.#look();
    });
    return node;
  }

  async stop(name: string): Promise<void> {
    this.#guards.set(name, guardsOf(this, name));
    await this.#cluster.stop(name);
    this.#nodes.delete(name);
  }

  async crash(name: string): Promise<void> {
    this.#guards.set(name, guardsOf(this, name));
    const disk = new Disk(this.#cluster.directory(name));
    this.#nodes.delete(name);
    await this.#started.get(name)?.mesh?.stop();
    await this.#cluster.stop(name);
    disk.restore();
  }

  async restart(name: string, options: StartOptions = {}): Promise<HopliteNode> {
    const node = await this.start(name, options);
    for (const stranger of this.#strangers) await this.#introduce(stranger, node);
    await this.meet();
    this.restarts.push({ node: name, before: this.#guards.get(name), after: guardsOf(this, name) });
    return node;
  }

  meet(): Promise<void> {
    return this.#cluster.meet();
  }

  async stranger(name = 'mallory'): Promise<HandDrivenPeer> {
    const stranger = await HandDrivenPeer.start(this.#cluster.networkKey, [], name, () => this.now());
    this.#strangers.push(stranger);
    stranger.mesh.joinRoom('lobby');
    for (const node of this.#nodes.values()) await this.#introduce(stranger, node);
    return stranger;
  }

  /** It cuts all lines, or none: what else fails, fails in the simulator. */
  fault(fault: Fault): void {
    if (fault.kind === 'heal') {
      for (const { gate } of this.#started.values()) gate?.heal();
    } else if (fault.kind === 'partition' && fault.groups.length === 0) {
      for (const { gate } of this.#started.values()) gate?.cut();
    } else {
      throw new Error(`real nodes have no such fault: ${fault.kind}`);
    }
  }

  until(condition: () => boolean): Promise<void> {
    if (condition()) return Promise.resolve();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const watch = (): void => {
      if (condition()) resolve();
    };
    this.#watchers.add(watch);
    const looking = setInterval(watch, LOOK_EVERY_MS);
    const limit = setTimeout(() => reject(new Error(`did not come about: ${condition.toString()}`)), PATIENCE_MS);
    return promise.finally(() => {
      clearInterval(looking);
      clearTimeout(limit);
      this.#watchers.delete(watch);
    });
  }

  rest(): Promise<void> {
    return this.until(() =>
      [...this.#nodes].every(([name, node]) => {
        const told = this.events.filter((event) => event.node === name);
        const begun = told.filter(({ event }) => event === 'turn:started').length;
        const ended = told.filter(({ event }) => event === 'turn:ended').length;
        const isAtRest = begun === ended || this.#guards.has(name);
        return isAtRest && node.jobs({ limit: 1000 }).every(({ state }) => state !== 'open' && state !== 'frozen');
      }),
    );
  }

  turns(filter: { readonly node?: string; readonly jobId?: string } = {}): readonly TurnBegun[] {
    return this.events.flatMap((seen) => {
      const { node } = seen;
      if (seen.event !== 'turn:started' || (filter.node ?? node) !== node) return [];
      const { jobId, channel, depth } = seen;
      return (filter.jobId ?? jobId) === jobId ? [{ node, jobId, channel, depth }] : [];
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#strangers.map((stranger) => stranger[Symbol.asyncDispose]()));
    await this.#cluster[Symbol.asyncDispose]();
    for (const { gate } of this.#started.values()) gate?.close();
  }

  async #introduce(stranger: HandDrivenPeer, node: HopliteNode): Promise<void> {
    await stranger.mesh.connect(node.addresses[0] ?? '');
    await this.until(
      () =>
        node.rooms().every(({ present }) => present.includes(stranger.peerId)) &&
        stranger.mesh.roomPeers('lobby').includes(node.peerId),
    );
  }

  #look(): void {
    for (const watch of this.#watchers) watch();
  }

  #configOf(name: string): Partial<Config> {
    const { options, port } = this.#started.get(name) ?? { options: {} };
    return {
      ...configOf(this.#scenario, name),
      ...(port === undefined ? {} : { listen: [`/ip4/127.0.0.1/tcp/${port}`] }),
      ...options.config,
    };
  }

  #portsOf(directory: string, config: Config): { clock: ShiftedClock; mesh: Mesh } {
    const started = this.#started.get(this.#starting);
    const card = { name: config.name, description: 'of a scenario', skills: [], version: '0' };
    const mesh = createMesh({
      identity: loadIdentity(directory),
      networkKey: loadNetworkKey(directory) ?? new Uint8Array(),
      card,
      listen: config.listen,
      peers: config.peers,
      deny: config.deny,
      mdns: false,
      dataDirectory: directory,
      timings: { ...TIMINGS, grace: config.requesterGraceSeconds * 1000 },
      ...(started?.gate === undefined ? {} : { announce: [`/ip4/127.0.0.1/tcp/${started.gate.port}`] }),
    });
    if (started !== undefined) started.mesh = mesh;
    return { clock: this.#clock, mesh: started?.options.mesh?.(mesh) ?? mesh };
  }

  #agentOf(name: string): Agent {
    return {
      description: 'scripted by a scenario',
      skills: [],
      idempotent: this.#scripts.get(name)?.isIdempotent ?? false,
      run: async (turn: AgentTurn): Promise<AgentAnswer> => {
        this.asked.push({ node: name, brief: turn.brief });
        this.#look();
        const script = this.#scripts.get(name)?.script;
        return answerOf(script === undefined ? { echo: turn.brief } : await script(turn));
      },
    };
  }
}

function answerOf(answered: Answered): AgentAnswer {
  const given = typeof answered === 'object' && answered !== null && 'answer' in answered ? answered.answer : undefined;
  return isAnswer(given) ? given : { kind: 'done', result: answered };
}

function isAnswer(value: unknown): value is AgentAnswer {
  return typeof value === 'object' && value !== null && 'kind' in value;
}
