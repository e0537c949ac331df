/**
 * @packageDocumentation
 *
 * What a peer does with a message: admission, turns, dispatch; jobs, store, agents, HTTP API and command line.
 */
export { defaultConfig, defaultDataDirectory, loadConfig, parseConfig, writeConfig } from './config/config.ts';
export type { Breaker } from './admission/breaker.ts';
export type { MessageCrossing } from './admission/crossing.ts';
export { createBuiltinAgent } from './agents/builtin/index.ts';
export type { BuiltinAgentInit } from './agents/builtin/index.ts';
export { ConfigError } from './config/errors.ts';
export { nearest } from './config/nearest.ts';
export type { Config, ConfigInput } from './config/schema.ts';
export { createNode, startNode } from './create-node.ts';
export type { CreateNodeOptions, StartNodeInit } from './create-node.ts';
export {
  ChannelNotCompliantError,
  EscalationClosedError,
  InvalidOptionError,
  NodeStoppedError,
  NotInitialisedError,
  SelfTestError,
  TurnAbortedError,
} from './errors.ts';
export { createLog } from './log.ts';
export type { Log } from './log.ts';
export type { NodeEvent, NodeEventListener } from './node-events.ts';
export type { Agent, AgentAnswer, AgentReport, AgentTurn, Toolbox, TurnNotes } from './ports/agent.ts';
export { systemClock } from './ports/clock.ts';
export type { Clock, Timer } from './ports/clock.ts';
export { systemIds } from './ports/ids.ts';
export type { Ids } from './ports/ids.ts';
export type {
  JobState,
  Store,
  StoredEscalation,
  StoredJob,
  StoredMessage,
  StoredNotice,
  StoredOutcome,
  StoredRefusal,
  StoredSettlement,
} from './ports/store.ts';
export type {
  BreakerStatus,
  EscalationView,
  Explanation,
  HaltView,
  HopliteNode,
  InterventionView,
  JobOptions,
  JobReport,
  JobSummary,
  JobTrace,
  JobWatch,
  PostOptions,
  PostReport,
  TraceHop,
  TraceRefusal,
  UsageQuery,
  UsageReport,
  WaitView,
} from './sdk.ts';
export {
  StoreCorruptError,
  StoreMissingError,
  StoreOutdatedError,
  StoreUnavailableError,
  StoreVersionError,
} from './store/errors.ts';
export { openStoreReadOnly } from './store/open-read-only.ts';
export type { StoreReader } from './store/open-read-only.ts';
export { openStoreOn } from './store/sqlite-store.ts';
export type { SqliteStoreInit } from './store/sqlite-store.ts';
export type { CanonicalState } from './watch/stall/canonical-state.ts';
export { canonicalState } from './watch/stall/canonical-state.ts';
export { classifyStall, diagnoseStall } from './watch/stall/classify.ts';
export type { StallOptions, StallVerdict } from './watch/stall/classify.ts';
export { StallClassificationError } from './watch/stall/errors.ts';
export type { Abstention } from './watch/stall/errors.ts';
export { chooseIntervention } from './watch/stall/interventions.ts';
export type { Intervention } from './watch/stall/interventions.ts';
export { StallKind } from './watch/stall/stall-kind.ts';
export type { Tick } from './watch/stall/tick.ts';
