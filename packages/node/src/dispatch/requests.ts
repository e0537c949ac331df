import {
  MalformedMessageError,
  PeerUnreachableError,
  RequestNotSentError,
  briefHash,
  decodeEnvelope,
  verifyReply,
  type Channel,
  type Lineage,
  type Message,
  type ProgressNote,
  type Refusal,
  type Reply,
  type Settlement,
  type Stop,
} from '@hoplite/p2p';
import { crossingOf } from '../admission/read-crossing.ts';
import { isRetryable, stopsJob } from '../admission/reasons.ts';
import { TurnAbortedError } from '../errors.ts';
import type { Clock, Timer } from '../ports/clock.ts';
import type { Runtime } from '../runtime.ts';
import { stopOf } from '../turns/ledger.ts';
import { parseContent } from './content.ts';
import type { FiledReply } from './pending.ts';
import { recordOf } from './record.ts';
import type { Sender } from './sender.ts';

export interface RequestInit {
  readonly sender: Sender;
  /** What was composed and recorded. */
  readonly message: Message;
  readonly envelope: Uint8Array;
  /** The peer that is to answer. */
  readonly peer: string;
  /** Its part of the credit, which the sender's ledger has reserved. */
  readonly credit: number;
  readonly deadline: number;
  readonly onAccepted?: () => void;
  readonly onProgress?: (note: ProgressNote) => void;
  /**
   * Given when an earlier run of this node began it: its reply may be there already, and the peer is waited for. Resolves
   * when there is a network.
   */
  readonly resumed?: Promise<void>;
}

/** Credit that a request, or what came of it, still holds. */
interface OpenBranch {
  readonly sender: Sender;
  readonly branch: string;
  /** Runs once the answer is there. */
  expiry?: Timer;
}

/** Sees requests through: sent, answered or not, and their credit settled. Every one ends in exactly one reply. */
export class Requests {
  readonly #runtime: Runtime;
  readonly #inFlight = new Map<string, number>();
  readonly #open = new Map<string, OpenBranch>();
  #onOverclaimed: ((lineage: Lineage, peer: string, settlement: Settlement) => void) | undefined;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  /** Calls `listener` when a peer accounts for more than it was granted, or takes back what it said before. */
  onOverclaimed(listener: (lineage: Lineage, peer: string, settlement: Settlement) => void): void {
    this.#onOverclaimed = listener;
  }

  /** Requests to `peer` without a reply yet. */
  inFlight(peer: string): number {
    return this.#inFlight.get(peer) ?? 0;
  }

  /** Sends a request and files its one reply. Never rejects: what went wrong is a refusal. */
  async run(init: RequestInit): Promise<FiledReply> {
    const { sender, message, peer, credit } = init;
    const branch = `${message.link.messageId}/${peer}`;
    sender.ledger.grant(branch, credit);
    // From now on: what was open may settle so soon after the answer that it comes along with it.
    this.#open.set(openKey(peer, message.channel, message.link.messageId), { sender, branch });
    this.#inFlight.set(peer, this.inFlight(peer) + 1);
    try {
      const known = init.resumed !== undefined ? this.#known(init, branch) : undefined;
      return known ?? this.#take(init, branch, await this.#exchange(init));
    } catch (error) {
      return this.#failed(init, branch, error);
    } finally {
      const left = this.inFlight(peer) - 1;
      if (left > 0) {
        this.#inFlight.set(peer, left);
      } else {
        this.#inFlight.delete(peer);
      }
    }
  }

  /** More became known of credit that was open when the answer came. */
  settled(peer: string, channel: Channel, id: string, settlement: Settlement): void {
    const key = openKey(peer, channel, id);
    const open = this.#open.get(key);
    if (open === undefined) {
      return;
    }
    this.#enter(open.sender, open.branch, peer, settlement);
    if (settlement.open === 0) {
      open.expiry?.clear();
      this.#open.delete(key);
    }
  }

  /** A message that was recorded and then could not be sent at all. */
  unsent(message: Message, peer: string, refusal: Refusal): void {
    this.#recordOutcome(message, peer, refusal);
  }

