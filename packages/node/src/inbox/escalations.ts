import { CLOCK_SKEW_MS, Lineage, composeNotice, type Notice, type NoticeContent } from '@hoplite/p2p';
import { EscalationClosedError } from '../errors.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Operator } from '../jobs/operator.ts';
import type { StoredEscalation, StoredJob } from '../ports/store.ts';
import type { Runtime } from '../runtime.ts';
import type { EscalationView } from '../sdk.ts';
import type { StoppedJob } from '../threads/threads.ts';
import type { Quarantined } from '../turns/recovery.ts';
import { escalationView } from './view.ts';

type SupervisorNotice = Extract<NoticeContent, { kind: 'escalation' }>;

/** Escalations of one other peer that may be open here. */
const MAX_OPEN_PER_PEER = 100;

/** Kinds of items that supervisors are told of. */
const IS_TOLD: ReadonlySet<StoredEscalation['kind']> = new Set(['stop', 'stall']);

/** How often another peer may say something new about one item. */
const MAX_CHANGES = 10;

/** Escalations that are looked through. */
const MAX_LISTED = 1000;

/** The human inbox: what was stopped, one item per stop, and what a person decides about it. Nothing else moves it. */
export class Escalations {
  readonly #runtime: Runtime;
  readonly #jobs: Jobs;
  readonly #operator: Operator;

