import { isPeerId } from '@hoplite/p2p';
import { nearest, type Config } from '@hoplite/node';
import { commonRooms, type MeshPeer, type Network } from './network.ts';

/** What is odd about the configs of a network, with what to do about it: sentences. */
export function warningsOf(network: Network): readonly string[] {
  const { peers } = network;
  return [
    ...differing(peers, 'maxHopDepth', 'a job is bound by the smallest on its way: set the same everywhere'),
    ...differing(peers, 'credit', 'each counts for the jobs that begin there: set the same if that is not meant'),
    ...sameNames(peers),
    ...peers.flatMap((peer) => [...unknownLabels(network, peer), ...unusable(peer), ...lonely(network, peer)]),
  ];
}

function differing(peers: readonly MeshPeer[], key: 'maxHopDepth' | 'credit', advice: string): readonly string[] {
  const values = Map.groupBy(peers, ({ config }) => config[key]);
  if (values.size < 2) return [];
  const list = [...values].sort(([a], [b]) => a - b).map(([value, who]) => `${value} at ${namesOf(who)}`);
  return [`${key} differs: ${list.join(', ')}; ${advice}`];
}

function sameNames(peers: readonly MeshPeer[]): readonly string[] {
  return [...Map.groupBy(peers, ({ config }) => config.name)]
    .filter(([, bearers]) => bearers.length > 1)
    .map(
      ([name, { length }]) =>
        `${length} peers are called ${name}: nobody can be addressed by it, and no graph counts it`,
    );
}

function unknownLabels({ peers }: Network, { name, config }: MeshPeer): readonly string[] {
  const ids = new Set(peers.map(({ id }) => id));
  const all = peers.map((peer) => peer.config.name);
  const isKnown = (label: string): boolean => label === '*' || ids.has(label) || all.includes(label);
  const labels: readonly (readonly [string, string])[] = [
    ...labelsOf(config.graph).map((label) => ['graph', label] as const),
    ...config.supervisors.map((label) => ['supervisors', label] as const),
    ...Object.keys(config.rights).map((label) => ['rights', label] as const),
    ...config.deny.map((label) => ['deny', label] as const),
  ];
  const rooms = new Set(peers.flatMap((peer) => peer.config.rooms));
  return labels.flatMap(([key, label]) => {
    if (label.startsWith('#')) {
      return rooms.has(label.slice(1)) ? [] : [`${name}: ${key} names ${label}, and nobody is in that room`];
    }
    if (isKnown(label)) return [];
    const meant = isPeerId(label) ? undefined : nearest(label, all);
    const hint = isPeerId(label)
      ? 'give the data directories, so that keys tell the peer IDs, or take it out'
      : meant === undefined
        ? 'add its config, or take it out'
        : `did you mean ${meant}?`;
    return [`${name}: ${key} names ${label}, which no config given here is of; ${hint}`];
  });
}

function labelsOf(graph: Config['graph']): readonly string[] {
  switch (graph.preset) {
    case 'free':
      return [];
    case 'star':
      return [graph.centre];
    case 'pipeline':
      return graph.order;
    case 'edges':
      return [...new Set(graph.edges.flatMap(({ from, to }) => [from, to]))];
  }
}

function unusable({ name, config }: MeshPeer): readonly string[] {
  const { perPeer } = config.rates;
  const sent = perPeer.burst + (perPeer.perMinute * config.jobTimeoutSeconds) / 60;
  return [
    ...(config.maxHopDepth <= 1
      ? [`${name}: maxHopDepth is 1, so every message is refused; 2 is the least for one hop`]
      : []),
    ...(config.credit > sent
      ? [
          `${name}: a credit of ${config.credit} is more than its rates let through before a job times out; raise rates or timeout`,
        ]
      : []),
  ];
}

function lonely(network: Network, peer: MeshPeer): readonly string[] {
  const others = network.peers.filter((other) => other !== peer);
  if (others.length === 0) return [];
  const { name, config } = peer;
  const isHeard = others.some((other) =>
    (['task', 'session', 'room'] as const).some((channel) => network.mayAddress(other, peer, channel)),
  );
  return [
    ...(config.rooms.length > 0 && others.every((other) => commonRooms(peer, other).length === 0)
      ? [`${name} shares no room with anyone: its posts reach nobody`]
      : []),
    ...(isHeard ? [] : [`nobody may address ${name}: its agent runs only for its own operator`]),
  ];
}

function namesOf(peers: readonly MeshPeer[]): string {
  return peers.map(({ name }) => name).join(', ');
}
