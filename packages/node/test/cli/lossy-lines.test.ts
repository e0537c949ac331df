import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { lossyLines } from '../../src/cli/lossy-lines.ts';
import { outputOf } from '../../src/cli/terminal.ts';

const MIB = 1024 * 1024;

test('lines for a reader who stalls are dropped rather than kept, and it is told how many', async () => {
  const stream = new PassThrough({ encoding: 'utf8' });
  const lines = lossyLines(outputOf(stream), (dropped) => `${dropped} dropped`);
  for (let line = 0; line < 20; line += 1) lines.write('x'.repeat(MIB));
  expect(stream.writableLength).toBeLessThan(6 * MIB);
  const { dropped } = lines;
  expect(dropped).toBeGreaterThan(10);

  let heard = '';
  stream.on('data', (chunk: string) => (heard += chunk));
  while (stream.writableLength > 0) await new Promise(setImmediate);
  lines.write('here again');
  lines.write('and on');
  expect(lines.dropped).toBe(0);
  stream.end();
  await new Promise((resolve) => stream.once('end', resolve));
  expect(heard.replaceAll(/x+\n/g, 'x\n')).toBe(
    `${'x\n'.repeat(20 - dropped)}${dropped} dropped\nhere again\nand on\n`,
  );
});
