import { roomOf } from '@hoplite/p2p';

/** Peer IDs as people know them: by the name in a config, else by the end of the ID; a topic as `#room`. */
export class Names {
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();

  /** The name of a peer whose directory was read. Two may bear the same: the second has the end of its ID added. */
  add(peerId: string, name: string): string {
    const unique = this.#taken.has(name) ? `${name}-${peerId.slice(-8)}` : name;
    this.#taken.add(unique);
    this.#names.set(peerId, unique);
    return unique;
  }

  of(peer: string): string {
    const room = roomOf(peer);
    if (room !== undefined) return `#${room}`;
    return this.#names.get(peer) ?? (peer.length <= 12 ? peer : `…${peer.slice(-8)}`);
  }

  path(path: readonly string[]): readonly string[] {
    return path.map((peer) => this.of(peer));
  }
}
