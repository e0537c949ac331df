import { verifyEd25519, type Mesh, type OutboundRequest, type Reply, type Signer } from '@hoplite/p2p';

/** A request that a test answers by hand. */
export interface Sent {
  readonly request: OutboundRequest;
  answer(reply: Reply): void;
  fail(error: Error): void;
}

/** What a node told others besides requests. */
export interface Told {
  /** Notices that were gossiped. */
  readonly broadcast: Uint8Array[];
  /** Notices that were given to one peer. */
  readonly notified: { readonly peer: string; readonly bytes: Uint8Array }[];
  /** Peers that were charged for something malformed. */
  readonly charged: { readonly peer: string; readonly problem: string }[];
}

/** A mesh that sends nothing anywhere: what would have left is noted, and a test says what comes back. */
export function scriptedMesh(signer: Signer): { readonly mesh: Mesh; readonly sent: Sent[]; readonly told: Told } {
  const sent: Sent[] = [];
  const told: Told = { broadcast: [], notified: [], charged: [] };
  const mesh: Mesh = {
    localPeer: signer.peerId,
    signer,
    verify: verifyEd25519,
    addresses: [],
    start: () => Promise.resolve(),
    stop: () => Promise.resolve(),
    peers: () => [],
    connect: () => Promise.resolve(''),
    request: (request) => {
      const { promise, resolve, reject } = Promise.withResolvers<Reply>();
      request.signal.addEventListener('abort', () => reject(request.signal.reason as Error), { once: true });
      sent.push({ request, answer: resolve, fail: reject });
      return promise;
    },
    charge: (peer, problem) => void told.charged.push({ peer, problem }),
    settle: () => undefined,
    cancel: () => undefined,
    broadcast: (bytes) => void told.broadcast.push(bytes),
    notify: (peer, bytes) => void told.notified.push({ peer, bytes }),
    joinRoom: () => undefined,
    leaveRoom: () => undefined,
    roomPeers: () => ['somebody'],
    publish: () => Promise.resolve({ recipients: 1 }),
    history: () => Promise.resolve([]),
  };
  return { mesh, sent, told };
}
