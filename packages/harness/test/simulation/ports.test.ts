import { clockCompliance, idsCompliance, storeCompliance } from '@hoplite/node/compliance';
import { verifies } from '@hoplite/test/requirements';
import { NodeClock } from '../../src/simulation/node-clock.ts';
import { SeededIds } from '../../src/simulation/seeded-ids.ts';
import { SeededRandom } from '../../src/simulation/seeded-random.ts';
import { SimulatedDisk } from '../../src/simulation/simulated-disk.ts';
import { VirtualClock } from '../../src/simulation/virtual-clock.ts';

verifies('harness.sim.ports-comply', 'node.ports.compliance');

clockCompliance('the virtual clock', () => {
  const clock = new VirtualClock();
  return { clock, advance: (ms) => clock.advance(ms) };
});

clockCompliance('the clock of a simulated node', () => {
  const world = new VirtualClock();
  return { clock: new NodeClock(world, () => -5_000), advance: (ms) => world.advance(ms) };
});

idsCompliance('seeded ids', () => new SeededIds(new VirtualClock(), new SeededRandom(1)));

storeCompliance('the simulated disk', async () => {
  const disk = new SimulatedDisk();
  const clock = new VirtualClock();
  let store = disk.open(clock);
  return {
    store,
    reopen: async () => {
      store.close();
      store = disk.open(clock);
      return store;
    },
    dispose: async () => {
      store.close();
      disk[Symbol.dispose]();
    },
  };
});
