import { isPeerId, roomOf, type AgentCard, type MeshPeer } from '@hoplite/p2p';
import type { PeerSummary } from '@hoplite/tools';

/** Peers remembered after they left. */
const MAX_KNOWN = 1024;

interface KnownPeer {
  readonly card: AgentCard;
  readonly connected: boolean;
}

/** Who is known by which name: the local peer, those connected, and those that were. */
export class PeerDirectory {
  readonly #localPeer: string;
  readonly #localCard: AgentCard;
  readonly #known = new Map<string, KnownPeer>();

  constructor(localPeer: string, localCard: AgentCard) {
    this.#localPeer = localPeer;
    this.#localCard = localCard;
  }

  joined({ peerId, card }: MeshPeer): void {
    this.#known.delete(peerId); // To the end: the one heard from longest ago is forgotten first.
    this.#known.set(peerId, { card, connected: true });
    if (this.#known.size > MAX_KNOWN) {
      const gone = [...this.#known].find(([, peer]) => !peer.connected);
      this.#known.delete(gone?.[0] ?? '');
    }
  }

  left(peerId: string): void {
    const peer = this.#known.get(peerId);
    if (peer !== undefined) {
      this.#known.set(peerId, { ...peer, connected: false });
    }
  }

  /** Everyone, the local peer first. */
  all(): readonly PeerSummary[] {
    const others = [...this.#known].map(([peerId, { card, connected }]) => summary(peerId, card, connected, false));
    return [summary(this.#localPeer, this.#localCard, true, true), ...others];
  }

  find(peerId: string): PeerSummary | undefined {
    if (peerId === this.#localPeer) {
      return summary(peerId, this.#localCard, true, true);
    }
    const peer = this.#known.get(peerId);
    return peer && summary(peerId, peer.card, peer.connected, false);
  }

  /** IDs of the peers that bear a name. Nobody becomes another peer, or a room, by taking its ID for a name. */
  named(name: string): readonly string[] {
    if (isPeerId(name) || name.startsWith('#')) {
      return [];
    }
    const others = [...this.#known].filter(([, { card }]) => card.name === name).map(([peerId]) => peerId);
    return this.#localCard.name === name ? [this.#localPeer, ...others] : others;
  }

  /** A peer's name, or its ID while that is not known. */
  nameOf(peerId: string): string {
    return peerId === this.#localPeer ? this.#localCard.name : (this.#known.get(peerId)?.card.name ?? peerId);
  }

  /** A path for people; a room in it stands as `#room`. */
  names(path: readonly string[]): readonly string[] {
    return path.map((hop) => {
      const room = roomOf(hop);
      return room === undefined ? this.nameOf(hop) : `#${room}`;
    });
  }

  /** A sentence for people: peers of whom the name is known stand by it. */
  sentence(text: string): string {
    return text.replace(PEER_ID, (peerId) => this.nameOf(peerId));
  }
}

/** An Ed25519 peer ID in a sentence. */
const PEER_ID = /\b12D3Koo[1-9A-HJ-NP-Za-km-z]{45}\b/g;

function summary(peerId: string, card: AgentCard, connected: boolean, self: boolean): PeerSummary {
  return { peerId, name: card.name, description: card.description, skills: card.skills, connected, self };
}
