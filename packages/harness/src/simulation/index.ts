export { runLargeWorld } from './world/large-world.ts';
export type { LargeWorldOptions, LargeWorldRun } from './world/large-world.ts';
export { SimulatedWorld } from './world/simulated-world.ts';
export type { SimulatedWorldOptions } from './world/simulated-world.ts';
