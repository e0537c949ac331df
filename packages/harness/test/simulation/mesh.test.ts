import { meshCompliance, type MeshWorld } from '@hoplite/p2p/compliance';
import { identityFromSeed } from '@hoplite/p2p';
import { verifies } from '@hoplite/test/requirements';
import { AutoRun } from '../../src/simulation/auto-run.ts';
import { SimulatedNetwork } from '../../src/simulation/network/simulated-network.ts';
import { SeededRandom } from '../../src/simulation/seeded-random.ts';
import { VirtualClock } from '../../src/simulation/virtual-clock.ts';

verifies('harness.sim.ports-comply');

meshCompliance('the simulated mesh', async (handlers): Promise<MeshWorld> => {
  const clock = new VirtualClock(Date.now()); // The suite stamps its messages with the real time.
  const random = new SeededRandom(1);
  const network = new SimulatedNetwork({ clock, random });
  const running = new AutoRun(clock);
  const meshes = await Promise.all(
    handlers.map(async (handler, index) => {
      const identity = identityFromSeed(random.stream(`identity ${index}`).bytes(32));
      const card = { name: `peer-${index}`, description: '', skills: [], version: '0' };
      const mesh = network.createMesh({ identity, card, timings: { connect: 2_000 } });
      await mesh.start(handler);
      return mesh;
    }),
  );
  return {
    meshes,
    disconnect: async () => network.apply({ kind: 'partition', groups: [] }),
    reconnect: async () => network.apply({ kind: 'heal' }),
    stop: async () => {
      await Promise.all(meshes.map((mesh) => mesh.stop()));
      running.stop();
    },
  };
});
