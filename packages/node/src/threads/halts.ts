import { CLOCK_SKEW_MS, decodeNotice, type HaltScope, type Notice, type NoticeContent } from '@hoplite/p2p';
import { hasRight } from '../admission/policy.ts';
import { TurnAbortedError } from '../errors.ts';
import type { StoredNotice } from '../ports/store.ts';
import type { Platform } from '../runtime.ts';
import type { HaltView } from '../sdk.ts';
import { HALT_PREFIX, haltKey, ownHaltKey } from './keys.ts';
import type { NoticeBoard } from './notice-board.ts';
import { originOf } from './origin.ts';

type Halt = Extract<NoticeContent, { kind: 'halt' | 'resume' }>;

/** Halts of one peer or of all have no end: they last until they are resumed. */
const FOREVER = Number.MAX_SAFE_INTEGER;

/** Halts of a job outlast any job that runs now. */
const HALTED_JOB_MS = 25 * 60 * 60 * 1000;

/** Notices that are listed. */
const MAX_LISTED = 1000;

/** What persons have halted: jobs, the agents of single peers, everything. The later of two decisions counts. */
export class Halts {
  readonly #runtime: Platform;
  readonly #board: NoticeBoard;

  constructor(runtime: Platform, board: NoticeBoard) {
    this.#runtime = runtime;
    this.#board = board;
  }

