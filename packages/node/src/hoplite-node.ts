import { decodeNotice, type AgentCard, type HaltScope, type MeshHandlers } from '@hoplite/p2p';
import type { Attempt, JsonValue, PeerSummary, RoomPostView, RoomView } from '@hoplite/tools';
import { Dispatch } from './dispatch/dispatch.ts';
import { Requests } from './dispatch/requests.ts';
import type { Brake } from './admission/brakes.ts';
import { NodeStoppedError } from './errors.ts';
import { Escalations } from './inbox/escalations.ts';
import { Evidence } from './inbox/evidence.ts';
import { Jobs } from './jobs/jobs.ts';
import { Operator } from './jobs/operator.ts';
import { Resumption } from './jobs/resumption.ts';
import type { NodeEventListener } from './node-events.ts';
import type { Timer } from './ports/clock.ts';
import { RoomHistory } from './room-history.ts';
import { Rooms } from './rooms.ts';
import type { Runtime } from './runtime.ts';
import type {
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
} from './sdk.ts';
import { selfTest } from './self-test.ts';
import { explainEscalation, explainJob, explainMessage } from './trace/explain.ts';
import { traceJob } from './trace/trace.ts';
import { Exchanges } from './turns/exchanges.ts';
import { Inbound } from './turns/inbound.ts';
import { Recovery } from './turns/recovery.ts';
import { Turns } from './turns/turns.ts';

export interface AssembledInit {
  readonly runtime: Runtime;
  readonly card: AgentCard;
  /** Rooms that the config has the node in, besides those that it has joined. */
  readonly rooms: readonly string[];
  readonly listeners: Set<NodeEventListener>;
  /** In place of the ones that a node has; for tests of what happens when one is missing. */
  readonly brakes?: readonly Brake[];
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
  readonly #requests: Requests;
  readonly #exchanges: Exchanges;
  readonly #inbound: Inbound;
  readonly #operator: Operator;
  readonly #jobs: Jobs;
  readonly #rooms: Rooms;
  readonly #roomHistory: RoomHistory;
  readonly #recovery: Recovery;
  readonly #resumption: Resumption;
  readonly #escalations: Escalations;
  readonly #evidence: Evidence;
  readonly #init: AssembledInit;
  #stopped: Promise<void> | undefined;
  #pruning: Timer | undefined;

