/**
 * @packageDocumentation
 *
 * Loop analysis: what a set of agents under Hoplite's rules can and cannot do, proved in seconds and without a network.
 */
export { ablate, ablationPage, ablationTable } from './ablation/index.ts';
export type { AblateOptions, AblationRow } from './ablation/index.ts';
export { ADVERSARIES, adversary } from './agents/index.ts';
export type { AdversaryName, AdversaryOptions } from './agents/index.ts';
export { OnlyInRealWorldError, ScenarioFileError, ScenarioStepError, UnexplorableWorldError } from './errors.ts';
export type { ScenarioProblem } from './errors.ts';
export { PRODUCTION, RULES, explore, walk, withoutBrake } from './explorer/index.ts';
export type { Bounds, Decisions, Exploration, ExploreOptions, Progress, WalkOptions } from './explorer/index.ts';
export { INVARIANTS, checkRecord, guardsOf, watchInvariants } from './invariants/index.ts';
export type { CheckRecordOptions, Guards, Invariant, Watch, WatchOptions } from './invariants/index.ts';
export { analyzeLog, bugReportText, classify, loopReport } from './log-analysis/index.ts';
export type {
  AnalyzedJob,
  AnalyzeLogOptions,
  Classifiable,
  Classification,
  JobVerdict,
  LogAnalysis,
  LoopBugReport,
  LoopReportInit,
} from './log-analysis/index.ts';
export { analyzeMesh, readMeshConfigs } from './mesh-analysis/index.ts';
export type {
  Broadcast,
  Circle,
  EdgeRefusal,
  IllegalEdge,
  MeshAnalysis,
  MeshConfig,
  RequestTurns,
} from './mesh-analysis/index.ts';
export { SimulatedWorld, runLargeWorld } from './simulation/index.ts';
export type { LargeWorldOptions, LargeWorldRun, SimulatedWorldOptions } from './simulation/index.ts';
export type {
  EscalationSeen,
  FaultSeen,
  JobSeen,
  MessageSeen,
  RunRecord,
  TurnSeen,
  Violation,
  WaitSeen,
} from './record.ts';
export { randomScenario } from './random-world/index.ts';
export type { RandomBounds } from './random-world/index.ts';
export { reportHtml, reportJUnit, reportText } from './report/index.ts';
export type { ReportHtmlOptions, ReportTextOptions } from './report/index.ts';
export {
  CORPUS_DIRECTORY,
  configOf,
  corpusFiles,
  parseScenario,
  peersOf,
  playScenario,
  readScenarioFile,
  runScenario,
  scenarioJsonSchema,
  simulate,
} from './scenario/index.ts';
export type {
  AgentFile,
  AgentStep,
  RunScenarioOptions,
  ScenarioFile,
  SimulateOptions,
  Step,
} from './scenario/index.ts';
export { failsLike, scenarioText, shrink } from './shrink/index.ts';
export type { ShrinkOptions, ShrinkProgress } from './shrink/index.ts';
export type { Fault } from './world/fault.ts';
export type { Answered, HandDriven, Script, Seen, StartOptions, TurnBegun, World } from './world/world.ts';
