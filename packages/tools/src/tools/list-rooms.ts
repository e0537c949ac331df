import { z } from 'zod';
import { defineTool } from '../define-tool.ts';
import { namingOf, presentRoom } from '../present.ts';
import { roomView } from '../schemas.ts';

export const listRooms = defineTool({
  name: 'list_rooms',
  description: 'Lists the rooms you are in, who else is present in each, and how many posts are stored here.',
  input: z.strictObject({}),
  output: z.strictObject({ rooms: z.array(roomView) }),
  async run(_input, context) {
    const naming = namingOf(context);
    return { ok: true, value: { rooms: context.listRooms().map((view) => presentRoom(view, naming)) } };
  },
});
