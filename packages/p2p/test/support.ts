import { afterEach } from 'vitest';
import { Recorder } from '../compliance/recorder.ts';
import {
  createMesh,
  generateIdentity,
  generateNetworkKey,
  type AgentCard,
  type InboundRequest,
  type Mesh,
  type MeshEvent,
  type MeshInit,
  type MeshTimings,
} from '../src/index.ts';

export const LOOPBACK = '/ip4/127.0.0.1/tcp/0';

export type PeerOptions = Partial<Omit<MeshInit, 'timings' | 'observe'>> & { readonly timings?: Partial<MeshTimings> };

/** A mesh and all that it has told so far. */
export class Peer extends Recorder {
  readonly mesh: Mesh;
  readonly networkKey: Uint8Array;
  readonly events: MeshEvent[] = [];

  constructor(networkKey: Uint8Array, options: PeerOptions) {
    super();
    this.networkKey = networkKey;
    this.mesh = createMesh({
      identity: generateIdentity(),
      card: cardOf('peer'),
      listen: [LOOPBACK],
      mdns: false,
      ...options,
      networkKey,
      observe: (event) => {
        this.events.push(event);
        this.look();
      },
    });
  }

  get id(): string {
    return this.mesh.localPeer;
  }

  /** The first address at which it listens. */
  get address(): string {
    const [address] = this.mesh.addresses;
    if (address === undefined) {
      throw new Error('it does not listen');
    }
    return address;
  }

  /** The port of that address. */
  get port(): number {
    return Number(this.address.split('/')[4]);
  }

  eventsOf<K extends MeshEvent['kind']>(kind: K): readonly Extract<MeshEvent, { kind: K }>[] {
    return this.events.filter((event): event is Extract<MeshEvent, { kind: K }> => event.kind === kind);
  }

  async start(): Promise<this> {
    running.add(this);
    await this.mesh.start(this.handlers);
    return this;
  }

  async stop(): Promise<void> {
    running.delete(this);
    await this.mesh.stop();
  }

  async meets(...others: readonly Peer[]): Promise<void> {
    await this.until(() => others.every((other) => this.mesh.peers().some((peer) => peer.peerId === other.id)));
  }
}

const running = new Set<Peer>();

afterEach(async () => {
  await Promise.all([...running].map((peer) => peer.stop()));
});

export function cardOf(name: string): AgentCard {
  const skills = [{ name: 'echo', description: 'says it back' }];
  return { name, description: `the peer ${name}`, skills, version: '1.0.0' };
}

/** A started mesh on loopback, without discovery. It is stopped after the test. */
export function startPeer(networkKey: Uint8Array, options: PeerOptions = {}): Promise<Peer> {
  return new Peer(networkKey, options).start();
}

/** Two started meshes of one network; the second has dialled the first. */
export async function startPair(first: PeerOptions = {}, second: PeerOptions = first): Promise<[Peer, Peer]> {
  const networkKey = generateNetworkKey();
  const a = await startPeer(networkKey, first);
  const b = await startPeer(networkKey, { ...second, peers: [a.address] });
  await Promise.all([a.meets(b), b.meets(a)]);
  return [a, b];
}

/** Answers every request with its own envelope. */
export function echo(request: InboundRequest): void {
  request.answer(request.envelope);
}

export function forever(): AbortSignal {
  return new AbortController().signal;
}
