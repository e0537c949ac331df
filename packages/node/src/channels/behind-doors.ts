import type { Agent } from '../ports/agent.ts';
import type { ChannelRegistry } from './registry.ts';

/**
 * An agent that runs for channels with a registered door only. What runs turns in a node is given this one, and not the agent
 * itself; so whoever brings an agent, an auto-responder included, has its ways in checked. It holds for what an earlier run
 * of the node had taken on, and for an operator's own root turn, which counts as a task, too.
 */
export function behindDoors(agent: Agent, doors: Pick<ChannelRegistry, 'has'>): Agent {
  return {
    get description() {
      return agent.description;
    },
    get skills() {
      return agent.skills;
    },
    get idempotent() {
      return agent.idempotent;
    },
    async run(turn) {
      if (!doors.has(turn.channel)) {
        const detail = `no door is registered for the ${turn.channel} channel, so nothing of it reaches the agent`;
        return { kind: 'refuse', reason: 'unauthorized', detail };
      }
      return agent.run(turn);
    },
  };
}
