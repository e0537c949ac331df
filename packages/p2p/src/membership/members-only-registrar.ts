import type { Connection, PeerId, Stream, StreamHandler, Topology } from '@libp2p/interface';
import type { GossipSubComponents } from '@libp2p/gossipsub';

/** libp2p's registrar, as services see it. Its type lives in a package that is not for applications. */
type Registrar = GossipSubComponents['registrar'];

/** Knows which connections are between members. */
export interface MemberGate {
  isProven(connection: Connection): boolean;
  /** Resolves when the hand-shake on a connection has ended: whether it proved membership. */
  whenDecided(connection: Connection): Promise<boolean>;
}

/** Thrown at a stream that somebody opened who is no member. */
class NotAMemberError extends Error {
  override readonly name = 'NotAMemberError';

  constructor() {
    super('membership was not proven on this connection');
  }
}

/**
 * A stream handler that members alone reach. A stream that comes during the hand-shake waits for its end: the other
 * side may be done a moment earlier.
 */
export function membersOnly(handler: StreamHandler, gate: MemberGate): StreamHandler {
  return (stream, connection) =>
    gate.isProven(connection) ? handler(stream, connection) : admitLater(handler, gate, stream, connection);
}

async function admitLater(
  handler: StreamHandler,
  gate: MemberGate,
  stream: Stream,
  connection: Connection,
): Promise<void> {
  const member = await gate.whenDecided(connection);
  // A stream whose remote end has closed by now would never end for a reader that begins only here.
  if (!member || stream.remoteWriteStatus !== 'writable') {
    stream.abort(new NotAMemberError());
    return;
  }
  await handler(stream, connection);
}

/** A registrar for services: their streams and topologies are for members only. */
export interface MembersOnlyRegistrar {
  readonly registrar: Registrar;
  /** Tells the services' topologies of a peer anew, as if it had just connected. */
  announce(peer: PeerId, connection: Connection): void;
  /** Ends the streams that a peer has opened to the service, so that it opens others. */
  dropStreams(peer: PeerId): void;
}

/** Wraps libp2p's registrar for one service. */
export function membersOnlyRegistrar(inner: Registrar, gate: MemberGate): MembersOnlyRegistrar {
  const topologies = new Set<Topology>();
  const streams = new Map<string, Set<Stream>>();
  const keeping =
    (handler: StreamHandler): StreamHandler =>
    (stream, connection) => {
      const peer = connection.remotePeer.toString();
      const open = streams.get(peer) ?? new Set();
      streams.set(peer, open.add(stream));
      stream.addEventListener('close', () => {
        if (open.delete(stream) && open.size === 0) {
          streams.delete(peer);
        }
      });
      return handler(stream, connection);
    };
  const registrar: Registrar = {
    getProtocols: () => inner.getProtocols(),
    handle: (protocol, handler, options) => inner.handle(protocol, membersOnly(keeping(handler), gate), options),
    unhandle: (protocol, options) => inner.unhandle(protocol, options),
    getHandler: (protocol) => inner.getHandler(protocol),
    use: (protocol, middleware) => inner.use(protocol, middleware),
    unuse: (protocol) => inner.unuse(protocol),
    getMiddleware: (protocol) => inner.getMiddleware(protocol),
    getTopologies: (protocol) => inner.getTopologies(protocol),
    unregister: (id) => inner.unregister(id),
    register: (protocol, topology, options) => {
      topologies.add(topology);
      return inner.register(protocol, membersOnlyTopology(topology, gate), options);
    },
  };
  return {
    registrar,
    announce(peer, connection) {
      for (const topology of topologies) {
        void topology.onConnect?.(peer, connection);
      }
    },
    dropStreams(peer) {
      for (const stream of streams.get(peer.toString()) ?? []) {
        stream.abort(new Error('the service has forgotten this peer'));
      }
    },
  };
}

function membersOnlyTopology(topology: Topology, gate: MemberGate): Topology {
  return {
    ...topology,
    onConnect: async (peer, connection) => {
      if (await gate.whenDecided(connection)) {
        await topology.onConnect?.(peer, connection);
      }
    },
  };
}
