import { decodeEnvelope, roomOf, roomTopic, type Refusal } from '@hoplite/p2p';
import {
  resolvePeer,
  type Attempt,
  type JsonValue,
  type PeerReply,
  type PeerSummary,
  type SentPost,
} from '@hoplite/tools';
import { formatContent, isEmptyBrief, parseContent } from '../dispatch/content.ts';
import type { Dispatch } from '../dispatch/dispatch.ts';
import { TurnAbortedError } from '../errors.ts';
import type { StoredJob } from '../ports/store.ts';
import type { Rooms } from '../rooms.ts';
import type { Runtime } from '../runtime.ts';
import type { JobOptions, JobReport, PostOptions, PostReport } from '../sdk.ts';
import type { Release } from '../turns/permits.ts';
import type { Turns } from '../turns/turns.ts';
import type { Jobs, OpenJob } from './jobs.ts';

export interface OperatorInit {
  readonly runtime: Runtime;
  readonly dispatch: Dispatch;
  readonly turns: Turns;
  readonly jobs: Jobs;
  readonly rooms: Rooms;
}

/** What an operator can begin. Each call is a root event: it mints a job, and is answered with how that went. */
export class Operator {
  readonly #runtime: Runtime;
  readonly #dispatch: Dispatch;
  readonly #turns: Turns;
  readonly #jobs: Jobs;
  readonly #rooms: Rooms;

  constructor({ runtime, dispatch, turns, jobs, rooms }: OperatorInit) {
    this.#runtime = runtime;
    this.#dispatch = dispatch;
    this.#turns = turns;
    this.#jobs = jobs;
    this.#rooms = rooms;
  }

