import { decodeNotice, isSignedNotice, verifyEd25519, type MeshPeer, type Signer } from '@hoplite/p2p';
import { MemoryStore } from '../../compliance/memory-store.ts';
import type { Store } from '../../src/ports/store.ts';
import type { Threads } from '../../src/threads/threads.ts';
import { HandClock, settled } from '../turns/hand-clock.ts';
import { runtimeAt, type NodeConfig, type RuntimeAt } from '../turns/runtime-at.ts';

export interface Node extends RuntimeAt {
  readonly signer: Signer;
  readonly threads: Threads;
}

export interface JoinInit {
  readonly config?: NodeConfig;
  /** @default the one that it had, or else a new one in memory */
  readonly store?: Store;
  /** How far its clock is ahead of the others', in milliseconds. */
  readonly ahead?: number;
}

/** Threads of several peers, told of each other's notices as a network of them would: gossiped, and given once more. */
export class Net {
  readonly #nodes = new Map<string, Node>();
  readonly #clocks: HandClock[] = [];
  readonly #names: Readonly<Record<string, Signer>>;

  constructor(names: Readonly<Record<string, Signer>>) {
    this.#names = names;
  }

  /** A peer comes, or comes back after a restart; nobody tells it anything by that. */
  join(name: string, { config, store, ahead = 0 }: JoinInit = {}): Node {
    const signer = this.#names[name];
    if (signer === undefined) throw new Error(`no peer ${name}`);
    const { peerId } = signer;
    const clock = new HandClock(1_700_000_000_000 + this.#elapsed + ahead);
    this.#clocks.push(clock);
    const { [name]: _, ...peers } = this.#names;
    const at = runtimeAt(signer, {
      name,
      clock,
      peers,
      store: store ?? this.#nodes.get(peerId)?.store ?? new MemoryStore(),
      ...(config === undefined ? {} : { config }),
      mesh: {
        peers: () => this.#others(peerId).map(({ signer }) => meshPeer(signer)),
        broadcast: (bytes) => {
          at.told.broadcast.push(bytes);
          for (const { signer } of this.#others(peerId)) this.give(signer, bytes);
        },
        notify: (peer, bytes) => {
          at.told.notified.push({ peer, bytes });
          const to = this.#nodes.get(peer);
          if (to !== undefined) this.give(to.signer, bytes);
        },
      },
    });
    const node: Node = { ...at, signer, threads: at.runtime.threads };
    this.#nodes.set(peerId, node);
    return node;
  }

  /** A peer is gone for now. */
  leave({ signer }: Node): void {
    this.#nodes.delete(signer.peerId);
  }

  /** Gives a notice to a peer, as its mesh does when the author's signature is good. */
  give({ peerId }: Signer, bytes: Uint8Array): void {
    if (!isSignedNotice(bytes, verifyEd25519)) return;
    const notice = decodeNotice(bytes);
    if (notice !== undefined) this.#nodes.get(peerId)?.threads.onNotice(notice, bytes);
  }

  /** Gives a notice to everyone that is there. */
  async tell(bytes: Uint8Array): Promise<void> {
    for (const { signer } of this.#nodes.values()) this.give(signer, bytes);
    await settled();
  }

  advance(ms: number): void {
    this.#elapsed += ms;
    for (const clock of this.#clocks) clock.advance(ms);
  }

  #elapsed = 0;

  #others(peerId: string): readonly Node[] {
    return [...this.#nodes.values()].filter(({ signer }) => signer.peerId !== peerId);
  }
}

function meshPeer({ peerId }: Signer): MeshPeer {
  return { peerId, card: { name: peerId, description: '', skills: [], version: '1' }, addresses: [] };
}
