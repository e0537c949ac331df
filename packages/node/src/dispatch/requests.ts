import {
  MalformedMessageError,
  PeerUnreachableError,
  RequestNotSentError,
  decodeEnvelope,
  verifyReply,
  type Channel,
  type Message,
  type ProgressNote,
  type Refusal,
  type Reply,
  type Settlement,
} from '@hoplite/p2p';
import { stopsJob } from '../admission/reasons.ts';
import { TurnAbortedError } from '../errors.ts';
import type { Timer } from '../ports/clock.ts';
import type { Runtime } from '../runtime.ts';
import type { Ledger } from '../turns/ledger.ts';
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
}

/** Credit that a request, or what came of it, still holds. */
interface OpenBranch {
  readonly ledger: Ledger;
  readonly branch: string;
  /** Runs once the answer is there. */
  expiry?: Timer;
}

/** Sees requests through: sent, answered or not, and their credit settled. Every one ends in exactly one reply. */
export class Requests {
  readonly #runtime: Runtime;
  readonly #inFlight = new Map<string, number>();
  readonly #open = new Map<string, OpenBranch>();

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
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
    this.#open.set(openKey(peer, message.channel, message.link.messageId), { ledger: sender.ledger, branch });
    this.#inFlight.set(peer, this.inFlight(peer) + 1);
    try {
      return this.#take(init, branch, await this.#exchange(init));
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
    if (!open.ledger.settle(open.branch, settlement)) {
      this.#runtime.log.warn({ peer, message: id }, 'a settlement does not add up');
    }
    if (settlement.open === 0) {
      open.expiry?.clear();
      this.#open.delete(key);
    }
  }

  #exchange(init: RequestInit): Promise<Reply> {
    const { clock, mesh, peers } = this.#runtime;
    const { sender, message, peer, deadline } = init;
    const controller = new AbortController();
    const onAbort = (): void => controller.abort(sender.signal.reason);
    sender.signal.addEventListener('abort', onAbort, { once: true });
    if (sender.signal.aborted) {
      onAbort();
    }
    const timer = clock.after(deadline - clock.now(), () =>
      controller.abort(new TurnAbortedError('deadline', `${peers.nameOf(peer)} did not answer before the deadline`)),
    );
    return mesh
      .request({
        peer,
        channel: message.channel,
        id: message.link.messageId,
        envelope: init.envelope,
        signal: controller.signal,
        ...(init.onAccepted === undefined ? {} : { onAccepted: init.onAccepted }),
        ...(init.onProgress === undefined ? {} : { onProgress: init.onProgress }),
      })
      .finally(() => {
        timer.clear();
        sender.signal.removeEventListener('abort', onAbort);
      });
  }

  #take(init: RequestInit, branch: string, reply: Reply): FiledReply {
    const { sender, message, peer, credit } = init;
    if (reply.kind === 'refused') {
      this.#open.delete(openKey(peer, message.channel, message.link.messageId));
      const { reason, path } = reply.refusal;
      const stops = stopsJob(reason) ? [{ reason, path }] : [];
      const settlement = { returned: credit, burnt: 0, open: 0, path: [], stops, stopCount: stops.length };
      sender.ledger.settle(branch, settlement);
      this.#tellRefused(message, reply.refusal);
      return { reply: { ok: false, from: peer, refusal: reply.refusal } };
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
    const { clock, log } = this.#runtime;
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
    if (!sender.ledger.settle(branch, settlement)) {
      log.warn({ peer, message: message.link.messageId }, 'a settlement does not add up');
    }
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
    this.#tellRefused(message, refusal);
    return { reply: { ok: false, from: peer, refusal } };
  }

  #tellRefused({ channel, lineage }: Message, { reason, detail, path }: Refusal): void {
    this.#runtime.emit({
      event: 'refused',
      direction: 'outbound',
      jobId: lineage.job.jobId,
      channel,
      reason,
      detail,
      path: this.#runtime.peers.names(path),
    });
  }
}

function openKey(peer: string, channel: Channel, id: string): string {
  return `${peer}\n${channel}\n${id}`;
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
