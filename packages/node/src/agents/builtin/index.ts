/**
 * The builtin agent: a deterministic tool-runner that needs no model and no key. It takes a brief
 * `{"skill": "host.report", "input": {}}`, the same as JSON text, or words that name a skill.
 */
export { createBuiltinAgent } from './builtin-agent.ts';
export type { BuiltinAgentInit } from './builtin-agent.ts';
