import { CHANNELS, type AgentCard, type Channel, type HaltScope } from '@hoplite/p2p';
import type { Attempt, JsonValue, PeerSummary, RoomPostView, RoomView } from '@hoplite/tools';
import type { Brake } from './admission/brakes.ts';
import { behindDoors } from './channels/behind-doors.ts';
import type { MakeDoor } from './channels/door.ts';
import { DOORS } from './channels/doors.ts';
import { ChannelRegistry } from './channels/registry.ts';
import { NodeStoppedError } from './errors.ts';
import type { NodeEventListener } from './node-events.ts';
import type { Timer } from './ports/clock.ts';
import { meshHandlers } from './mesh-handlers.ts';
import { assemble, type Parts } from './parts.ts';
import type { Runtime } from './runtime.ts';
import type { BreakerSettingsInput } from './config/breaker-schema.ts';
import type {
  BreakerStatus,
  EscalationView,
  Explanation,
  HaltView,
  HopliteNode,
  JobOptions,
  JobReport,
  JobSummary,
  JobTrace,
  PostOptions,
  PostReport,
  UsageQuery,
  UsageReport,
  WaitView,
} from './sdk.ts';
import { selfTest } from './self-test.ts';
import { explainEscalation, explainJob, explainMessage } from './trace/explain.ts';
import { traceJob } from './trace/trace.ts';

export interface AssembledInit {
  readonly runtime: Runtime;
  readonly card: AgentCard;
  /** Rooms that the config has the node in, besides those that it has joined. */
  readonly rooms: readonly string[];
  readonly listeners: Set<NodeEventListener>;
  /** In place of the ones that a node has; for tests of what happens when one is missing. */
  readonly brakes?: readonly Brake[];
  /** In place of the ones that a node has; for tests of what happens when one is not fit. */
  readonly doors?: Readonly<Partial<Record<Channel, MakeDoor>>>;
  /** Gives back what the node was made with: the store, the data directory. */
  readonly release: () => Promise<void>;
}

/** How long turns may take to be answered when the node stops, in milliseconds. */
const STOP_GRACE_MS = 3000;

/** How often the store is pruned, in milliseconds; each time looks at a bounded part of it. */
const PRUNE_EVERY_MS = 60 * 1000;

/** The same while there is more to forget. */
const PRUNE_AGAIN_MS = 1000;

/** Messages that arrived in this time before a restart count against the rates after it, in milliseconds. */
const RATE_WINDOW_MS = 60 * 1000;

/** IDs that a part may stand for. */
const MAX_LIKE = 20;

/** The parts of a node, put together, and the operator's way to them. */
export class AssembledNode implements HopliteNode {
  readonly name: string;
  readonly #runtime: Runtime;
  readonly #parts: Parts;
  readonly #channels: ChannelRegistry;
  readonly #init: AssembledInit;
  #stopped: Promise<void> | undefined;
  #pruning: Timer | undefined;

  constructor(init: AssembledInit) {
    this.name = init.card.name;
    this.#init = init;
    this.#channels = new ChannelRegistry(init.runtime, init.brakes);
    // What runs turns gets the agent behind the doors, and not the agent itself.
    this.#runtime = { ...init.runtime, agent: behindDoors(init.runtime.agent, this.#channels) };
    this.#parts = assemble(this.#runtime, init.brakes);
  }

  get peerId(): string {
    return this.#runtime.mesh.localPeer;
  }

  get addresses(): readonly string[] {
    return this.#runtime.mesh.addresses;
  }

