import { CLOCK_SKEW_MS, decodeNotice, type MeshHandlers } from '@hoplite/p2p';
import type { ChannelRegistry } from './channels/registry.ts';
import type { Parts } from './parts.ts';
import type { Runtime } from './runtime.ts';

/** What a node does with what the mesh brings, by the part that it belongs to. Messages go to their door, and nowhere else. */
export function meshHandlers(runtime: Runtime, parts: Parts, channels: ChannelRegistry): MeshHandlers {
  const { circuit, emit, log, mesh, peers, store, suspects, threads } = runtime;
  const { escalations, exchanges, requests, roomHistory } = parts;
  // The mesh calls these synchronously: what fails here is a fault of ours, and must not take its stream along.
  const guarded = <A extends readonly unknown[]>(handle: (...args: A) => void) => {
    return (...args: A): void => {
      try {
        handle(...args);
      } catch (error) {
        log.error({ err: error }, 'a handler failed');
      }
    };
  };
  return {
    onRequest: (request) => {
      try {
        channels.onRequest(request);
      } catch (error) {
        log.error({ err: error, message: request.id }, 'a request could not be taken on');
        request.refuse({ reason: 'interrupted', detail: 'the node could not take the message on', path: [] });
      }
    },
    onPost: guarded((post) => channels.onPost(post)),
    onSettled: guarded((...settled) => requests.branches.settled(...settled)),
    onNotice: guarded((_peer, bytes) => onNotice(runtime, parts, bytes)),
    onHistory: (peer, room, options) => roomHistory.onHistory(peer, room, options),
    onPeerJoined: guarded((peer) => {
      peers.joined(peer);
      suspects.stream(peer.peerId, true);
      // What it may have missed, as it was away or is new.
      threads.tell(peer.peerId);
      escalations.tell(peer.peerId);
      circuit.tell(peer.peerId);
      exchanges.aftermath.settleWith(peer.peerId);
      emit({ event: 'peer:joined', peerId: peer.peerId, name: peer.card.name });
    }),
    onPeerLeft: guarded((peerId) => {
      peers.left(peerId);
      suspects.stream(peerId, false);
      emit({ event: 'peer:left', peerId, name: peers.nameOf(peerId) });
    }),
    onRoomChanged: guarded((room) => {
      if (store.rooms().includes(room)) {
        emit({ event: 'room:changed', room, present: mesh.roomPeers(room).length });
      }
      roomHistory.onRoomChanged(room);
    }),
  };
}

function onNotice(runtime: Runtime, parts: Parts, bytes: Uint8Array): void {
  const { circuit, clock, suspects, threads, waits } = runtime;
  const { escalations, evidence, monitor } = parts;
  const notice = decodeNotice(bytes);
  switch (notice?.content.kind) {
    case 'receipt':
      evidence.onReceipt(notice, notice.content.witness);
      return;
    case 'escalation':
      escalations.onNotice(notice, notice.content);
      return;
    case 'beat': {
      const now = clock.now();
      circuit.onBeat(notice, notice.content); // Totals never go down: an old one does no harm.
      if (notice.until >= now && notice.at <= now + CLOCK_SKEW_MS && notice.at >= now - CLOCK_SKEW_MS) {
        suspects.heard(notice.from, notice.content.every);
      }
      return;
    }
    case 'probe':
      waits.onProbe(notice, notice.content);
      return;
    case 'stall':
      monitor.onStall(notice, notice.content);
      return;
    case 'freeze':
    case 'halt':
    case 'resume':
      threads.onNotice(notice, bytes);
      return;
    case undefined: // A later version's.
  }
}
