import { verifies } from '@hoplite/test/requirements';
import { agentCompliance } from '../../compliance/index.ts';
import { createBuiltinAgent } from '../../src/agents/builtin/index.ts';

verifies('node.ports.compliance');

agentCompliance('the builtin agent', () => ({
  agent: createBuiltinAgent(),
  brief: { skill: 'echo', input: { deep: ['value', 1, null] } },
}));