  constructor(init: AssembledInit) {
    const { runtime } = init;
    this.name = init.card.name;
    this.#init = init;
    this.#runtime = runtime;
    this.#requests = new Requests(runtime);
    const dispatch = new Dispatch(runtime, this.#requests);
    const turns = new Turns(runtime, dispatch);
    this.#exchanges = new Exchanges(runtime, turns);
    this.#inbound = new Inbound(runtime, this.#exchanges, init.brakes);
    this.#jobs = new Jobs(runtime);
    this.#rooms = new Rooms(runtime);
    this.#roomHistory = new RoomHistory(runtime);
    this.#operator = new Operator({ runtime, dispatch, turns, jobs: this.#jobs, rooms: this.#rooms });
    this.#resumption = new Resumption(runtime, this.#requests, this.#jobs);
    this.#escalations = new Escalations(runtime, this.#jobs, this.#operator);
    this.#evidence = new Evidence(runtime, this.#escalations);
    this.#inbound.onAltered((...altered) => this.#evidence.onAltered(...altered));
    this.#requests.onOverclaimed((...claim) => this.#evidence.onOverclaimed(...claim));
    this.#recovery = new Recovery(runtime, this.#exchanges, (message) => this.#escalations.quarantine(message));
  }

  get peerId(): string {
    return this.#runtime.mesh.localPeer;
  }

  get addresses(): readonly string[] {
    return this.#runtime.mesh.addresses;
  }

  /** Takes up what was left, then opens the network. */
  async start(): Promise<void> {
    const { clock, mesh, rates, store } = this.#runtime;
    selfTest(this.#inbound, this.#runtime);
    const now = clock.now();
    rates.prime(store.countRecent(now - RATE_WINDOW_MS), now);
    await this.#recovery.recover();
    const network = Promise.withResolvers<undefined>();
    network.promise.catch(() => undefined); // Perhaps nobody waits for it.
    this.#resumption.begin(network.promise);
    for (const room of this.#init.rooms) {
      store.joinRoom(room); // Before the network is there: a post that comes in at once is for a room that is known.
    }
    try {
      await mesh.start(this.#handlers());
    } catch (error) {
      network.reject(error);
      throw error;
    }
    network.resolve(undefined);
    for (const room of store.rooms()) {
      mesh.joinRoom(room);
    }
    this.#recovery.resume();
    this.#prune();
  }

  peers(): readonly PeerSummary[] {
    return this.#runtime.peers.all();
  }

  async connect(address: string, options?: { readonly signal?: AbortSignal }): Promise<PeerSummary> {
    this.#assertRunning();
    const peerId = await this.#runtime.mesh.connect(address, options);
    const peer = this.#runtime.peers.find(peerId);
    return peer ?? { peerId, name: peerId, description: '', skills: [], connected: true, self: false };
  }

  async delegate(to: string, brief: JsonValue, options: JobOptions = {}): Promise<JobReport> {
    this.#assertRunning();
    return this.#operator.delegate(to, brief, options);
  }

  async send(to: string, text: string, options: JobOptions = {}): Promise<JobReport> {
    this.#assertRunning();
    return this.#operator.send(to, text, options);
  }

  async post(room: string, text: string, options: PostOptions = {}): Promise<Attempt<PostReport>> {
    this.#assertRunning();
    return this.#operator.post(room, text, options);
  }

  joinRoom(room: string): Attempt<RoomView> {
    this.#assertRunning();
    return this.#rooms.join(room);
  }

  leaveRoom(room: string): Attempt<{ readonly room: string }> {
    this.#assertRunning();
    return this.#rooms.leave(room);
  }

  rooms(): readonly RoomView[] {
    this.#assertRunning();
    return this.#rooms.list();
  }

  readRoom(room: string, options: { readonly limit?: number } = {}): Attempt<readonly RoomPostView[]> {
    this.#assertRunning();
    return this.#rooms.read(room, options.limit ?? 100);
  }

  jobs(options: { readonly limit?: number } = {}): readonly JobSummary[] {
    this.#assertRunning();
    return this.#jobs.list(options.limit ?? 100);
  }

  job(jobId: string): JobSummary | undefined {
    this.#assertRunning();
    return this.#jobs.find(jobId);
  }

  trace(jobId: string): JobTrace | undefined {
    this.#assertRunning();
    return traceJob(this.#runtime, jobId, this.#jobs.find(jobId));
  }

  explain(id: string): Explanation | undefined {
    this.#assertRunning();
    const escalation = this.#runtime.store.escalation(id);
    return escalation === undefined
      ? (explainJob(this.#runtime, id, this.#jobs.find(id)) ?? explainMessage(this.#runtime, id))
      : explainEscalation(this.#runtime, escalation);
  }

  idsLike(part: string): readonly string[] {
    this.#assertRunning();
    return this.#runtime.store.idsLike(part, MAX_LIKE);
  }

  inbox(options?: { readonly all?: boolean; readonly limit?: number }): readonly EscalationView[] {
    this.#assertRunning();
    return this.#escalations.list(options);
  }

  escalation(id: string): EscalationView | undefined {
    this.#assertRunning();
    return this.#escalations.find(id);
  }

  async answerEscalation(id: string, text: string): Promise<EscalationView | undefined> {
    this.#assertRunning();
    return this.#escalations.answer(id, text);
  }

  async releaseEscalation(
    id: string,
    options: { readonly credit: number; readonly timeoutMs?: number },
  ): Promise<EscalationView | undefined> {
    this.#assertRunning();
    return this.#escalations.release(id, options);
  }

  async stopEscalation(id: string, note = ''): Promise<EscalationView | undefined> {
    this.#assertRunning();
    return this.#escalations.stop(id, note);
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
    this.#jobs.stop();
    this.#roomHistory.stop();
    await Promise.race([this.#exchanges.stop(), new Promise<void>((resolve) => clock.after(STOP_GRACE_MS, resolve))]);
    await mesh.stop();
    await this.#init.release();
    this.#init.listeners.clear();
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

  #handlers(): MeshHandlers {
    const { emit, log, mesh, peers } = this.#runtime;
    // The mesh calls these synchronously: what fails here is a fault of ours, and must not take its stream along.
    const guarded = <A extends readonly unknown[]>(handle: (...args: A) => void) => {
      return (...args: A): void => {
        try {
          handle(...args);
        } catch (error) {
          log.error({ err: error }, 'a handler failed');
        }
      };
    };
    return {
      onRequest: (request) => {
        try {
          this.#inbound.onRequest(request);
        } catch (error) {
          log.error({ err: error, message: request.id }, 'a request could not be taken on');
          request.refuse({ reason: 'interrupted', detail: 'the node could not take the message on', path: [] });
        }
      },
      onPost: guarded((post) => this.#inbound.onPost(post)),
      onSettled: guarded((peer, channel, id, settlement) => this.#requests.settled(peer, channel, id, settlement)),
      onNotice: guarded((_peer, bytes) => this.#onNotice(bytes)),
      onHistory: (peer, room, options) => this.#roomHistory.onHistory(peer, room, options),
      onPeerJoined: guarded((peer) => {
        peers.joined(peer);
        // What it may have missed, as it was away or is new.
        this.#runtime.threads.tell(peer.peerId);
        this.#escalations.tell(peer.peerId);
        this.#exchanges.settleWith(peer.peerId);
        emit({ event: 'peer:joined', peerId: peer.peerId, name: peer.card.name });
      }),
      onPeerLeft: guarded((peerId) => {
        peers.left(peerId);
        emit({ event: 'peer:left', peerId, name: peers.nameOf(peerId) });
      }),
      onRoomChanged: guarded((room) => {
        emit({ event: 'room:changed', room, present: mesh.roomPeers(room).length });
        this.#roomHistory.onRoomChanged(room);
      }),
    };
  }

  #onNotice(bytes: Uint8Array): void {
    const notice = decodeNotice(bytes);
    switch (notice?.content.kind) {
      case 'receipt':
        this.#evidence.onReceipt(notice, notice.content.witness);
        return;
      case 'escalation':
        this.#escalations.onNotice(notice, notice.content);
        return;
      case 'freeze':
      case 'halt':
      case 'resume':
        this.#runtime.threads.onNotice(notice, bytes);
        return;
      case undefined: // A later version's.
    }
  }

  #assertRunning(): void {
    if (this.#stopped !== undefined) {
      throw new NodeStoppedError();
    }
  }
}
