import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterEach } from 'vitest';
import type { InboundRequest, Mesh, MeshHandlers, OutboundRequest, Reply } from '../src/index.ts';
import { requestFrom } from './messages.ts';
import { Recorder, type Recorded } from './recorder.ts';

/** Meshes of one network, all started and connected with each other. */
export interface MeshWorld {
  readonly meshes: readonly Mesh[];
  /** Cuts every connection; nobody reaches anybody until `reconnect()`. */
  disconnect(): Promise<void>;
  /** Lets them reach each other again. That they do is for them to see to. */
  reconnect(): Promise<void>;
  /** Stops the meshes and whatever is below them. */
  stop(): Promise<void>;
}

/** Makes a world with one mesh for each of the handlers given. */
export type MeshSetup = (handlers: readonly MeshHandlers[]) => Promise<MeshWorld>;

/** How tests get peers that have met. */
export interface Meeting {
  meet(count: number): Promise<{ peers: Recorded[]; world: MeshWorld }>;
  pair(): Promise<{ a: Recorded; b: Recorded; world: MeshWorld }>;
}

/** Peers that have met in a world of its own for every test, which ends with the test. */
export function meetingIn(setup: MeshSetup): Meeting {
  const worlds: MeshWorld[] = [];

  afterEach(async () => {
    await Promise.all(worlds.splice(0).map((world) => world.stop()));
  });

  const meet = async (count: number): Promise<{ peers: Recorded[]; world: MeshWorld }> => {
    const recorders = Array.from({ length: count }, () => new Recorder());
    const world = await setup(recorders.map((recorder) => recorder.handlers));
    worlds.push(world);
    const peers = recorders.map((told, index) => ({ told, mesh: at(world.meshes, index) }));
    await Promise.all(peers.map(({ mesh, told }) => told.until(() => mesh.peers().length === count - 1)));
    return { peers, world };
  };

  const pair = async (): Promise<{ a: Recorded; b: Recorded; world: MeshWorld }> => {
    const { peers, world } = await meet(2);
    return { a: at(peers, 0), b: at(peers, 1), world };
  };

  return { meet, pair };
}

/** Lets peers enter a room and waits until each has heard of all others. */
export async function enter(room: string, peers: readonly Recorded[]): Promise<void> {
  for (const { mesh } of peers) {
    mesh.joinRoom(room);
  }
  await Promise.all(peers.map(({ mesh, told }) => told.until(() => mesh.roomPeers(room).length === peers.length - 1)));
}

export function requestTo(from: Recorded, to: Recorded, options: Partial<OutboundRequest> = {}): OutboundRequest {
  const id = options.id ?? randomUUID();
  const peer = to.mesh.localPeer;
  return {
    peer,
    channel: 'task',
    id,
    envelope: requestFrom(from.mesh.signer, peer, id),
    signal: forever(),
    ...options,
  };
}

export function answerOf(reply: Reply): Uint8Array {
  if (reply.kind !== 'answer') {
    throw new Error(`refused: ${reply.refusal.reason} (${reply.refusal.detail})`);
  }
  return new Uint8Array(reply.envelope);
}

export async function aborted(signal: InboundRequest['signal']): Promise<void> {
  if (!signal.aborted) {
    await once(signal, 'abort');
  }
}

export function forever(): AbortSignal {
  return new AbortController().signal;
}

export function at<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) {
    throw new Error(`there is no number ${index}`);
  }
  return item;
}