  /**
   * Tries the way in, opens the doors, takes up what was left, and then opens the network.
   *
   * @throws {SelfTestError} when a forged message gets through the node's brakes
   * @throws {ChannelNotCompliantError} when a door does not pass the checklist for a channel
   */
  async start(): Promise<void> {
    const { clock, mesh, rates, store } = this.#runtime;
    selfTest(this.#parts.inbound, this.#runtime);
    await this.#openDoors();
    this.#runtime.circuit.begin();
    const now = clock.now();
    rates.prime(store.countRecent(now - RATE_WINDOW_MS), now);
    const network = Promise.withResolvers<undefined>();
    network.promise.catch(() => undefined); // Perhaps nobody waits for it.
    // Those that were answered before those that are answered now, because they were interrupted.
    this.#parts.leftovers.takeUp(network.promise);
    await this.#parts.recovery.recover();
    this.#parts.resumption.begin(network.promise);
    for (const room of this.#init.rooms) {
      store.joinRoom(room); // Before the network is there: a post that comes in at once is for a room that is known.
    }
    try {
      await mesh.start(meshHandlers(this.#runtime, this.#parts, this.#channels));
    } catch (error) {
      network.reject(error);
      throw error;
    }
    network.resolve(undefined);
    for (const room of store.rooms()) {
      mesh.joinRoom(room);
    }
    this.#parts.recovery.resume();
    this.#prune();
  }

  peers(): readonly PeerSummary[] {
    const { peers, suspects } = this.#runtime;
    return peers.all().map((peer) => (suspects.isSuspect(peer.peerId) ? { ...peer, suspect: true } : peer));
  }

  async connect(address: string, options?: { readonly signal?: AbortSignal }): Promise<PeerSummary> {
    this.#assertRunning();
    const peerId = await this.#runtime.mesh.connect(address, options);
    const peer = this.#runtime.peers.find(peerId);
    return peer ?? { peerId, name: peerId, description: '', skills: [], connected: true, self: false };
  }

  async delegate(to: string, brief: JsonValue, options: JobOptions = {}): Promise<JobReport> {
    this.#assertRunning();
    return this.#parts.operator.delegate(to, brief, options);
  }

  async send(to: string, text: string, options: JobOptions = {}): Promise<JobReport> {
    this.#assertRunning();
    return this.#parts.operator.send(to, text, options);
  }

  async post(room: string, text: string, options: PostOptions = {}): Promise<Attempt<PostReport>> {
    this.#assertRunning();
    return this.#parts.operator.post(room, text, options);
  }

  joinRoom(room: string): Attempt<RoomView> {
    this.#assertRunning();
    return this.#parts.rooms.join(room);
  }

  leaveRoom(room: string): Attempt<{ readonly room: string }> {
    this.#assertRunning();
    return this.#parts.rooms.leave(room);
  }

  rooms(): readonly RoomView[] {
    this.#assertRunning();
    return this.#parts.rooms.list();
  }

  readRoom(room: string, options: { readonly limit?: number } = {}): Attempt<readonly RoomPostView[]> {
    this.#assertRunning();
    return this.#parts.rooms.read(room, options.limit ?? 100);
  }

  jobs(options: { readonly limit?: number } = {}): readonly JobSummary[] {
    this.#assertRunning();
    return this.#parts.jobs.list(options.limit ?? 100);
  }

  job(jobId: string): JobSummary | undefined {
    this.#assertRunning();
    return this.#parts.jobs.find(jobId);
  }

  trace(jobId: string): JobTrace | undefined {
    this.#assertRunning();
    const trace = traceJob(this.#runtime, jobId, this.#parts.jobs.find(jobId));
    const watch = this.#parts.monitor.watch(jobId);
    return trace === undefined || watch === undefined ? trace : { ...trace, watch };
  }

  explain(id: string): Explanation | undefined {
    this.#assertRunning();
    const escalation = this.#runtime.store.escalation(id);
    return escalation === undefined
      ? (explainJob(this.#runtime, id, this.#parts.jobs.find(id)) ?? explainMessage(this.#runtime, id))
      : explainEscalation(this.#runtime, escalation);
  }

  idsLike(part: string): readonly string[] {
    this.#assertRunning();
    return this.#runtime.store.idsLike(part, MAX_LIKE);
  }

  inbox(options?: { readonly all?: boolean; readonly limit?: number }): readonly EscalationView[] {
    this.#assertRunning();
    return this.#parts.escalations.list(options);
  }

  escalation(id: string): EscalationView | undefined {
    this.#assertRunning();
    return this.#parts.escalations.find(id);
  }

  async answerEscalation(id: string, text: string): Promise<EscalationView | undefined> {
    this.#assertRunning();
    return this.#parts.escalations.answer(id, text);
  }

  async releaseEscalation(
    id: string,
    options: { readonly credit: number; readonly timeoutMs?: number },
  ): Promise<EscalationView | undefined> {
    this.#assertRunning();
    return this.#parts.escalations.release(id, options);
  }

  async stopEscalation(id: string, note = ''): Promise<EscalationView | undefined> {
    this.#assertRunning();
    return this.#parts.escalations.stop(id, note);
  }

  async halt(scope: HaltScope, note = ''): Promise<HaltView> {
    this.#assertRunning();
    return this.#runtime.threads.halt('halt', scope, note);
  }

  async resume(scope: HaltScope, note = ''): Promise<void> {
    this.#assertRunning();
    await this.#runtime.threads.halt('resume', scope, note);
  }

  halts(): readonly HaltView[] {
    this.#assertRunning();
    return this.#runtime.threads.halts();
  }

  breaker(): BreakerStatus {
    this.#assertRunning();
    return this.#runtime.circuit.status();
  }

  async setBreaker(changes: Partial<BreakerSettingsInput>): Promise<BreakerStatus> {
    this.#assertRunning();
    const status = this.#runtime.circuit.set(changes);
    await this.#runtime.store.written();
    return status;
  }

  async resetBreaker(): Promise<BreakerStatus> {
    this.#assertRunning();
    const status = this.#runtime.circuit.reset();
    await this.#runtime.store.written();
    return status;
  }

  usage(query?: UsageQuery): readonly UsageReport[] {
    this.#assertRunning();
    return this.#runtime.circuit.usage(query);
  }

  waits(): readonly WaitView[] {
    this.#assertRunning();
    const { peers, suspects, waits } = this.#runtime;
    return waits.list().map((wait) => ({
      ...wait,
      on: wait.on.map(({ peer, messageId }) => ({
        ...{ peer: peers.nameOf(peer), messageId },
        isSuspect: suspects.isSuspect(peer),
      })),
    }));
  }

  metrics(): Promise<string> {
    return this.#runtime.metrics.text();
  }

  subscribe(listener: NodeEventListener): () => void {
    this.#init.listeners.add(listener);
    return () => this.#init.listeners.delete(listener);
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  async #stop(): Promise<void> {
    const { clock, mesh } = this.#runtime;
    this.#pruning?.clear();
    this.#parts.jobs.stop();
    this.#parts.roomHistory.stop();
    await Promise.race([
      this.#parts.exchanges.stop(),
      new Promise<void>((resolve) => clock.after(STOP_GRACE_MS, resolve)),
    ]);
    this.#runtime.circuit.stop();
    this.#runtime.suspects.stop();
    this.#runtime.waits.stop();
    await mesh.stop();
    // Who waited for the network hears of its end in this turn of the event loop, and records it before the store closes.
    await new Promise<void>((resolve) => clock.soon(resolve));
    await this.#init.release();
    this.#init.listeners.clear();
  }

  /** Registers the door of each channel. One that a test leaves out stays shut. */
  async #openDoors(): Promise<void> {
    const doors = this.#init.doors ?? DOORS;
    for (const channel of CHANNELS) {
      const makeDoor = doors[channel];
      if (makeDoor !== undefined) {
        await this.#channels.register(makeDoor, { runtime: this.#runtime, ...this.#parts });
      }
    }
  }

  /** Forgets what is past its time, now and then. */
  #prune(): void {
    const { clock, log, store } = this.#runtime;
    let pause = PRUNE_EVERY_MS;
    try {
      const gone = store.prune(clock.now());
      pause = gone > 0 || store.isFull() ? PRUNE_AGAIN_MS : PRUNE_EVERY_MS;
    } catch (error) {
      log.error({ err: error }, 'the store could not be pruned');
    }
    this.#pruning = clock.after(pause, () => this.#prune());
  }

  #assertRunning(): void {
    if (this.#stopped !== undefined) {
      throw new NodeStoppedError();
    }
  }
}
