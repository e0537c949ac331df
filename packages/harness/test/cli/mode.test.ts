import { describe, expect, test } from 'vitest';
import { modeOf } from '../../src/cli/mode.ts';
import { analyze } from './recorded-terminal.ts';

describe('what is to be analysed', () => {
  test.each([
    [[], {}, { kind: 'scenarios', files: [] }],
    [['a.json'], { seed: 3 }, { kind: 'scenarios', files: ['a.json'], seed: 3 }],
    [[], { explore: true, peers: 2, depth: 3, credit: 4 }, { kind: 'explore', peers: 2, depth: 3, credit: 4 }],
    [[], { ablate: true }, { kind: 'ablate' }],
    [[], { walk: true, seed: 1, peers: 200, steps: 9 }, { kind: 'walk', seed: 1, peers: 200, steps: 9 }],
    [[], { mesh: ['a', 'b'] }, { kind: 'mesh', files: ['a', 'b'] }],
    [[], { log: ['a'] }, { kind: 'log', directories: ['a'] }],
  ] as const)('%j with %j is %j', (files, options, mode) => {
    expect(modeOf(files, options)).toEqual(mode);
  });

  test.each([
    [['--explore', '--ablate'], 'leave out --explore or --ablate'],
    [['a.json', '--walk'], 'leave out scenario files or --walk'],
    [['--log', 'a', '--mesh', 'b'], 'leave out --mesh or --log'],
    [['--peers', '3'], '--peers goes with --explore, --walk, not with scenario files'],
    [['--walk', '--depth', '3'], '--depth goes with --explore, not with --walk'],
    [['--explore', '--seed', '3'], '--seed goes with scenario files, --walk, not with --explore'],
    [['--mesh', 'a', '--html', 'b'], '--html goes with'],
    [['--ablate', '--junit', 'b'], '--junit goes with'],
    [['--explore', '--peers', '1'], 'whole number from 2'],
    [['--explore', '--depth', '5'], 'whole number from 1 to 4'],
    [['--explore', '--credit', 'many'], 'whole number from 1 to 8'],
    [['--mesh'], 'argument missing'],
    [['--nonsense'], 'unknown option'],
    [['no-such-file.json'], 'there is no file no-such-file.json'],
    [['S99'], 'no scenario of that name in the corpus'],
  ])('%j is wrong usage, and says what to do', async (args, words) => {
    const { code, out, err } = await analyze(args);
    expect(err).toContain(words);
    expect(out).toBe('');
    expect(code).toBe(2);
  });

  test('--help says what there is, and that reports are replaced', async () => {
    const { code, out } = await analyze(['--help']);
    expect(code).toBe(0);
    expect(out).toContain('--explore');
    expect(out.replaceAll(/\s+/g, ' ')).toContain('replacing what is there');
  });
});
