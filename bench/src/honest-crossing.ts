import { defaultConfig, systemClock, systemIds } from '@hoplite/node';
import {
  Lineage,
  composeMessage,
  createMesh,
  decodeEnvelope,
  encodeEnvelope,
  generateIdentity,
  generateNetworkKey,
  verifyLineage,
  type LineageFault,
  type Message,
} from '@hoplite/p2p';
import type { MessageCrossing, View } from '../../packages/node/src/admission/crossing.ts';
import { NodeView } from '../../packages/node/src/admission/node-view.ts';
import { crossingOf } from '../../packages/node/src/admission/read-crossing.ts';
import { createBuiltinAgent } from '../../packages/node/src/agents/builtin/index.ts';
import { createLog } from '../../packages/node/src/log.ts';
import { PeerDirectory } from '../../packages/node/src/peer-directory.ts';
import { createRuntime } from '../../packages/node/src/platform.ts';
import { openSqliteStore } from '../../packages/node/src/store/sqlite-store.ts';
import { ECHOED } from './echoed.ts';

/** Hops that it has taken: one more would be refused. */
const HOPS = 3;
const MINUTE = 60_000;

export interface HonestCrossing {
  readonly crossing: MessageCrossing;
  readonly view: View;
  close(): void;
}

/** An honest task on its last allowed hop, and a node's own view of it, over a store on disk. */
export function honestCrossing(databaseFile: string): HonestCrossing {
  const card = { name: 'bench', description: '', skills: [], version: '0' };
  const mesh = createMesh({ identity: generateIdentity(), networkKey: generateNetworkKey(), card });
  const store = openSqliteStore({ file: databaseFile });
  const runtime = createRuntime({
    ...{ mesh, store, clock: systemClock, ids: systemIds, config: defaultConfig(card.name) },
    agent: createBuiltinAgent(),
    peers: new PeerDirectory(mesh.localPeer, card),
    log: createLog({ level: 'silent' }),
    emit: () => undefined,
  });
  const view = new UnsignedView(runtime, { hasCredit: () => true, hasCapacity: () => true });
  const message = messageTo(mesh.localPeer);
  const { localPeer } = mesh;
  const path = [...message.lineage.chain, localPeer];
  const crossing = crossingOf(message, { direction: 'inbound', peer: message.link.from, path, localPeer });
  return { crossing, view, close: () => store.close() };
}

/** Checks all of a lineage but its signatures: what those cost is no news. */
class UnsignedView extends NodeView {
  override verify(lineage: Lineage, claims: Parameters<View['verify']>[1]): LineageFault | undefined {
    const { localPeer, now } = this;
    return verifyLineage(lineage, { ...claims, localPeer, now, verify: () => true, lastLinkAuthenticated: true });
  }
}

function messageTo(localPeer: string): Message {
  const now = Date.now();
  const job = {
    jobId: systemIds.next(),
    epoch: 0,
    maxDepth: 4,
    credit: 32,
    issuedAt: now,
    expiresAt: now + 10 * MINUTE,
  };
  const senders = Array.from({ length: HOPS }, generateIdentity);
  const bytes = senders.reduce<Uint8Array | undefined>((received, { signer }, hop) => {
    const message = composeMessage(
      {
        channel: 'task',
        parent: received === undefined ? Lineage.root(job) : decodeEnvelope('task', received).lineage,
        to: senders[hop + 1]?.peerId ?? localPeer,
        act: 'request',
        credit: 32 >> (hop + 1),
        messageId: systemIds.next(),
        at: now,
        body: { content: JSON.stringify(ECHOED), deadline: job.expiresAt },
      },
      signer,
    );
    return encodeEnvelope(message);
  }, undefined);
  return decodeEnvelope('task', bytes ?? new Uint8Array(0));
}