  #exchange(init: RequestInit): Promise<Reply> {
    const { clock, peers } = this.#runtime;
    const { sender, peer, deadline } = init;
    const controller = new AbortController();
    const onAbort = (): void => controller.abort(sender.signal.reason);
    sender.signal.addEventListener('abort', onAbort, { once: true });
    if (sender.signal.aborted) {
      onAbort();
    }
    const timer = clock.after(deadline - clock.now(), () =>
      controller.abort(new TurnAbortedError('deadline', `${peers.nameOf(peer)} did not answer before the deadline`)),
    );
    return this.#reach(init, controller.signal).finally(() => {
      timer.clear();
      sender.signal.removeEventListener('abort', onAbort);
    });
  }

  /** Asks the peer. When it may have got the message before this node was restarted, it is tried until the signal ends. */
  async #reach(init: RequestInit, signal: AbortSignal): Promise<Reply> {
    const { clock, ids, mesh } = this.#runtime;
    const { message, peer } = init;
    await init.resumed;
    for (let failures = 1; ; failures += 1) {
      try {
        return await mesh.request({
          peer,
          channel: message.channel,
          id: message.link.messageId,
          envelope: init.envelope,
          signal,
          ...(init.onAccepted === undefined ? {} : { onAccepted: init.onAccepted }),
          ...(init.onProgress === undefined ? {} : { onProgress: init.onProgress }),
        });
      } catch (error) {
        if (init.resumed === undefined || (!signal.aborted && !(error instanceof PeerUnreachableError))) {
          throw error;
        }
        if (signal.aborted) {
          throw signal.reason; // The peer may be at work on it: the earlier run may have sent it.
        }
        const [random = 0] = ids.bytes(1);
        await pause(clock, retryPause(failures, random / 256), signal);
      }
    }
  }

  /** What the store knows of how a request ended. */
  #known(init: RequestInit, branch: string): FiledReply | undefined {
    const { mesh, store } = this.#runtime;
    const { message, peer, sender } = init;
    const { messageId } = message.link;
    const answer = store.answer(peer, mesh.localPeer, messageId);
    if (answer !== undefined) {
      const read = decodeEnvelope(answer.channel, answer.envelope);
      this.#settle(init, branch, read.body.settlement);
      return this.#file(peer, read);
    }
    const outcome = store.outcomes(mesh.localPeer, messageId).find((known) => known.peer === peer);
    if (outcome === undefined) {
      return undefined;
    }
    this.#open.delete(openKey(peer, message.channel, messageId));
    sender.ledger.writeOff(branch);
    const { reason, detail, path } = outcome;
    return { reply: { ok: false, from: peer, refusal: { reason, detail, path } } };
  }

  #take(init: RequestInit, branch: string, reply: Reply): FiledReply {
    const { sender, message, peer, credit } = init;
    if (reply.kind === 'refused') {
      this.#open.delete(openKey(peer, message.channel, message.link.messageId));
      const { refusal } = reply;
      const stops = stopsJob(refusal.reason) ? [this.#stopOf(message, refusal)] : [];
      const settlement = { returned: credit, burnt: 0, open: 0, path: [], stops, stopCount: stops.length };
      this.#enter(sender, branch, peer, settlement, refusal.detail);
      this.#refused(message, peer, refusal);
      return { reply: { ok: false, from: peer, refusal } };
    }
    const answer = decodeEnvelope(message.channel, reply.envelope);
    const fault = verifyReply(answer, message, peer);
    if (fault !== undefined) {
      throw new MalformedMessageError('answer', fault.detail);
    }
    const { store, policy } = this.#runtime;
    store.addMessage(
      recordOf({
        message: answer,
        peer,
        direction: 'in',
        retentionMs: policy.retentionMs,
        envelope: reply.envelope,
      }),
    );
    this.#settle(init, branch, answer.body.settlement);
    return this.#file(peer, answer);
  }

  #file(peer: string, answer: Message): FiledReply {
    const { refusal, content } = answer.body;
    const { lineage } = answer;
    return refusal === undefined
      ? {
          reply: {
            ok: true,
            from: peer,
            messageId: answer.link.messageId,
            content: parseContent(answer.channel, content),
          },
          lineage,
        }
      : { reply: { ok: false, from: peer, refusal }, lineage };
  }

  #settle({ sender, message, peer }: RequestInit, branch: string, settlement: Settlement | undefined): void {
    const { clock } = this.#runtime;
    const key = openKey(peer, message.channel, message.link.messageId);
    const open = this.#open.get(key);
    if (open === undefined) {
      return; // The last settlement came along with the answer, and says more.
    }
    if (settlement === undefined) {
      this.#open.delete(key);
      sender.ledger.writeOff(branch);
      return;
    }
    if (settlement.open > 0) {
      open.expiry = clock.after(message.lineage.job.expiresAt - clock.now(), () => {
        this.#open.delete(key);
        sender.ledger.writeOff(branch);
      });
    } else {
      this.#open.delete(key);
    }
    this.#enter(sender, branch, peer, settlement);
  }

  /** Enters what has become of a branch. A brake that fired below it has stopped the job. */
  #enter(sender: Sender, branch: string, peer: string, settlement: Settlement, detail?: string): void {
    const { log, threads } = this.#runtime;
    if (!sender.ledger.settle(branch, settlement)) {
      log.warn({ peer, message: branch }, 'a settlement does not add up');
      this.#onOverclaimed?.(sender.lineage, peer, settlement);
    }
    for (const stop of settlement.stops) {
      threads.stopped(sender.lineage, detail === undefined ? stop : { ...stop, detail });
    }
  }

  #stopOf(message: Message, refusal: Refusal): Stop {
    return stopOf(refusal, briefHash(message.link.to, message.body.content, message.channel), message.body.content);
  }

  #failed({ sender, message, peer, credit }: RequestInit, branch: string, error: unknown): FiledReply {
    const refusal = refusalOf(error, [...message.lineage.chain, peer]);
    if (error instanceof MalformedMessageError) {
      this.#runtime.mesh.charge(peer, error.message);
    }
    const key = openKey(peer, message.channel, message.link.messageId);
    this.#open.get(key)?.expiry?.clear();
    this.#open.delete(key);
    if (error instanceof PeerUnreachableError || error instanceof RequestNotSentError) {
      // Nothing left, so nothing can have run.
      sender.ledger.settle(branch, { returned: credit, burnt: 0, open: 0, path: [], stops: [], stopCount: 0 });
    } else {
      sender.ledger.writeOff(branch);
    }
    this.#refused(message, peer, refusal);
    return { reply: { ok: false, from: peer, refusal } };
  }

  #refused(message: Message, peer: string, refusal: Refusal): void {
    const { mesh, refusals } = this.#runtime;
    const { path } = refusal;
    refusals.note({
      crossing: crossingOf(message, { direction: 'outbound', peer, path, localPeer: mesh.localPeer }),
      refusal,
    });
    this.#recordOutcome(message, peer, refusal);
  }

  #recordOutcome({ link }: Message, peer: string, { reason, detail, path }: Refusal): void {
    const { clock, store } = this.#runtime;
    const { from: author, messageId } = link;
    const retryable = isRetryable(reason);
    store.addOutcome({ author, messageId, peer, reason, detail, path, retryable, at: clock.now() });
  }
}

