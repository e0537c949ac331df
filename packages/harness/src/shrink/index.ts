export { failsLike } from './fails-like.ts';
export { scenarioText } from './scenario-text.ts';
export { shrink } from './shrink.ts';
export type { ShrinkOptions, ShrinkProgress } from './shrink.ts';
