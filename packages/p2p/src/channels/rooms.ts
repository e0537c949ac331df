import { setTimeout as sleep } from 'node:timers/promises';
import { TopicValidatorResult, type GossipSub, type Message } from '@libp2p/gossipsub';
import { isRoomName, roomOf, roomTopic } from '../channel.ts';
import { MAX_FRAME_BYTES } from '../constants.ts';
import { MalformedMessageError, MessageTooLargeError, NobodyListeningError } from '../errors.ts';
import type { VerifySignature } from '../lineage/signature.ts';
import type { InboundPost } from '../mesh.ts';
import { authorOf } from './post.ts';
import { StreamWait } from './stream-wait.ts';

/** Milliseconds after which it is looked again whether a stream is there. */
const STREAM_POLL = 10;

/** What rooms need of the rest. */
export interface RoomPorts {
  readonly gossip: GossipSub;
  readonly verify: VerifySignature;
  isMember(peer: string): boolean;
  isDenied(peer: string): boolean;
  onPost(post: InboundPost): void;
  onRoomChanged(room: string): void;
  /** A peer passed on what it should have refused. */
  onMalformed(peer: string, error: MalformedMessageError): void;
  /** Runs code of the node, which should not throw. */
  guard(run: () => void): void;
}

/** Which rooms a node is in, as gossip has to know before it looks at anything. */
export class JoinedRooms {
  readonly #rooms = new Set<string>();

  add(room: string): void {
    this.#rooms.add(room);
  }

  delete(room: string): boolean {
    return this.#rooms.delete(room);
  }

  has(room: string): boolean {
    return this.#rooms.has(room);
  }

  [Symbol.iterator](): Iterator<string> {
    return this.#rooms.values();
  }

  /** Whether a gossiped message is of a room that the node is in, and not too large. */
  admits(topic: string, data: Uint8Array): boolean {
    const room = roomOf(topic);
    return room !== undefined && this.#rooms.has(room) && data.byteLength <= MAX_FRAME_BYTES;
  }
}

/** Rooms over gossip topics. A post's author is whoever signed its last link; forged ones are passed on to nobody. */
export class Rooms {
  readonly #joined: JoinedRooms;
  readonly #ports: RoomPorts;
  /** Authors of posts between their check and their arrival. */
  readonly #authors = new WeakMap<Message, string>();
  /** Who was last seen in the rooms that this node is in. */
  readonly #present = new Map<string, string>();
  readonly #wait = new StreamWait();

