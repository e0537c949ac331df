import { roomOf, verifyLineage, type Channel, type Lineage, type LineageFault, type Message } from '@hoplite/p2p';
import type { Runtime } from '../runtime.ts';
import { isWoken, type Ban, type MessageCrossing, type View } from './crossing.ts';
import { allowsEdge, type Addressing } from './graph.ts';
import { hasRight } from './policy.ts';

type Answers = Pick<View, 'hasCredit' | 'hasCapacity'> & {
  /** What the sender of this message has said besides what is in the store, as it is still on its way there. */
  readonly hasJustSaid?: () => boolean;
};

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

  ban({ direction, lineage, peer, wakes }: MessageCrossing): Ban | undefined {
    // A halted agent is neither written to nor heard.
    return this.#runtime.threads.ban(lineage, direction === 'inbound' ? [peer] : wakes);
  }

  hasSaid({ briefHash, direction, lineage, message, peer }: MessageCrossing): boolean {
    if (briefHash === undefined) {
      return false;
    }
    const { jobId, epoch } = lineage.job;
    const author = direction === 'inbound' ? peer : this.localPeer;
    const messageId = message === undefined ? {} : { messageId: message.link.messageId };
    return (
      this.#answers.hasJustSaid?.() === true ||
      this.#runtime.store.hasSaid({ jobId, epoch, author, briefHash, ...messageId })
    );
  }

  allowsEdge(addressing: Addressing): boolean {
    const { peers, policy } = this.#runtime;
    return allowsEdge(policy.graph, addressing, (name) => peers.named(name));
  }

  rateWait(crossing: MessageCrossing): number {
    return this.#runtime.rates.wait(ratedAs(crossing, this.localPeer), this.now);
  }

  breaker(crossing: MessageCrossing): string | undefined {
    return this.#runtime.breaker.check(crossing);
  }

  verify(lineage: Lineage, claims: Parameters<View['verify']>[1]): LineageFault | undefined {
    const { mesh, clock } = this.#runtime;
    return verifyLineage(lineage, {
      ...claims,
      localPeer: mesh.localPeer,
      now: clock.now(),
      verify: mesh.verify,
      // By noise on a stream. A post is shown to others later, for whom that is nothing.
      lastLinkAuthenticated: claims.channel !== 'room',
    });
  }

  hasCredit(): boolean {
    return this.#answers.hasCredit();
  }

  hasCapacity(peer: string, direction: 'inbound' | 'outbound'): boolean {
    return this.#answers.hasCapacity(peer, direction);
  }
}

/** What the rates are asked of a crossing. */
export function ratedAs({ direction, peer, lineage }: MessageCrossing, localPeer: string) {
  return { direction, peer, origin: lineage.origin ?? localPeer };
}
