import type { Channel } from '@hoplite/p2p';
import type { JsonValue } from '@hoplite/tools';
import type { Agent } from '../../ports/agent.ts';
import { HELPER, STAGE_ROOM } from './cast.ts';

/** What a message says at which the agent on the stage turns to others. */
export const HELLO = 'hello';

/** What a message says at which it fails. */
export const FAIL = 'fail';

/** How an agent sends on each channel: a channel of the wire without a tool does not compile. */
const WAYS_OUT: Readonly<Record<Channel, { readonly tool: string; readonly input: JsonValue }>> = {
  task: { tool: 'delegate_task', input: { peer: HELPER.peerId, brief: 'the next task' } },
  session: { tool: 'send_message', input: { peer: HELPER.peerId, text: 'the next message' } },
  room: { tool: 'post_to_room', input: { room: STAGE_ROOM, text: 'the next post', wake: [HELPER.peerId] } },
};

/** The agent on the stage: says something on every channel if it is greeted, and answers. No agent of a node is run there. */
export function stageAgent(onRun: () => void): Agent {
  return {
    description: '',
    skills: [],
    idempotent: false,
    async run({ brief, tools }) {
      onRun();
      const said = JSON.stringify(brief);
      if (said.includes(FAIL)) {
        throw new Error('an agent that fails, in a rehearsal');
      }
      for (const { tool, input } of said.includes(HELLO) ? Object.values(WAYS_OUT) : []) {
        await tools.call(tool, input);
      }
      return { kind: 'done', result: 'done' };
    },
  };
}
