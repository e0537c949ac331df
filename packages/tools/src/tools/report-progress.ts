import { z } from 'zod';
import { defineTool } from '../define-tool.ts';

export const reportProgress = defineTool({
  name: 'report_progress',
  description:
    'Tells whoever waits for your answer how far you are: one sentence, and a fraction from 0 to 1 if you know it. ' +
    'Use it at each step of long work, with what is left to do as goal_distance if you can count it (failing tests, open ' +
    'points): work that goes in circles is told by it. It ends nothing and nobody answers it.',
  input: z.strictObject({
    note: z.string().trim().min(1).max(2000).describe('One sentence.'),
    fraction: z.number().min(0).max(1).describe('Part that is done, 0 to 1.').exactOptional(),
    goal_distance: z
      .number()
      .min(0)
      .max(1e9)
      .describe('What is left to do, in steps of your own; 0 is done.')
      .exactOptional(),
  }),
  output: z.strictObject({ reported: z.literal(true) }),
  async run({ note, fraction, goal_distance }, context) {
    context.reportProgress(note, {
      ...(fraction === undefined ? {} : { fraction }),
      ...(goal_distance === undefined ? {} : { goalDistance: goal_distance }),
    });
    return { ok: true, value: { reported: true } };
  },
});
