import { roomTopic, type MeshPeer } from '@hoplite/p2p';
import type { Connection, End } from './connection.ts';

/** One's own side of a connection. */
export interface Side {
  readonly connection: Connection;
  readonly end: End;
}

/** A member that is connected now. */
interface Member extends Side {
  readonly peer: MeshPeer;
  /** Topics in which it is, as far as it has said. */
  readonly topics: Set<string>;
}

/** Those with whom one mesh is connected, in the order in which they came. */
export class Members {
  readonly #members = new Map<string, Member>();

  add(peer: MeshPeer, side: Side, topics: Iterable<string>): void {
    this.#members.set(peer.peerId, { ...side, peer, topics: new Set(topics) });
  }

  /** @returns whether it was one */
  delete(peer: string): boolean {
    return this.#members.delete(peer);
  }

  clear(): void {
    this.#members.clear();
  }

  has(peer: string): boolean {
    return this.#members.has(peer);
  }

  all(): readonly MeshPeer[] {
    return [...this.#members.values()].map(({ peer }) => peer);
  }

  /** One's own side of the connection with a peer. */
  side(peer: string): Side | undefined {
    return this.#members.get(peer);
  }

  sides(): Iterable<readonly [string, Side]> {
    return this.#members;
  }

  /** Whether a member has said that it is in a room. */
  isIn(peer: string, room: string): boolean {
    return this.#members.get(peer)?.topics.has(roomTopic(room)) ?? false;
  }

  /** Those that are in a topic. */
  listeners(topic: string): string[] {
    const listening: string[] = [];
    for (const [peer, { topics }] of this.#members) {
      if (topics.has(topic)) {
        listening.push(peer);
      }
    }
    return listening;
  }

  /** A member has gone in or out of a topic. */
  note(peer: string, topic: string, isIn: boolean): void {
    const topics = this.#members.get(peer)?.topics;
    if (isIn) {
      topics?.add(topic);
    } else {
      topics?.delete(topic);
    }
  }
}
