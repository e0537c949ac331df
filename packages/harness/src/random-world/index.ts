export type { RandomBounds } from './bounds.ts';
export { randomScenario } from './random-scenario.ts';
