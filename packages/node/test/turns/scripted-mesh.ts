import { verifyEd25519, type Mesh, type OutboundRequest, type Reply, type Signer } from '@hoplite/p2p';

/** A request that a test answers by hand. */
export interface Sent {
  readonly request: OutboundRequest;
  answer(reply: Reply): void;
  fail(error: Error): void;
}

/** A mesh that sends nothing anywhere: what would have left is noted, and a test says what comes back. */
export function scriptedMesh(signer: Signer): { readonly mesh: Mesh; readonly sent: Sent[] } {
  const sent: Sent[] = [];
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
    charge: () => undefined,
    settle: () => undefined,
    joinRoom: () => undefined,
    leaveRoom: () => undefined,
    roomPeers: () => ['somebody'],
    publish: () => Promise.resolve({ recipients: 1 }),
  };
  return { mesh, sent };
}
