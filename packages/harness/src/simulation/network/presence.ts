import { roomOf, roomTopic } from '@hoplite/p2p';
import type { Clock } from '@hoplite/node';

export interface PresencePorts {
  readonly clock: Clock;
  /** Members that are in a topic. */
  listeners(topic: string): string[];
  /** This node has gone in or out of a topic. */
  onTopic(topic: string, isIn: boolean): void;
  onRoomChanged(room: string): void;
}

/** Which topics a mesh is in, and who else is in its rooms. */
export class Presence {
  readonly #ports: PresencePorts;
  readonly #topics = new Set<string>();
  /** Who was last seen in the rooms that this node is in. */
  readonly #seen = new Map<string, string>();
  /** Rooms of which it is to be looked whether somebody came or went. */
  readonly #changed = new Set<string>();

  constructor(ports: PresencePorts) {
    this.#ports = ports;
  }

  get topics(): ReadonlySet<string> {
    return this.#topics;
  }

  get rooms(): ReadonlyMap<string, unknown> {
    return this.#seen;
  }

  enter(topic: string): void {
    if (!this.#topics.has(topic)) {
      this.#topics.add(topic);
      this.#ports.onTopic(topic, true);
    }
  }

  join(room: string): void {
    this.enter(roomTopic(room));
    this.#seen.set(room, '');
    this.recount(room); // Who is there already has come into a room that this node is in.
  }

  leave(room: string): void {
    if (this.#topics.delete(roomTopic(room))) {
      this.#seen.delete(room);
      this.#ports.onTopic(roomTopic(room), false);
      this.#ports.onRoomChanged(room);
    }
  }

  /** A member has come or gone: it may have been in some rooms. */
  recountAll(): void {
    for (const room of this.#seen.keys()) {
      this.recount(room);
    }
  }

  recountTopic(topic: string): void {
    const room = roomOf(topic);
    if (room !== undefined) {
      this.recount(room);
    }
  }

  /** At the end of the turn, so that many who come at the same time are counted once. */
  recount(room: string): void {
    if (this.#changed.size === 0) {
      this.#ports.clock.soon(() => this.#tell());
    }
    this.#changed.add(room);
  }

  #tell(): void {
    const changed = [...this.#changed];
    this.#changed.clear();
    for (const room of changed) {
      const before = this.#seen.get(room);
      const present = this.#ports.listeners(roomTopic(room)).sort().join();
      if (before !== undefined && present !== before) {
        this.#seen.set(room, present);
        this.#ports.onRoomChanged(room);
      }
    }
  }
}
