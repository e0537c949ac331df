import { decodeEnvelope, verifyEd25519, type Mesh, type Message, type Refusal, type Signer } from '@hoplite/p2p';
import { HELPER } from './cast.ts';

/** Retryable, and no fault of the agent's: what is refused so changes nothing on the stage. */
const BUSY: Refusal = { reason: 'busy', detail: 'nobody answers in a rehearsal', path: [] };

/** A mesh without a network: what leaves is noted, and refused by the other side. */
export function stageMesh(signer: Signer, onLeft: (message: Message) => void): Mesh {
  return {
    localPeer: signer.peerId,
    signer,
    verify: verifyEd25519,
    addresses: [],
    start: () => Promise.resolve(),
    stop: () => Promise.resolve(),
    peers: () => [],
    connect: () => Promise.resolve(HELPER.peerId),
    async request({ channel, envelope }) {
      onLeft(decodeEnvelope(channel, envelope));
      return { kind: 'refused', refusal: BUSY };
    },
    charge: () => undefined,
    settle: () => undefined,
    cancel: () => undefined,
    broadcast: () => undefined,
    notify: () => undefined,
    joinRoom: () => undefined,
    leaveRoom: () => undefined,
    roomPeers: () => [HELPER.peerId],
    async publish(_room, envelope) {
      onLeft(decodeEnvelope('room', envelope));
      return { recipients: 1 };
    },
    history: () => Promise.resolve([]),
  };
}
