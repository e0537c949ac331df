import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { openScreen } from '../../src/cli/screen.ts';
import { shellWord } from '../../src/cli/shell-word.ts';
import { outputOf } from '../../src/cli/terminal.ts';
import { treeLines } from '../../src/cli/tree.ts';
import { RecordedTerminal } from './recorded-terminal.ts';

describe('a tree', () => {
  test('is drawn with box characters, and further lines stand below their own', () => {
    const leaf = { lines: ['leaf', 'more'], children: [] };
    const tree = treeLines([
      { lines: ['first', 'more'], children: [leaf, { lines: ['twig'], children: [leaf] }] },
      { lines: ['last'], children: [leaf] },
    ]);
    expect(tree).toEqual([
      '├─ first',
      '│  │ more',
      '│  ├─ leaf',
      '│  │    more',
      '│  └─ twig',
      '│     └─ leaf',
      '│          more',
      '└─ last',
      '   └─ leaf',
      '        more',
    ]);
  });
});

describe('a screen', () => {
  test('on a terminal that does not know its size is taken for one of 80×24', () => {
    const stream = Object.assign(new PassThrough(), { isTTY: true, columns: 0, rows: 0 });
    const stdout = outputOf(stream);
    expect([stdout.columns, stdout.rows]).toEqual([80, 24]);
    openScreen({ stdout, env: {} })?.draw('one\ntwo');
    expect(String(stream.read())).toContain('one\r\ntwo');
    Object.assign(stream, { columns: 132, rows: 50 });
    expect([stdout.columns, stdout.rows]).toEqual([132, 50]);
  });

  test('shows the lines it has room for, and how many it has none for', () => {
    const terminal = new RecordedTerminal({ tty: true, rows: 3 });
    const screen = openScreen(terminal);
    screen?.draw('one\ntwo\nthree');
    screen?.draw('one\ntwo\nthree\nfour');
    expect(terminal.out).toContain('\u001B[2Jone\r\ntwo\r\nthree\u001B[H');
    expect(terminal.out.endsWith('\u001B[2Jone\r\ntwo\r\n… 2 more lines')).toBe(true);
    screen?.end();
    expect(terminal.out.endsWith('\u001B[?1049lone\ntwo\nthree\nfour\n')).toBe(true);
  });

  test('that nothing was drawn on leaves the terminal alone', () => {
    const terminal = new RecordedTerminal({ tty: true });
    openScreen(terminal)?.end();
    expect(terminal.out).toBe('');
  });

  test.each([new RecordedTerminal(), new RecordedTerminal({ tty: true, env: { TERM: 'dumb' } })])(
    'is not there where nothing can be drawn twice',
    (terminal) => {
      expect(openScreen(terminal)).toBeUndefined();
    },
  );
});

test.each([
  ['3f2a91c0', '3f2a91c0'],
  ['', "''"],
  ['a b', "'a b'"],
  ["it's", "'it'\\''s'"],
  ['$(reboot)`x`', "'$(reboot)`x`'"],
  ['--all', "'--all'"],
  ['a\u001B[2J\nb', "'a b'"],
])('%j is %s as a word of a command', (text, word) => {
  expect(shellWord(text)).toBe(word);
});
