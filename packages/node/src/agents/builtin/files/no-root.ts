import type { AgentAnswer } from '../../../ports/agent.ts';
import { refuse } from '../answers.ts';

/** No folder is open to peers unless someone opened one. */
export function noRoot(skill: string): AgentAnswer {
  const how = 'set "filesRoot" of the builtin agent in hoplite.json to a folder whose files peers may read';
  return refuse('agent_refused', `${skill} has no folder to look in. Its operator can ${how}.`);
}