  constructor(runtime: Runtime, jobs: Jobs, operator: Operator) {
    this.#runtime = runtime;
    this.#jobs = jobs;
    this.#operator = operator;
    runtime.threads.onStopped((stopped) => this.#onStopped(stopped));
  }

  list({ all = false, limit = 100 }: { readonly all?: boolean; readonly limit?: number } = {}) {
    const found = this.#runtime.store.escalations(Math.min(limit, MAX_LISTED), { open: !all });
    return found.map((escalation) => this.#view(escalation));
  }

  find(id: string): EscalationView | undefined {
    const found = this.#runtime.store.escalation(id);
    return found && this.#view(found);
  }

  /** Puts an item into the inbox, unless it is there: then it only happened once more. */
  raise(escalation: Omit<StoredEscalation, 'at' | 'count' | 'state'>): void {
    const { clock, emit, log, store } = this.#runtime;
    const known = store.escalation(escalation.id);
    if (known !== undefined) {
      store.putEscalation({ ...known, count: known.count + 1 });
      return;
    }
    const raised: StoredEscalation = { ...escalation, at: clock.now(), count: 1, state: 'open' };
    store.putEscalation(raised);
    store.written().then(
      () => {
        emit({ event: 'escalation', escalation: this.#view(raised) });
        this.#tellSupervisors(raised);
      },
      (error: unknown) => log.error({ err: error, item: raised.id }, 'an escalation could not be recorded'),
    );
  }

  #change(escalation: StoredEscalation): void {
    const { emit, log, store } = this.#runtime;
    store.putEscalation(escalation);
    store.written().then(
      () => emit({ event: 'escalation', escalation: this.#view(escalation) }),
      (error: unknown) => log.error({ err: error, item: escalation.id }, 'an escalation could not be recorded'),
    );
  }

  /** Says of an open item how things are now. Nobody is told of that: who changed them does. */
  update(escalation: StoredEscalation): void {
    const { log, store } = this.#runtime;
    store.putEscalation(escalation);
    store
      .written()
      .catch((error: unknown) => log.error({ err: error, item: escalation.id }, 'an escalation could not be recorded'));
  }

  /** A person's answer becomes the result of the job. @throws {EscalationClosedError} */
  async answer(id: string, text: string): Promise<EscalationView | undefined> {
    const found = this.#stopToDecide(id);
    if (found === undefined) {
      return undefined;
    }
    const resolved = this.#claim(found, 'answered', text);
    this.#jobs.resolve(found.jobId, text);
    return this.#told(resolved);
  }

  /** The job runs again, with fresh credit. @throws {EscalationClosedError} @throws {InvalidOptionError} */
  async release(
    id: string,
    options: { readonly credit: number; readonly timeoutMs?: number },
  ): Promise<EscalationView | undefined> {
    const found = this.#stopToDecide(id);
    const record = found && this.#runtime.store.job(found.jobId);
    if (found === undefined || record === undefined) {
      return undefined;
    }
    const inHand = this.#jobs.inHand(found.jobId);
    if (inHand !== undefined && inHand.reply === undefined) {
      const problem = 'turns of the job still run: wait until it has come to rest, or stop it';
      throw new EscalationClosedError(id, problem);
    }
    const ban = this.#runtime.threads.ban(nextEpochOf(record), [record.target]);
    if (ban?.reason === 'halted') {
      throw new EscalationClosedError(id, `${ban.detail}: resume it first, and then release the job`);
    }
    const { promise: begun, resolve, reject } = Promise.withResolvers<StoredEscalation>();
    const { log } = this.#runtime;
    const words = `released with a credit of ${options.credit}`;
    this.#operator
      .again(record, options, () => resolve(this.#claim(found, 'released', words)))
      .catch((error: unknown) => {
        log.error({ err: error, job: found.jobId }, 'a released job failed');
        reject(error instanceof Error ? error : new Error(String(error)));
      });
    return this.#told(await begun);
  }

  /** Closes an item. A stopped job is halted everywhere. @throws {EscalationClosedError} */
  async stop(id: string, note: string): Promise<EscalationView | undefined> {
    const found = this.#open(id);
    if (found === undefined) {
      return undefined;
    }
    const resolved = this.#claim(found, 'stopped', note);
    if (found.kind === 'stop' || (found.kind === 'stall' && this.#jobs.inHand(found.jobId) !== undefined)) {
      await this.#runtime.threads.halt('halt', { kind: 'job', jobId: found.jobId }, note);
    }
    return this.#told(resolved);
  }

  /** Tells a peer that has come what it is to supervise. */
  tell(peer: string): void {
    const { policy, store } = this.#runtime;
    if (policy.supervisors.length === 0 || !this.#isSupervisor(peer)) {
      return;
    }
    for (const escalation of store.escalations(MAX_LISTED, { open: true })) {
      if (IS_TOLD.has(escalation.kind)) {
        this.#notify(peer, escalation);
      }
    }
  }

  /** Another peer's operator is asked about a job there, and this one is told. */
  onNotice({ from, at, until }: Notice, content: SupervisorNotice): void {
    const { clock, log, peers, store } = this.#runtime;
    const { jobId, epoch, reason, detail, path, briefHash, payload } = content;
    const id = `${jobId}.${epoch}@${from.slice(-8)}`;
    const now = clock.now();
    const isOld = until < now || at > now + CLOCK_SKEW_MS || at < now - TOLD_FOR_MS;
    if (isOld || peers.find(from) === undefined) {
      return; // From somebody who never was here.
    }
    const known = store.escalation(id);
    if (known !== undefined) {
      const isNews = known.state === 'open' && known.detail !== detail && known.count < MAX_CHANGES;
      if (isNews) {
        // First it was shown, and then it was stopped: the item says how it is now.
        this.#change({ ...known, reason, detail, path, count: known.count + 1 });
      }
      return;
    }
    if (store.countOpenEscalations(from) >= MAX_OPEN_PER_PEER) {
      log.warn({ peer: from, job: jobId }, 'an escalation was dropped: too many of this peer are open');
      return;
    }
    this.raise({
      id,
      kind: 'supervisor',
      jobId,
      epoch,
      peer: from,
      reason,
      detail,
      path,
      ...(briefHash === undefined ? {} : { briefHash }),
      ...(payload === undefined ? {} : { payload }),
    });
  }

  /** A message crashed this node each time; it has been answered, and a person should know. */
  quarantine({ message, starts }: Quarantined): void {
    const { mesh } = this.#runtime;
    const { body, lineage, link } = message;
    this.raise({
      id: `${link.messageId}#${link.from.slice(-8)}`,
      kind: 'quarantine',
      jobId: lineage.job.jobId,
      epoch: lineage.job.epoch,
      peer: mesh.localPeer,
      reason: 'interrupted',
      detail: `a message crashed this node during each of its ${starts} turns, and is not tried again`,
      path: [...lineage.chain, mesh.localPeer],
      payload: body.content.slice(0, MAX_PAYLOAD),
    });
  }

  /** One item per stop of a job that began here. What is reported later may add to it. */
  #onStopped({ jobId, origin, epoch, by, reason, path, briefHash, detail, payload }: StoppedJob): void {
    const { mesh, peers, store } = this.#runtime;
    if (origin !== mesh.localPeer || store.job(jobId) === undefined) {
      return;
    }
    const id = `${jobId}.${epoch}`;
    const known = store.escalation(id);
    if (known !== undefined) {
      const isSame = known.reason === reason && known.path.join() === path.join();
      const isFuller = isSame && known.payload === undefined && payload !== undefined;
      if (isFuller) {
        store.putEscalation({ ...known, payload, ...(detail === undefined ? {} : { detail }) });
      } else if (!isSame) {
        store.putEscalation({ ...known, count: known.count + 1 });
      }
      return;
    }
    this.raise({
      id,
      kind: 'stop',
      jobId,
      epoch,
      peer: by,
      reason,
      detail: detail ?? `stopped at ${peers.nameOf(by)}`,
      path,
      ...(briefHash === undefined ? {} : { briefHash }),
      ...(payload === undefined ? {} : { payload }),
    });
  }

  #tellSupervisors(escalation: StoredEscalation): void {
    const { mesh, policy } = this.#runtime;
    if (!IS_TOLD.has(escalation.kind) || policy.supervisors.length === 0) {
      return;
    }
    for (const { peerId } of mesh.peers().filter(({ peerId }) => this.#isSupervisor(peerId))) {
      this.#notify(peerId, escalation);
    }
  }

  #notify(peer: string, { jobId, epoch, reason, detail, path, briefHash, payload, at }: StoredEscalation): void {
    const { clock, ids, mesh } = this.#runtime;
    const content: SupervisorNotice = {
      kind: 'escalation',
      jobId,
      epoch,
      reason,
      detail,
      path,
      ...(briefHash === undefined ? {} : { briefHash }),
      ...(payload === undefined ? {} : { payload }),
    };
    const stamp = { id: ids.next(), at, until: clock.now() + CLOCK_SKEW_MS + TOLD_FOR_MS };
    mesh.notify(peer, composeNotice(content, stamp, mesh.signer));
  }

  /** By ID, or by a name that one known peer bears. */
  #isSupervisor(peer: string): boolean {
    const { peers, policy } = this.#runtime;
    return policy.supervisors.some((label) => {
      const named = peers.named(label);
      return label === peer || (named.length === 1 && named[0] === peer);
    });
  }

  #open(id: string): StoredEscalation | undefined {
    const found = this.#runtime.store.escalation(id);
    if (found !== undefined && found.state !== 'open') {
      const words = found.resolution ? `: ${found.resolution}` : '';
      throw new EscalationClosedError(id, `it has been ${found.state} already${words}`);
    }
    return found;
  }

  #stopToDecide(id: string): StoredEscalation | undefined {
    const found = this.#open(id);
    if (found !== undefined && found.kind !== 'stop') {
      const problem =
        found.kind === 'supervisor'
          ? `the job began at ${this.#runtime.peers.nameOf(found.peer)}, and a person there decides: here it can only be closed`
          : 'there is no job to move on: it can only be closed';
      throw new EscalationClosedError(id, problem);
    }
    return found;
  }

  /** In the same tick in which it was found open: of two decisions only one can be. */
  #claim(found: StoredEscalation, state: StoredEscalation['state'], words: string): StoredEscalation {
    const { clock, store } = this.#runtime;
    const known = store.escalation(found.id) ?? found;
    const resolved: StoredEscalation = { ...known, state, resolution: words, resolvedAt: clock.now() };
    store.putEscalation(resolved);
    return resolved;
  }

  async #told(resolved: StoredEscalation): Promise<EscalationView> {
    const { emit, store } = this.#runtime;
    await store.written();
    const view = this.#view(resolved);
    emit({ event: 'escalation', escalation: view });
    return view;
  }

  #view(escalation: StoredEscalation): EscalationView {
    return escalationView(escalation, this.#runtime.peers);
  }
}

/** What a released job would begin with. */
function nextEpochOf({ jobId, epoch, maxDepth, credit, startedAt, expiresAt }: StoredJob): Lineage {
  return Lineage.root({ jobId, epoch: epoch + 1, maxDepth, credit, issuedAt: startedAt, expiresAt });
}

/** Characters of a message's content that stand in the inbox. */
const MAX_PAYLOAD = 4096;

/** How long a supervisor may take a notice for news. */
const TOLD_FOR_MS = 24 * 60 * 60 * 1000;
