import { verifies } from '@hoplite/test/requirements';
import { meshCompliance, type MeshWorld } from '../compliance/index.ts';
import { createMesh, generateIdentity, generateNetworkKey, type MeshHandlers } from '../src/index.ts';
import { cardOf } from './support.ts';
import { freePort, TcpProxy } from './tcp-proxy.ts';

verifies('p2p.mesh.compliance', 'p2p.channels.many-in-flight', 'p2p.channels.task-progress', 'p2p.channels.cancel');
verifies('p2p.channels.reopened', 'p2p.channels.rooms-gossipsub');

meshCompliance('libp2p over TCP', async (handlers) => {
  const networkKey = generateNetworkKey();
  const proxies: TcpProxy[] = [];
  const start = async (name: string, own: MeshHandlers) => {
    const [proxy, port] = await Promise.all([TcpProxy.open(), freePort()]);
    proxies.push(proxy);
    proxy.leadTo(port);
    const mesh = createMesh({
      identity: generateIdentity(),
      networkKey,
      card: cardOf(name),
      listen: [`/ip4/127.0.0.1/tcp/${port}`],
      announce: [proxy.address],
      mdns: false,
      timings: { connect: 3_000, dialFallback: 500 },
    });
    await mesh.start(own);
    return mesh;
  };
  const meshes = await Promise.all(handlers.map((own, index) => start(`peer-${index}`, own)));
  const [first, ...others] = meshes;
  await Promise.all(others.flatMap((mesh) => (first?.addresses ?? []).map((address) => mesh.connect(address))));
  const world: MeshWorld = {
    meshes,
    disconnect: async () => proxies.forEach((proxy) => proxy.cut()),
    reconnect: async () => proxies.forEach((proxy) => proxy.restore()),
    stop: async () => {
      await Promise.all(meshes.map((mesh) => mesh.stop()));
      await Promise.all(proxies.map((proxy) => proxy.close()));
    },
  };
  return world;
});
