import { roomTopic, type AgentCard, type MeshHandlers } from '@hoplite/p2p';
import {
  resolvePeer,
  type Attempt,
  type JsonValue,
  type PeerReply,
  type PeerSummary,
  type RoomPostView,
  type RoomView,
} from '@hoplite/tools';
import { formatContent } from './dispatch/content.ts';
import { Dispatch } from './dispatch/dispatch.ts';
import { Requests } from './dispatch/requests.ts';
import { NodeStoppedError } from './errors.ts';
import { Jobs, type OpenJob } from './jobs/jobs.ts';
import type { NodeEventListener } from './node-events.ts';
import { Rooms } from './rooms.ts';
import type { Runtime } from './runtime.ts';
import type { HopliteNode, JobOptions, JobReport, JobSummary, PostReport } from './sdk.ts';
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

/** The parts of a node, put together, and the operator's way to them. */
export class AssembledNode implements HopliteNode {
  readonly name: string;
  readonly #runtime: Runtime;
  readonly #requests: Requests;
  readonly #dispatch: Dispatch;
  readonly #turns: Turns;
  readonly #inbound: Inbound;
  readonly #jobs: Jobs;
  readonly #rooms: Rooms;
  readonly #init: AssembledInit;
  #stopped: Promise<void> | undefined;

  constructor(init: AssembledInit) {
    const { runtime } = init;
    this.name = init.card.name;
    this.#init = init;
    this.#runtime = runtime;
    this.#requests = new Requests(runtime);
    this.#dispatch = new Dispatch(runtime, this.#requests);
    this.#turns = new Turns(runtime, this.#dispatch);
    this.#inbound = new Inbound(runtime, this.#turns);
    this.#jobs = new Jobs(runtime);
    this.#rooms = new Rooms(runtime);
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
    await mesh.start(this.#handlers());
    for (const room of new Set([...this.#init.rooms, ...store.rooms()])) {
      this.#rooms.join(room);
    }
    this.#inbound.recover();
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
    const found = resolvePeer(to, this.peers());
    const target = found.ok ? found.value.peerId : to;
    const isLocal = target === this.peerId;
    const content = formatContent('task', brief);
    const job = this.#jobs.open({ channel: 'task', target, brief: content, burns: isLocal ? 1 : 0, options });
    if (!found.ok) {
      return this.#jobs.refused(job, found.refusal);
    }
    return isLocal
      ? this.#jobs.answered(job, await this.#runRoot(job, brief, options))
      : this.#ask(job, { channel: 'task', act: 'request', content }, options);
  }

  async send(to: string, text: string, options: JobOptions = {}): Promise<JobReport> {
    this.#assertRunning();
    const found = resolvePeer(to, this.peers());
    const target = found.ok ? found.value.peerId : to;
    const job = this.#jobs.open({ channel: 'session', target, brief: text, burns: 0, options });
    return found.ok
      ? this.#ask(job, { channel: 'session', act: 'query', content: text }, options)
      : this.#jobs.refused(job, found.refusal);
  }

  async post(
    room: string,
    text: string,
    options: JobOptions & { readonly wake?: readonly string[] | 'everyone' } = {},
  ): Promise<Attempt<PostReport>> {
    this.#assertRunning();
    const absent = this.#rooms.absence(room);
    if (absent !== undefined) {
      return { ok: false, refusal: absent };
    }
    const wake = this.#wakeList(room, options.wake ?? []);
    if (!wake.ok) {
      return wake;
    }
    const job = this.#jobs.open({ channel: 'room', target: roomTopic(room), brief: text, burns: 0, options });
    const sent = await this.#dispatch.post(job.sender, { room, text, wake: wake.value });
    if (!sent.ok) {
      this.#jobs.refused(job, sent.refusal);
      return sent;
    }
    const { messageId, recipients, woken, notWoken } = sent.value;
    const replies = await this.#replies(job, messageId);
    const content = { ok: true, from: this.peerId, messageId, content: `${woken.length} woken` } as const;
    this.#jobs.answered(job, replies.find(isRefused) ?? content);
    const { peers } = this.#runtime;
    return {
      ok: true,
      value: {
        jobId: job.record.jobId,
        messageId,
        room,
        recipients,
        replies: replies.map((reply) =>
          reply.ok
            ? { from: peers.nameOf(reply.from), text: formatContent('room', reply.content) }
            : { from: peers.nameOf(reply.from), refusal: reply.refusal },
        ),
        notWoken: notWoken.map(({ peer, refusal }) => ({ peer: peers.nameOf(peer), refusal })),
      },
    };
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
    this.#jobs.stop();
    await Promise.race([this.#inbound.stop(), new Promise<void>((resolve) => clock.after(STOP_GRACE_MS, resolve))]);
    await mesh.stop();
    await this.#init.release();
    this.#init.listeners.clear();
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

  /** Runs the local agent as the root turn: depth 0, no message, no wire. */
  async #runRoot(job: OpenJob, brief: JsonValue, options: JobOptions): Promise<PeerReply> {
    const { permits } = this.#runtime;
    const answer = await this.#turns.run(
      {
        lineage: job.lineage,
        ledger: job.ledger,
        channel: 'task',
        from: undefined,
        brief,
        deadline: job.record.expiresAt,
        signal: job.end.signal,
        onProgress: (note, fraction) => options.onProgress?.(fraction === undefined ? { note } : { note, fraction }),
      },
      await permits.acquire('beginning'),
    );
    const from = this.peerId;
    if (answer.kind === 'done') {
      return { ok: true, from, messageId: job.record.jobId, content: answer.result };
    }
    const { reason, detail, path = [from] } = answer;
    return { ok: false, from, refusal: { reason, detail, path } };
  }

  async #ask(
    job: OpenJob,
    out: { channel: 'task' | 'session'; act: 'request' | 'query'; content: string },
    options: JobOptions,
  ): Promise<JobReport> {
    const { onProgress } = options;
    const sent = await this.#dispatch.request(job.sender, {
      ...out,
      to: job.record.target,
      ...(onProgress === undefined ? {} : { onProgress }),
    });
    if (!sent.ok) {
      return this.#jobs.refused(job, sent.refusal);
    }
    const { reply } = await sent.value.reply;
    return this.#jobs.answered(job, reply);
  }

  async #replies(job: OpenJob, messageId: string): Promise<readonly PeerReply[]> {
    const { clock } = this.#runtime;
    const pending = job.sender.pending.get(messageId);
    const wait = pending?.wait(job.record.expiresAt - clock.now(), clock, job.end.signal);
    return (await wait)?.replies ?? [];
  }

  #wakeList(room: string, wake: readonly string[] | 'everyone'): Attempt<readonly string[]> {
    if (wake === 'everyone') {
      return { ok: true, value: this.#runtime.mesh.roomPeers(room) };
    }
    const ids: string[] = [];
    for (const name of wake) {
      const found = resolvePeer(name, this.peers());
      if (!found.ok) {
        return found;
      }
      ids.push(found.value.peerId);
    }
    return { ok: true, value: ids };
  }

  #assertRunning(): void {
    if (this.#stopped !== undefined) {
      throw new NodeStoppedError();
    }
  }
}

function isRefused(reply: PeerReply): boolean {
  return !reply.ok;
}
