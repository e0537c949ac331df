/**
 * @packageDocumentation
 *
 * What a peer does with a message: admission, turns, dispatch; jobs, store, agents, HTTP API and command line.
 */
export { defaultConfig, defaultDataDirectory, loadConfig, parseConfig, writeConfig } from './config/config.ts';
export { ConfigError } from './config/errors.ts';
export type { Config, ConfigInput } from './config/schema.ts';
export { createNode } from './create-node.ts';
export type { CreateNodeOptions } from './create-node.ts';
export { InvalidOptionError, NodeStoppedError, NotInitialisedError, TurnAbortedError } from './errors.ts';
export type { NodeEvent, NodeEventListener } from './node-events.ts';
export type { Agent, AgentAnswer, AgentTurn, Toolbox } from './ports/agent.ts';
export { systemClock } from './ports/clock.ts';
export type { Clock, Timer } from './ports/clock.ts';
export { systemIds } from './ports/ids.ts';
export type { Ids } from './ports/ids.ts';
export type { JobState, Store, StoredJob, StoredMessage } from './ports/store.ts';
export type { HopliteNode, JobOptions, JobReport, JobSummary, PostOptions, PostReport } from './sdk.ts';
