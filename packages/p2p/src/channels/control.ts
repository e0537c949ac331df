import { TopicValidatorResult, type GossipSub, type Message } from '@libp2p/gossipsub';
import { CONTROL_TOPIC, MAX_NOTICE_BYTES } from '../constants.ts';
import { MalformedMessageError, MessageTooLargeError } from '../errors.ts';
import type { VerifySignature } from '../lineage/signature.ts';
import { messageOf } from '../mesh-event.ts';
import type { Notice } from '../notice.ts';
import { decodeNotice, isSignedNotice } from '../wire/notice-codec.ts';
import { isNobody } from './rooms.ts';

/** What notices need of the rest. */
export interface ControlPorts {
  readonly localPeer: string;
  readonly gossip: GossipSub;
  readonly verify: VerifySignature;
  /** Members that are connected now. */
  members(): readonly string[];
  isDenied(peer: string): boolean;
  /** Whether gossip has a stream on which to send to a peer. */
  hasStream(peer: string): boolean;
  /** Gives a notice to one peer on a stream. */
  notify(peer: string, notice: Uint8Array): void;
  onNotice(peer: string, notice: Uint8Array): void;
  /** A peer passed on what it should have refused. */
  onMalformed(peer: string, error: MalformedMessageError): void;
  onFault(where: string, message: string): void;
  /** Runs code of the node, which should not throw. */
  guard(run: () => void): void;
}

/** Whether a gossiped message is a notice of a size that is worth looking at. */
export function admitsNotice(topic: string, data: Uint8Array): boolean {
  return topic === CONTROL_TOPIC && data.byteLength <= MAX_NOTICE_BYTES;
}

/**
 * Notices over one gossip topic that every node is in, and on streams. What bears no signature of its author is passed on
 * to nobody; what is of a kind that this version does not know is passed on, and not handed to the node.
 */
export class Control {
  readonly #ports: ControlPorts;
  /** Who passed on the notices that are for the node, between their check and their arrival. */
  readonly #from = new WeakMap<Message, string>();

  constructor(ports: ControlPorts) {
    this.#ports = ports;
    ports.gossip.topicValidators.set(CONTROL_TOPIC, (from, message) => this.#validate(from.toString(), message));
    ports.gossip.addEventListener('message', ({ detail }) => {
      const from = this.#from.get(detail);
      if (from !== undefined) {
        this.#ports.guard(() => this.#ports.onNotice(from, detail.data));
      }
    });
  }

  /** Goes into the topic. Gossip has to have started. */
  subscribe(): void {
    this.#ports.gossip.subscribe(CONTROL_TOPIC);
  }

  /** Gossips a notice, at once. Errors are told as faults. */
  broadcast(notice: Uint8Array): void {
    this.#publish(notice).catch((error: unknown) => this.#ports.onFault('broadcast', messageOf(error)));
  }

  /** A peer has sent a notice on a stream. */
  onFrame(peer: string, bytes: Uint8Array): void {
    try {
      const notice = this.#read(bytes);
      if (notice !== undefined && this.#isForNode(notice)) {
        this.#ports.guard(() => this.#ports.onNotice(peer, bytes));
      }
    } catch (error) {
      this.#charge(peer, error);
    }
  }

  /**
   * Gossip drops what it has no stream for. Who has only just come in, or is not in the topic, is given the notice on a
   * stream, so that nobody else has to wait.
   */
  async #publish(notice: Uint8Array): Promise<void> {
    if (notice.byteLength > MAX_NOTICE_BYTES) {
      throw new MessageTooLargeError('this notice', notice.byteLength, MAX_NOTICE_BYTES);
    }
    const ports = this.#ports;
    const listening = new Set(ports.gossip.getSubscribers(CONTROL_TOPIC).map((peer) => peer.toString()));
    for (const peer of ports.members()) {
      if (!listening.has(peer) || !ports.hasStream(peer)) {
        ports.notify(peer, notice);
      }
    }
    try {
      await ports.gossip.publish(CONTROL_TOPIC, notice);
    } catch (error) {
      if (!isNobody(error)) {
        throw error;
      }
    }
  }

  #validate(from: string, message: Message): TopicValidatorResult {
    try {
      const notice = this.#read(message.data);
      if (notice !== undefined && this.#ports.isDenied(notice.from)) {
        return TopicValidatorResult.Ignore;
      }
      if (notice !== undefined && this.#isForNode(notice)) {
        this.#from.set(message, from);
      }
      return TopicValidatorResult.Accept;
    } catch (error) {
      this.#charge(from, error);
      return TopicValidatorResult.Reject;
    }
  }

  /** One's own notices are passed on by others; that is nothing new. */
  #isForNode({ from }: Notice): boolean {
    return from !== this.#ports.localPeer && !this.#ports.isDenied(from);
  }

  /** @throws {MalformedMessageError} also when the signature is not the author's */
  #read(bytes: Uint8Array): Notice | undefined {
    const notice = decodeNotice(bytes);
    if (!isSignedNotice(bytes, this.#ports.verify)) {
      throw new MalformedMessageError('notice.signature', 'is not its author’s');
    }
    return notice;
  }

  #charge(peer: string, error: unknown): void {
    if (!(error instanceof MalformedMessageError)) {
      throw error;
    }
    this.#ports.onMalformed(peer, error);
  }
}