function openKey(peer: string, channel: Channel, id: string): string {
  return `${peer}\n${channel}\n${id}`;
}

/** Milliseconds before a peer that could not be reached is tried again: doubling up to the maximum, give or take a half. */
function retryPause(failures: number, random: number): number {
  return Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** Math.min(failures - 1, 16)) * (0.5 + random);
}

const RETRY_FIRST_MS = 1000;
const RETRY_MAX_MS = 30_000;

/** Resolves after `ms`, or when the signal aborts. */
function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      timer.clear();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = clock.after(ms, done);
    signal.addEventListener('abort', done, { once: true });
  });
}

/** What a failed exchange is to its sender. */
function refusalOf(error: unknown, path: readonly string[]): Refusal {
  if (error instanceof TurnAbortedError) {
    return { reason: error.reason, detail: error.message, path };
  }
  if (error instanceof RequestNotSentError) {
    const ended = refusalOf(error.cause, path);
    const detail = `nothing was sent: the peer could not be reached in time (${ended.detail})`;
    return ended.reason === 'deadline' ? { reason: 'unreachable', detail, path } : ended;
  }
  if (error instanceof PeerUnreachableError) {
    return { reason: 'unreachable', detail: error.message, path };
  }
  if (error instanceof MalformedMessageError) {
    return { reason: 'malformed', detail: `the answer cannot be used: ${error.message}`, path };
  }
  return { reason: 'interrupted', detail: error instanceof Error ? error.message : String(error), path };
}
