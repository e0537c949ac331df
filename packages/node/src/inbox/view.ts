import type { PeerDirectory } from '../peer-directory.ts';
import type { StoredEscalation } from '../ports/store.ts';
import type { EscalationView } from '../sdk.ts';

/** An escalation for a person: peers are named. */
export function escalationView(escalation: StoredEscalation, peers: PeerDirectory): EscalationView {
  const { briefHash, detail, path, peer, ...rest } = escalation;
  return {
    ...rest,
    detail: peers.sentence(detail),
    peer: peers.nameOf(peer),
    path: peers.names(path),
    ...(briefHash === undefined ? {} : { briefHash: Buffer.from(briefHash).toString('hex') }),
  };
}
