import { z } from 'zod';
import { defineTool } from '../define-tool.ts';
import { room } from '../schemas.ts';

export const leaveRoom = defineTool({
  name: 'leave_room',
  description: 'Leaves a room: its posts reach you no longer. What was posted before stays stored here.',
  input: z.strictObject({ room }),
  output: z.strictObject({ room: z.string() }),
  async run(input, context) {
    const left = context.leaveRoom(input.room);
    return left.ok ? { ok: true, value: { room: left.value.room } } : left;
  },
});
