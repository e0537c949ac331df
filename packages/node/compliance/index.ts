export { agentCompliance } from './agent.ts';
export type { AgentSetup } from './agent.ts';
/**
 * @packageDocumentation
 *
 * What every implementation of a node's ports must do, as tests for vitest.
 */
export { channelCompliance } from './channel.ts';
export { clockCompliance } from './clock.ts';
export type { ClockUnderTest } from './clock.ts';
export { idsCompliance } from './ids.ts';
export { MemoryStore } from './memory-store.ts';
export { storeCompliance } from './store.ts';
export type { StoreUnderTest } from './store.ts';
