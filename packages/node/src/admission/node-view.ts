import { roomOf, verifyLineage, type Channel, type Lineage, type LineageFault, type Message } from '@hoplite/p2p';
import type { Runtime } from '../runtime.ts';
import { isWoken, type View } from './crossing.ts';
import { hasRight } from './policy.ts';

type Answers = Pick<View, 'hasCredit' | 'hasCapacity'>;

/** What the brakes ask, answered from a node's ports and policy. */
export class NodeView implements View {
  readonly #runtime: Runtime;
  readonly #answers: Answers;

  constructor(runtime: Runtime, answers: Answers) {
    this.#runtime = runtime;
    this.#answers = answers;
  }

  get localPeer(): string {
    return this.#runtime.mesh.localPeer;
  }

  get maxHopDepth(): number {
    return this.#runtime.policy.maxHopDepth;
  }

  get now(): number {
    return this.#runtime.clock.now();
  }

  allows(peer: string, channel: Channel, direction: 'inbound' | 'outbound'): boolean {
    // A right is what a peer may do here; what this node may do there is for that peer to say.
    return direction === 'outbound' || hasRight(this.#runtime.policy, peer, channel);
  }

  inRoom(topic: string): boolean {
    const room = roomOf(topic);
    return room !== undefined && this.#runtime.store.rooms().includes(room);
  }

  seen(message: Message): 'new' | 'same' | 'altered' {
    const known = this.#runtime.store.message(message.link.from, message.link.messageId);
    if (known === undefined) {
      return 'new';
    }
    if (Buffer.compare(known.bodyHash, message.link.bodyHash) !== 0) {
      return 'altered';
    }
    // A post that gossip has brought, and that is to wake this peer: it has been kept, and its turn is to come.
    const isOnlyKept = known.peer === message.link.to && isWoken(message, this.localPeer);
    return isOnlyKept ? 'new' : 'same';
  }

  isHalted(jobId: string): boolean {
    return this.#runtime.store.isHalted(jobId);
  }

  verify(lineage: Lineage, claims: Parameters<View['verify']>[1]): LineageFault | undefined {
    const { mesh, clock } = this.#runtime;
    return verifyLineage(lineage, {
      ...claims,
      localPeer: mesh.localPeer,
      now: clock.now(),
      verify: mesh.verify,
      // By noise on a stream, by the mesh's own check of the signature in a room.
      lastLinkAuthenticated: true,
    });
  }

  hasCredit(): boolean {
    return this.#answers.hasCredit();
  }

  hasCapacity(peer: string, direction: 'inbound' | 'outbound'): boolean {
    return this.#answers.hasCapacity(peer, direction);
  }
}
