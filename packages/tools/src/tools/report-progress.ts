import { z } from 'zod';
import { defineTool } from '../define-tool.ts';

export const reportProgress = defineTool({
  name: 'report_progress',
  description:
    'Tells whoever waits for your answer how far you are: one sentence, and a fraction from 0 to 1 if you know it. ' +
    'Use it at each step of long work. It ends nothing and nobody answers it.',
  input: z.strictObject({
    note: z.string().trim().min(1).max(2000).describe('One sentence.'),
    fraction: z.number().min(0).max(1).describe('Part that is done, 0 to 1.').exactOptional(),
  }),
  output: z.strictObject({ reported: z.literal(true) }),
  async run({ note, fraction }, context) {
    context.reportProgress(note, fraction);
    return { ok: true, value: { reported: true } };
  },
});
