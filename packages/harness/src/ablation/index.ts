/**
 * @packageDocumentation
 *
 * Ablation: each brake is switched off in turn, and the least world is found in which something breaks without it.
 */
export { ablate } from './ablate.ts';
export type { AblateOptions, AblationRow, Broken } from './ablate.ts';
export { ablationPage, ablationTable } from './ablation-table.ts';
export { SMALL_WORLDS } from './small-worlds.ts';
export type { SmallWorld } from './small-worlds.ts';
