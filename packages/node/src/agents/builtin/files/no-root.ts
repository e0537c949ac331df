import type { AgentAnswer } from '../../../ports/agent.ts';
import { refuse } from '../answers.ts';

/** No folder is open to peers unless someone opened one. */
export function noRoot(skill: string): AgentAnswer {
  const how = 'set "agent.filesRoot" in hoplite.json to the absolute path of a folder whose files peers may read';
  return refuse('agent_refused', `${skill} has no folder to look in. Its operator can ${how}.`);
}