  /** Keys under which a halt of a job, or of these peers' agents, stands. */
  keysOf(jobId: string, origin: string, peers: readonly string[]): readonly string[] {
    const agents = [...new Set([this.#runtime.mesh.localPeer, ...peers])];
    const scopes: HaltScope[] = [{ kind: 'all' }, { kind: 'job', jobId }, ...agents.map(agent)];
    return [...scopes.map(haltKey), ownHaltKey(jobId, origin)];
  }

  /** The halt that is in force among these notices, in a sentence. */
  among(found: readonly StoredNotice[], origin: string): string | undefined {
    const decided = new Set<string>();
    for (const { bytes, from } of [...found].sort((a, b) => b.at - a.at)) {
      const content = decodeNotice(bytes)?.content;
      if (content?.kind !== 'halt' && content?.kind !== 'resume') {
        continue;
      }
      const { scope } = content;
      // The later of two decisions about the same comes first, and hides the others.
      if (decided.has(haltKey(scope)) || !this.#mayHalt(from, scope, origin)) {
        continue;
      }
      decided.add(haltKey(scope));
      if (content.kind === 'halt') {
        const by = this.#runtime.peers.nameOf(from);
        return `${WORDS[scope.kind]} has been halted by ${by}; only a person can resume it`;
      }
    }
    return undefined;
  }

  /** In force here, newest first. */
  list(): readonly HaltView[] {
    return this.#runtime.store.notices(MAX_LISTED, HALT_PREFIX).flatMap(({ bytes }) => {
      const notice = decodeNotice(bytes);
      const content = notice?.content;
      return notice !== undefined && content?.kind === 'halt' && this.#isInForce(notice, content)
        ? [this.#view(notice, content)]
        : [];
    });
  }

  /** Halts, or resumes, in the name of this node's operator. @returns when it outlives a crash, and is on its way */
  async say(kind: 'halt' | 'resume', scope: HaltScope, note: string): Promise<HaltView> {
    const { clock, store } = this.#runtime;
    const content: Halt = { kind, scope, note };
    const until = scope.kind === 'job' ? clock.now() + HALTED_JOB_MS : FOREVER;
    const notice = this.#board.say(haltKey(scope), content, until, this.#ownKey(scope));
    this.#obey(notice, content);
    await store.written();
    return this.#view(notice, content);
  }

  /** Another peer's operator has said something. It is obeyed if that one may, and it is news. */
  onNotice(notice: Notice, content: Halt, bytes: Uint8Array): void {
    const { clock, log, metrics, policy, store } = this.#runtime;
    const { from } = notice;
    // A clock that is ahead must not keep a halt from being obeyed, nor a later word from counting.
    const now = clock.now();
    const at = notice.at > now + CLOCK_SKEW_MS ? now : notice.at;
    const { scope } = content;
    // Who has no right here may be the origin of the job: then it counts for what began there, and for nothing else.
    const ownJob = scope.kind === 'job' && !hasRight(policy, from, 'halt') ? scope.jobId : undefined;
    const key = ownJob === undefined ? haltKey(scope) : ownHaltKey(ownJob, from);
    const known = this.#board.of([haltKey(scope), key]);
    if (known.some((kept) => Buffer.compare(kept.bytes, bytes) === 0)) {
      return; // It comes from every side.
    }
    const origin = ownJob === undefined ? undefined : originOf(this.#runtime, ownJob);
    const mayCount = ownJob !== undefined || this.#mayHalt(from, scope, undefined);
    if (!mayCount || (origin !== undefined && origin !== from)) {
      log.warn({ peer: from, scope }, `a ${content.kind} by a peer without the right was not obeyed`);
      metrics.ignoredNotice(content.kind);
    }
    if (!mayCount || known.some((kept) => kept.at >= at)) {
      return;
    }
    const until = scope.kind === 'job' ? clock.now() + HALTED_JOB_MS : FOREVER;
    if (store.isFull() || !this.#board.keepFrom({ ...notice, at, until }, key, bytes)) {
      return;
    }
    if (ownJob === undefined || origin === from) {
      this.#obey(notice, content, ownJob === undefined ? undefined : from);
    } else {
      this.#end(notice, content, from); // Whatever began there, under whichever name it is known here.
    }
  }

  /** @param origin given when it counts only for what began there */
  #obey(notice: Notice, content: Halt, origin?: string): void {
    const event = content.kind === 'resume' ? 'resumed' : 'halted';
    this.#runtime.emit({ event, halt: this.#view(notice, content) });
    this.#end(notice, content, origin);
  }

  /** Ends what runs, where a halt is about something that runs here. */
  #end({ from }: Notice, { kind, note, scope }: Halt, origin: string | undefined): void {
    const { mesh, peers, work } = this.#runtime;
    if (kind === 'resume' || (scope.kind === 'peer' && scope.peer !== mesh.localPeer)) {
      return;
    }
    const words = note === '' ? '' : `: ${note}`;
    const reason = new TurnAbortedError('halted', `halted by ${peers.nameOf(from)}${words}`);
    work.abort(reason, scope.kind === 'job' ? scope.jobId : undefined, origin);
  }

  /** Whether a halt that is kept is by one who may, and no later word of another has lifted it. */
  #isInForce({ from, at }: Notice, { scope }: Halt): boolean {
    const origin = scope.kind === 'job' ? originOf(this.#runtime, scope.jobId) : undefined;
    const known = this.#board.of([haltKey(scope), ...this.#ownKey(scope)]);
    const kept = known.find((other) => other.from === from)?.at ?? at;
    return this.#mayHalt(from, scope, origin) && known.every((other) => other.at <= kept);
  }

  #ownKey(scope: HaltScope): readonly string[] {
    const origin = scope.kind === 'job' ? originOf(this.#runtime, scope.jobId) : undefined;
    return scope.kind === 'job' && origin !== undefined ? [ownHaltKey(scope.jobId, origin)] : [];
  }

  /** Whoever has the right may halt anything; a job's origin that job; a peer itself. */
  #mayHalt(from: string, scope: HaltScope, origin: string | undefined): boolean {
    return (
      from === this.#runtime.mesh.localPeer ||
      hasRight(this.#runtime.policy, from, 'halt') ||
      (scope.kind === 'job' && from === origin) ||
      (scope.kind === 'peer' && from === scope.peer)
    );
  }

  #view({ from, at }: Notice, { scope, note }: Halt): HaltView {
    return { scope, by: this.#runtime.peers.nameOf(from), at, note };
  }
}

const WORDS: Readonly<Record<HaltScope['kind'], string>> = {
  all: 'everything',
  job: 'the job',
  peer: 'the agent',
};

function agent(peer: string): HaltScope {
  return { kind: 'peer', peer };
}
