/**
 * @packageDocumentation
 *
 * The pure decisions of a node, for who wants to drive them without one: the harness's explorer. Nothing here has an
 * effect, and nothing here is another version of what a node runs.
 */
export { BRAKES, applyBrakes } from './admission/brakes.ts';
export type { Brake } from './admission/brakes.ts';
export type { Ban, Crossing, MessageCrossing, UnreadableCrossing, View } from './admission/crossing.ts';
export { isWoken } from './admission/crossing.ts';
export { allowsEdge } from './admission/graph.ts';
export type { Addressing, Graph } from './admission/graph.ts';
export { crossingOf, readCrossing } from './admission/read-crossing.ts';
export { hasRight } from './admission/policy.ts';
export { isRetryable, stopsJob } from './admission/reasons.ts';
export { grantOf } from './dispatch/asked.ts';
export { MAX_REFUSED } from './dispatch/attempts.ts';
export { consumedOf, parentOf } from './dispatch/parent.ts';
export { shareFor, shareOf, splitShare } from './turns/credit.ts';
export { Ledger, accounted } from './turns/ledger.ts';
export type { Account } from './turns/ledger.ts';
export { canonicalState } from './watch/stall/canonical-state.ts';
export type { CanonicalState } from './watch/stall/canonical-state.ts';
export { classifyStall, diagnoseStall } from './watch/stall/classify.ts';
export type { StallOptions, StallVerdict } from './watch/stall/classify.ts';
export { StallClassificationError } from './watch/stall/errors.ts';
export type { Abstention } from './watch/stall/errors.ts';
export { chooseIntervention } from './watch/stall/interventions.ts';
export type { Intervention } from './watch/stall/interventions.ts';
export { similarity } from './watch/stall/similarity.ts';
export { StallKind } from './watch/stall/stall-kind.ts';
export type { Tick } from './watch/stall/tick.ts';
