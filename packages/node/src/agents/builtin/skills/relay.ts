import { CHANNELS, isRoomName, type Channel } from '@hoplite/p2p';
import type { JsonValue } from '@hoplite/tools';
import { z } from 'zod';
import type { Toolbox } from '../../../ports/agent.ts';
import { done, passOn } from '../answers.ts';
import { overRoom, overSession, overTask, type Outcome } from '../hand-over.ts';
import { brief, peer } from '../inputs.ts';
import { defineSkill } from '../skill.ts';

/** Longest path. The hop budget ends a chain long before; a longer path shows that it does. */
const MAX_PATH = 64;

const channel = z.enum(CHANNELS);

export const relay = defineSkill({
  name: 'relay',
  description:
    'Hands a brief along peers, hop by hop; the last one carries it out and its answer travels back. Input: ' +
    '{"path": ["beta", "gamma"], "via": ["task", "session"], "brief": {…}, "room": "lobby"}. `via` is one of task, ' +
    'session and room for all hops, or a list with one for each; hops without one go by task.',
  input: z
    .strictObject({
      path: z.array(peer).max(MAX_PATH),
      via: z
        .union([channel, z.array(channel)], { error: `must be ${CHANNELS.join(', ')}, or a list of these` })
        .default([]),
      brief,
      room: z.string().refine(isRoomName, 'is not a room name').exactOptional(),
    })
    .refine(({ path, via }) => typeof via === 'string' || via.length <= path.length, {
      path: ['via'],
      error: 'has more channels than the path has peers',
    }),
  async run({ path, via, brief, room }, { turn, answer }) {
    const [next, ...rest] = path;
    if (next === undefined) return answer(brief);
    const [by, viaRest] = nextHop(via);
    await turn.tools.call('report_progress', { note: `relay: by ${by} to ${next}` });
    const input = { path: rest, via: viaRest, brief, ...(room === undefined ? {} : { room }) };
    const outcome = await send(turn.tools, by, next, { skill: 'relay', input }, room);
    return outcome.ok ? done(outcome.result) : passOn(outcome.refusal);
  },
});

/** The channel of this hop, and what is left for the others. */
function nextHop(via: Channel | readonly Channel[]): readonly [Channel, Channel | readonly Channel[]] {
  if (typeof via === 'string') return [via, via];
  const [by = 'task', ...rest] = via;
  return [by, rest];
}

function send(tools: Toolbox, by: Channel, peer: string, message: JsonValue, room?: string): Promise<Outcome> {
  switch (by) {
    case 'task':
      return overTask(tools, peer, message);
    case 'session':
      return overSession(tools, peer, message);
    case 'room':
      return overRoom(tools, peer, message, room);
  }
}
