import { createHash } from 'node:crypto';
import type { Clock } from '@hoplite/node';
import type { Endpoint } from './endpoint.ts';

/** How long gossip remembers what it has passed on, in milliseconds, as the real one does. */
const MEMORY_MS = 120_000;
/** What it remembers at most. */
const MAX_REMEMBERED = 4096;

/** Something that is passed on from peer to peer. */
export interface Flood {
  /** A room's topic, or that of notices. */
  readonly topic: string;
  readonly bytes: Uint8Array;
  /** Who has it. */
  readonly reached: Set<string>;
  /** Who has been sent it. */
  readonly offered: Set<string>;
  readonly until: number;
  /** Whether all who listened when it was published have been sent it. */
  isThrough: boolean;
}

/**
 * Passes on what is published: first to all who listen and whom the publisher is connected with, and from them to those
 * whom it could not reach. Nobody is offered the same twice, but by a network that duplicates.
 */
export class Gossip {
  readonly #clock: Clock;
  /** Who is in a topic, by topic. */
  readonly #listening = new Map<string, Set<string>>();
  readonly #floods = new Map<string, Flood>();
  readonly #digests = new WeakMap<Uint8Array, string>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  listen(topic: string, peer: string): void {
    const peers = this.#listening.get(topic) ?? new Set<string>();
    this.#listening.set(topic, peers.add(peer));
  }

  unlisten(topic: string, peer: string): void {
    const peers = this.#listening.get(topic);
    peers?.delete(peer);
    if (peers?.size === 0) {
      this.#listening.delete(topic);
    }
  }

  /** Publishes. @returns how many peers it was handed to; none when the publisher has passed it on before */
  publish(publisher: Endpoint, topic: string, bytes: Uint8Array): number {
    const key = `${topic}\n${this.#digest(bytes)}`;
    const known = this.#floods.get(key);
    const isNew = known === undefined || known.until <= this.#clock.now();
    if (!isNew && known.reached.has(publisher.localPeer)) {
      return 0;
    }
    const reached = isNew ? new Set<string>() : known.reached;
    const until = this.#clock.now() + MEMORY_MS;
    const flood: Flood = { topic, bytes, reached, offered: new Set(reached), until, isThrough: false };
    this.#remember(key, flood);
    flood.reached.add(publisher.localPeer);
    flood.offered.add(publisher.localPeer);
    return this.passOn(publisher, flood);
  }

  /** Sends it to those around a peer who have not been sent it. @returns how many these are */
  passOn(by: Endpoint, flood: Flood): number {
    if (flood.isThrough) {
      return 0; // The usual case: with a whole network nobody needs to be told by others.
    }
    const to = by.members.listeners(flood.topic).filter((peer) => !flood.offered.has(peer));
    for (const peer of to) {
      flood.offered.add(peer);
    }
    flood.isThrough = [...(this.#listening.get(flood.topic) ?? [])].every((peer) => flood.offered.has(peer));
    for (const peer of to) {
      by.sendGossip(peer, flood);
    }
    return to.length;
  }

  #remember(key: string, flood: Flood): void {
    this.#floods.delete(key);
    this.#floods.set(key, flood);
    const oldest = this.#floods.size > MAX_REMEMBERED ? this.#floods.keys().next().value : undefined;
    if (oldest !== undefined) {
      this.#floods.delete(oldest);
    }
  }

  #digest(bytes: Uint8Array): string {
    const known = this.#digests.get(bytes) ?? createHash('sha256').update(bytes).digest('base64');
    this.#digests.set(bytes, known);
    return known;
  }
}
