import type { AgentCard, MeshHandlers } from '@hoplite/p2p';
import type { Attempt, JsonValue, PeerSummary, RoomPostView, RoomView } from '@hoplite/tools';
import { Dispatch } from './dispatch/dispatch.ts';
import { Requests } from './dispatch/requests.ts';
import { NodeStoppedError } from './errors.ts';
import { Jobs } from './jobs/jobs.ts';
import { Operator } from './jobs/operator.ts';
import type { NodeEventListener } from './node-events.ts';
import type { Timer } from './ports/clock.ts';
import { Rooms } from './rooms.ts';
import type { Runtime } from './runtime.ts';
import type { HopliteNode, JobOptions, JobReport, JobSummary, PostOptions, PostReport } from './sdk.ts';
import { Exchanges } from './turns/exchanges.ts';
import { Inbound } from './turns/inbound.ts';
import { Turns } from './turns/turns.ts';

export interface AssembledInit {
  readonly runtime: Runtime;
  readonly card: AgentCard;
  /** Rooms that the config has the node in, besides those that it has joined. */
  readonly rooms: readonly string[];
  readonly listeners: Set<NodeEventListener>;
  /** Gives back what the node was made with: the store, the data directory. */
  readonly release: () => Promise<void>;
}

/** How long turns may take to be answered when the node stops, in milliseconds. */
const STOP_GRACE_MS = 3000;

/** How often the store is pruned, in milliseconds; each time looks at a bounded part of it. */
const PRUNE_EVERY_MS = 60 * 1000;

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
    this.#inbound = new Inbound(runtime, this.#exchanges);
    this.#jobs = new Jobs(runtime);
    this.#rooms = new Rooms(runtime);
    this.#operator = new Operator({ runtime, dispatch, turns, jobs: this.#jobs, rooms: this.#rooms });
  }

  get peerId(): string {
    return this.#runtime.mesh.localPeer;
  }

  get addresses(): readonly string[] {
    return this.#runtime.mesh.addresses;
  }

  /** Takes up what was left, then opens the network. */
  async start(): Promise<void> {
    const { mesh, store } = this.#runtime;
    this.#jobs.recover();
    await this.#exchanges.recover();
    for (const room of this.#init.rooms) {
      store.joinRoom(room); // Before the network is there: a post that comes in at once is for a room that is known.
    }
    await mesh.start(this.#handlers());
    for (const room of store.rooms()) {
      mesh.joinRoom(room);
    }
    this.#exchanges.resume();
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
    await Promise.race([this.#exchanges.stop(), new Promise<void>((resolve) => clock.after(STOP_GRACE_MS, resolve))]);
    await mesh.stop();
    await this.#init.release();
    this.#init.listeners.clear();
  }

  /** Forgets what is past its time, now and then. */
  #prune(): void {
    const { clock, log, store } = this.#runtime;
    try {
      store.prune(clock.now());
    } catch (error) {
      log.error({ err: error }, 'the store could not be pruned');
    }
    this.#pruning = clock.after(PRUNE_EVERY_MS, () => this.#prune());
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
      onPeerJoined: guarded((peer) => {
        peers.joined(peer);
        emit({ event: 'peer:joined', peerId: peer.peerId, name: peer.card.name });
      }),
      onPeerLeft: guarded((peerId) => {
        peers.left(peerId);
        emit({ event: 'peer:left', peerId, name: peers.nameOf(peerId) });
      }),
      onRoomChanged: guarded((room) => emit({ event: 'room:changed', room, present: mesh.roomPeers(room).length })),
    };
  }

  #assertRunning(): void {
    if (this.#stopped !== undefined) {
      throw new NodeStoppedError();
    }
  }
}
