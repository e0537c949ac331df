import { readFileSync } from 'node:fs';
import { writeSecret } from './secret-file.ts';
import { isPeerId } from './lineage/signature.ts';
import { isAddress, MAX_ADDRESSES } from './membership/introduction.ts';
import { messageOf, type MeshObserver } from './mesh-event.ts';

/** Peers that are remembered; of more, those not seen for longest are forgotten. */
const MAX_PEERS = 1024;
/** Changes of this long are written together, in milliseconds. */
const WRITE_DELAY = 500;

/** A peer that has once proven membership, and where to look for it. */
export interface KnownPeer {
  readonly peer: string;
  /** Multiaddrs without the peer ID, the likeliest first. */
  readonly addresses: readonly string[];
  /** Milliseconds since the Unix epoch. */
  readonly seenAt: number;
}

/**
 * Where the members of the network were last reached. Kept in a file, so that a node that starts again finds the others
 * without discovery. Losing it loses nothing else: what cannot be read is passed over.
 */
export class AddressBook {
  readonly #file: string | undefined;
  readonly #observe: MeshObserver;
  readonly #peers = new Map<string, KnownPeer>();
  #timer: NodeJS.Timeout | undefined;

  /** @param file where it is kept; without one it lives in memory only */
  constructor(file: string | undefined, observe: MeshObserver) {
    this.#file = file;
    this.#observe = observe;
    for (const known of file === undefined ? [] : readBook(file, observe)) {
      this.#peers.set(known.peer, known);
    }
  }

  peers(): readonly KnownPeer[] {
    return [...this.#peers.values()];
  }

  addressesOf(peer: string): readonly string[] {
    return this.#peers.get(peer)?.addresses ?? [];
  }

  /** Notes that a member was reached or said where it listens; what is new comes before what was known. */
  note(peer: string, addresses: readonly string[]): void {
    const merged = mergeAddresses(peer, addresses, this.addressesOf(peer));
    this.#peers.delete(peer); // To the end: the oldest stay in front.
    this.#peers.set(peer, { peer, addresses: merged, seenAt: Date.now() });
    const oldest = this.#peers.size > MAX_PEERS ? this.#peers.keys().next().value : undefined;
    if (oldest !== undefined) {
      this.#peers.delete(oldest);
    }
    this.#timer ??= setTimeout(() => this.flush(), WRITE_DELAY).unref();
  }

  /** Writes what has not been written yet. */
  flush(): void {
    clearTimeout(this.#timer);
    const pending = this.#timer !== undefined;
    this.#timer = undefined;
    if (this.#file === undefined || !pending) {
      return;
    }
    try {
      writeSecret(this.#file, JSON.stringify({ version: 1, peers: this.peers() }), { replace: true });
    } catch (error) {
      this.#observe({ kind: 'fault', where: 'address book', message: messageOf(error) });
    }
  }
}

/** Addresses without the peer's own ID at their end, the first mentioned first, each once, at most {@link MAX_ADDRESSES}. */
export function mergeAddresses(peer: string, ...lists: readonly (readonly string[])[]): readonly string[] {
  const suffix = `/p2p/${peer}`;
  const bare = lists.flat().map((address) => (address.endsWith(suffix) ? address.slice(0, -suffix.length) : address));
  return [...new Set(bare.filter(isAddress))].slice(0, MAX_ADDRESSES);
}

function readBook(file: string, observe: MeshObserver): readonly KnownPeer[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return []; // The first start.
  }
  try {
    const { peers } = JSON.parse(text) as { peers?: unknown };
    return Array.isArray(peers) ? peers.slice(-MAX_PEERS).flatMap(readPeer) : [];
  } catch (error) {
    observe({ kind: 'fault', where: 'address book', message: messageOf(error) });
    return [];
  }
}

function readPeer(raw: unknown): readonly KnownPeer[] {
  const { peer, addresses, seenAt } = (raw ?? {}) as Record<string, unknown>;
  if (typeof peer !== 'string' || !isPeerId(peer) || !Array.isArray(addresses)) {
    return [];
  }
  const texts = addresses.filter((address) => typeof address === 'string');
  return [{ peer, addresses: mergeAddresses(peer, texts), seenAt: typeof seenAt === 'number' ? seenAt : 0 }];
}