  constructor(joined: JoinedRooms, ports: RoomPorts) {
    this.#joined = joined;
    this.#ports = ports;
    // One of `message` and `gossipsub:message`: both tell of the same posts.
    ports.gossip.addEventListener('message', (event) => this.#arrived(event.detail));
    ports.gossip.addEventListener('subscription-change', (event) => {
      for (const { topic } of event.detail.subscriptions) {
        this.#recount(roomOf(topic));
      }
    });
  }

  join(room: string): void {
    requireRoomName(room);
    const topic = roomTopic(room);
    this.#joined.add(room);
    this.#ports.gossip.topicValidators.set(topic, (from, message) => this.#validate(room, from.toString(), message));
    this.#ports.gossip.subscribe(topic);
    this.#present.set(room, '');
    this.#recount(room); // Who is there already has come into a room that this node is in.
  }

  leave(room: string): void {
    if (this.#joined.delete(room)) {
      this.#ports.gossip.unsubscribe(roomTopic(room));
      this.#ports.gossip.topicValidators.delete(roomTopic(room));
      this.#present.delete(room);
      this.#ports.guard(() => this.#ports.onRoomChanged(room));
    }
  }

  /** Other members that have said that they are in a room. */
  peers(room: string): readonly string[] {
    const subscribers = this.#ports.gossip.getSubscribers(roomTopic(room)).map((peer) => peer.toString());
    return subscribers.filter((peer) => this.#ports.isMember(peer)).sort();
  }

  /** A member has come or gone: it may have been in some rooms. */
  onMembersChanged(): void {
    this.#wait.keepOnly((peer) => this.#ports.isMember(peer));
    for (const room of this.#joined) {
      this.#recount(room);
    }
  }

  /**
   * @returns peers that it was handed to; none when this very envelope has been published before
   * @throws {NobodyListeningError}
   * @throws {MessageTooLargeError}
   */
  async publish(room: string, envelope: Uint8Array): Promise<{ readonly recipients: number }> {
    if (envelope.byteLength > MAX_FRAME_BYTES) {
      throw new MessageTooLargeError('this post', envelope.byteLength, MAX_FRAME_BYTES);
    }
    await this.#streamsReady(room);
    if (this.peers(room).every((peer) => !this.hasStream(peer))) {
      throw new NobodyListeningError(room);
    }
    try {
      const { recipients } = await this.#ports.gossip.publish(roomTopic(room), envelope);
      return { recipients: recipients.length };
    } catch (error) {
      throw isNobody(error) ? new NobodyListeningError(room) : error;
    }
  }

  /** Whether gossip has a stream on which to send to a peer. */
  hasStream(peer: string): boolean {
    return this.#inside.streamsOutbound.has(peer);
  }

  /** Whether gossip knows a peer at all: it forgets one when an old stream of it fails, though a newer one works. */
  knows(peer: string): boolean {
    return this.#inside.peers.has(peer);
  }

  /** What gossip's interface does not tell, and its class does. */
  get #inside(): {
    readonly streamsOutbound: ReadonlyMap<string, unknown>;
    readonly peers: ReadonlyMap<string, unknown>;
  } {
    return this.#ports.gossip as unknown as {
      streamsOutbound: ReadonlyMap<string, unknown>;
      peers: ReadonlyMap<string, unknown>;
    };
  }

  /** Gossip drops what it has no stream for, and calls it sent: a peer that has only just come in would miss the post. */
  async #streamsReady(room: string): Promise<void> {
    while (this.#isWorthWaiting(room, performance.now())) {
      await sleep(STREAM_POLL);
    }
  }

  #isWorthWaiting(room: string, now: number): boolean {
    // All are asked: the time of each runs from the first post that misses it.
    return this.peers(room).filter((peer) => this.#wait.isWorthIt(peer, this.hasStream(peer), now)).length > 0;
  }

  #validate(room: string, from: string, message: Message): TopicValidatorResult {
    try {
      const author = authorOf(room, message.data, this.#ports.verify);
      if (this.#ports.isDenied(author)) {
        return TopicValidatorResult.Ignore;
      }
      this.#authors.set(message, author);
      return TopicValidatorResult.Accept;
    } catch (error) {
      if (error instanceof MalformedMessageError) {
        this.#ports.onMalformed(from, error);
      }
      return TopicValidatorResult.Reject;
    }
  }

  #arrived(message: Message): void {
    const room = roomOf(message.topic);
    const author = this.#authors.get(message);
    if (room !== undefined && author !== undefined && this.#joined.has(room)) {
      this.#ports.guard(() => this.#ports.onPost({ author, room, envelope: message.data }));
    }
  }

  #recount(room: string | undefined): void {
    if (room === undefined || !this.#joined.has(room)) {
      return;
    }
    const present = this.peers(room).join();
    if (present !== this.#present.get(room)) {
      this.#present.set(room, present);
      this.#ports.guard(() => this.#ports.onRoomChanged(room));
    }
  }
}

/** @throws {MalformedMessageError} for what cannot be a room's name */
export function requireRoomName(room: string): void {
  if (!isRoomName(room)) {
    throw new MalformedMessageError('room', `${JSON.stringify(room.slice(0, 80))} is not a room name`);
  }
}

/** Whether gossip could not publish because no peer is subscribed. */
export function isNobody(error: unknown): boolean {
  return error instanceof Error && error.message === 'PublishError.NoPeersSubscribedToTopic';
}
