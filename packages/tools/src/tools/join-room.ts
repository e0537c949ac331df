import { z } from 'zod';
import { defineTool } from '../define-tool.ts';
import { namingOf, presentRoom } from '../present.ts';
import { room, roomView } from '../schemas.ts';

export const joinRoom = defineTool({
  name: 'join_room',
  description:
    'Joins a room, so that you can post to it and its posts reach you. Returns who is present and how many posts are ' +
    'stored here. Joining a room you are in already changes nothing. A room exists as soon as someone is in it.',
  input: z.strictObject({ room }),
  output: roomView,
  async run(input, context) {
    const joined = context.joinRoom(input.room);
    return joined.ok ? { ok: true, value: presentRoom(joined.value, namingOf(context)) } : joined;
  },
});