  /**
   * Lets a stopped job run again from its root event, in its next epoch, with fresh credit.
   *
   * @throws {InvalidOptionError} before it has begun
   */
  async again(record: StoredJob, changes: JobOptions, onBegun: () => void): Promise<JobReport> {
    const { channel, target, brief } = record;
    // A person gives credit; nothing raises the cap of the job.
    const options = { ...changes, maxDepth: Math.min(record.maxDepth, this.#runtime.policy.maxHopDepth) };
    const thread = { jobId: record.jobId, epoch: record.epoch + 1 };
    const isLocal = channel === 'task' && target === this.#runtime.mesh.localPeer;
    const job = this.#jobs.open({ channel, target, brief, burns: isLocal ? 1 : 0, options, thread });
    onBegun();
    switch (channel) {
      case 'task':
        return this.#seenThrough(job, () =>
          isLocal
            ? this.#runRoot(job, parseContent('task', brief), options)
            : this.#ask(job, { channel, act: 'request', content: brief }, options),
        );
      case 'session':
        return this.#seenThrough(job, () => this.#ask(job, { channel, act: 'query', content: brief }, options));
      case 'room':
        return this.#postAgain(job, record);
    }
  }

  /** Hands a task to a peer, or runs the local agent as the root turn when it is one's own name. */
  async delegate(to: string, brief: JsonValue, options: JobOptions): Promise<JobReport> {
    const found = this.#find(to);
    const target = found.ok ? found.value.peerId : to;
    const isLocal = target === this.#runtime.mesh.localPeer;
    const content = formatContent('task', brief);
    const job = this.#jobs.open({ channel: 'task', target, brief: content, burns: isLocal ? 1 : 0, options });
    if (!found.ok) {
      return this.#jobs.refused(job, found.refusal);
    }
    if (isEmptyBrief(brief)) {
      const path = [this.#runtime.mesh.localPeer];
      return this.#jobs.refused(job, { reason: 'malformed', detail: 'the brief is empty: say what is wanted', path });
    }
    return this.#seenThrough(job, () =>
      isLocal
        ? this.#runRoot(job, brief, options)
        : this.#ask(job, { channel: 'task', act: 'request', content }, options),
    );
  }

  /** Says something to a peer's agent. */
  async send(to: string, text: string, options: JobOptions): Promise<JobReport> {
    const found = this.#find(to);
    const target = found.ok ? found.value.peerId : to;
    const job = this.#jobs.open({ channel: 'session', target, brief: text, burns: 0, options });
    return found.ok
      ? this.#seenThrough(job, () => this.#ask(job, { channel: 'session', act: 'query', content: text }, options))
      : this.#jobs.refused(job, found.refusal);
  }

  /** Posts to a room, and waits for the answers of those that are to be woken. */
  async post(room: string, text: string, options: PostOptions): Promise<Attempt<PostReport>> {
    const absent = this.#rooms.absence(room);
    if (absent !== undefined) {
      return { ok: false, refusal: absent };
    }
    const wake = this.#wakeList(room, options.wake ?? []);
    if (!wake.ok) {
      return wake;
    }
    const job = this.#jobs.open({ channel: 'room', target: roomTopic(room), brief: text, burns: 0, options });
    const posted = await this.#postFor(job, room, text, wake.value);
    if (!posted.ok) {
      return posted;
    }
    const { messageId, recipients, notWoken, replies } = posted.value;
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

  /** Posts as the root event of a job, and sees it through. */
  async #postFor(
    job: OpenJob,
    room: string,
    text: string,
    wake: readonly string[],
  ): Promise<Attempt<SentPost & { readonly replies: readonly PeerReply[]; readonly report: JobReport }>> {
    this.#jobs.begun(job);
    const sent = await this.#dispatch
      .post(job.sender, { room, text, wake })
      .catch((error: unknown) => ({ ok: false, refusal: this.#fault(job, error) }) as const);
    if (!sent.ok) {
      await this.#jobs.refused(job, sent.refusal);
      return sent;
    }
    this.#jobs.tell(job);
    const { messageId, woken } = sent.value;
    const replies = await this.#replies(job, messageId);
    const from = this.#runtime.mesh.localPeer;
    const summary: PeerReply = { ok: true, from, messageId, content: { woken: woken.length, replies: replies.length } };
    const report = await this.#jobs.answered(job, replies.find((reply) => !reply.ok) ?? summary);
    return { ok: true, value: { ...sent.value, replies, report } };
  }

  /** Wakes those whom the first post of the job was to wake. */
  async #postAgain(job: OpenJob, { jobId, target, brief }: StoredJob): Promise<JobReport> {
    const { mesh, store } = this.#runtime;
    const room = roomOf(target) ?? '';
    const [first] = store
      .messagesOfJob(jobId)
      .filter(({ author, channel }) => author === mesh.localPeer && channel === 'room');
    const wake = first === undefined ? [] : (decodeEnvelope('room', first.envelope).body.wake ?? []);
    const posted = await this.#postFor(
      job,
      room,
      brief,
      wake.map(({ peer }) => peer),
    );
    return posted.ok ? posted.value.report : this.#jobs.reportOf(job);
  }

  /** A job comes to an end in the record, also when a fault of this node ends it. */
  async #seenThrough(job: OpenJob, run: () => Promise<PeerReply>): Promise<JobReport> {
    let reply: PeerReply;
    try {
      reply = await run();
    } catch (error) {
      reply = { ok: false, from: this.#runtime.mesh.localPeer, refusal: this.#fault(job, error) };
    }
    return this.#jobs.answered(job, reply);
  }

  #fault({ record }: OpenJob, error: unknown): Refusal {
    const { log, mesh } = this.#runtime;
    log.error({ err: error, job: record.jobId }, 'a job failed');
    const detail = `the node failed: ${error instanceof Error ? error.message : String(error)}`;
    return { reason: 'interrupted', detail, path: [mesh.localPeer] };
  }

  #find(name: string): Attempt<PeerSummary> {
    return resolvePeer(name, this.#runtime.peers.all());
  }

  /** Runs the local agent as the root turn: depth 0, no message, no wire. */
  async #runRoot(job: OpenJob, brief: JsonValue, options: JobOptions): Promise<PeerReply> {
    const { mesh, store, threads } = this.#runtime;
    this.#jobs.begun(job);
    await store.written(); // Before its turn has any effect.
    this.#jobs.tell(job);
    const ban = threads.ban(job.lineage, []);
    if (ban !== undefined) {
      job.ledger.unburn();
      return { ok: false, from: mesh.localPeer, refusal: { ...ban, path: [mesh.localPeer] } };
    }
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
        onTick: (tick) => job.sender.onTick?.(tick),
      },
      await this.#permit(job),
    );
    const from = this.#runtime.mesh.localPeer;
    if (answer.kind === 'done') {
      return { ok: true, from, messageId: job.record.jobId, content: answer.result };
    }
    const { reason, detail, path = [from] } = answer;
    return { ok: false, from, refusal: { reason, detail, path } };
  }

  /** A permit for a root turn; none when the job was ended, or is past its time, before there was one. */
  async #permit({ end, record }: OpenJob): Promise<Release> {
    const { clock, permits } = this.#runtime;
    const timer = clock.after(record.expiresAt - clock.now(), () =>
      end.abort(new TurnAbortedError('deadline', 'the job expired while its turn waited to begin')),
    );
    const permit = await permits.acquire('beginning', end.signal);
    timer.clear();
    return permit ?? (() => undefined);
  }

  async #ask(
    job: OpenJob,
    out: { channel: 'task' | 'session'; act: 'request' | 'query'; content: string },
    options: JobOptions,
  ): Promise<PeerReply> {
    const { emit, peers } = this.#runtime;
    const { jobId, target } = job.record;
    this.#jobs.begun(job);
    const sent = await this.#dispatch.request(job.sender, {
      ...out,
      to: target,
      onProgress: (progress) => {
        emit({ event: 'progress', jobId, from: peers.nameOf(target), progress });
        options.onProgress?.(progress);
      },
    });
    if (!sent.ok) {
      return { ok: false, from: this.#runtime.mesh.localPeer, refusal: sent.refusal };
    }
    this.#jobs.tell(job);
    const { reply } = await sent.value.reply;
    return reply;
  }

  async #replies(job: OpenJob, messageId: string): Promise<readonly PeerReply[]> {
    const { clock, waits } = this.#runtime;
    const pending = job.sender.pending.get(messageId);
    if (pending === undefined) {
      return [];
    }
    const over = waits.wait({
      lineage: job.lineage,
      kind: 'reply',
      on: pending.missing.map((peer) => ({ peer, messageId })),
      fail: () => undefined, // Nobody waits for an operator, so it is in no circle.
    });
    const { replies } = await pending.wait(job.record.expiresAt - clock.now(), clock, job.end.signal);
    over();
    return replies;
  }

  #wakeList(room: string, wake: readonly string[] | 'everyone'): Attempt<readonly string[]> {
    if (wake === 'everyone') {
      return { ok: true, value: this.#runtime.mesh.roomPeers(room) };
    }
    const ids: string[] = [];
    for (const name of wake) {
      const found = this.#find(name);
      if (!found.ok) {
        return found;
      }
      ids.push(found.value.peerId);
    }
    return { ok: true, value: ids };
  }
}
