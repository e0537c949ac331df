export { checkRecord } from './check-record.ts';
export type { CheckRecordOptions } from './check-record.ts';
export { guardsOf, jobsOf } from './guards.ts';
export type { Guards } from './guards.ts';
export type { JobHistory } from './history.ts';
export type { Invariant, Scene } from './invariant.ts';
export { INVARIANTS, watchInvariants } from './watch.ts';
export type { Watch, WatchOptions } from './watch.ts';
