import { posix } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeText } from '../../src/agents/builtin/files/decode.ts';
import { nameMatches } from '../../src/agents/builtin/files/name-pattern.ts';
import { isWithin, pathProblem } from '../../src/agents/builtin/files/paths.ts';

describe('pathProblem', () => {
  test.each(['.', 'a', 'a/b.txt', './a', 'a//b', '..a', 'a..', 'a/..b/c', '...'])('allows %j', (path) => {
    expect(pathProblem(path)).toBeUndefined();
  });

  test.each([
    '',
    '..',
    '../x',
    'a/../b',
    'a/..',
    '..\\x',
    'a\\..\\b',
    '/etc/passwd',
    '//x',
    '\\x',
    'C:\\x',
    'c:x',
    'a\0b',
  ])('refuses %j', (path) => {
    expect(pathProblem(path)).toBeTypeOf('string');
  });

  test('refuses whatever would leave the root by its text alone', () => {
    const parts = fc.constantFrom('..', '.', '', 'a', '..b', '/', '\\', 'c:');
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 8 }), (pieces) => {
        const path = pieces.join('/');
        const leaves = !isWithin('/root', posix.resolve('/root', path));
        if (leaves) expect(pathProblem(path)).toBeTypeOf('string');
      }),
    );
  });
});

test.each([
  ['/r', '/r', true],
  ['/r', '/r/a', true],
  ['/r', '/r/..a', true],
  ['/', '/etc', true],
  ['/r', '/', false],
  ['/r', '/rr', false],
  ['/r/s', '/r', false],
  ['/r', '/etc/r', false],
])('from the root %j, %j is inside: %j', (root, path, inside) => {
  expect(isWithin(root, path)).toBe(inside);
});

describe('nameMatches', () => {
  test.each([
    ['Notes.TXT', 'note', true],
    ['Notes.TXT', '*.txt', true],
    ['Notes.TXT', 'n?tes.*', true],
    ['notes', '*.txt', false],
    ['a.txt.bak', '*.txt', false],
    ['a[1].txt', 'a[1]', true],
    ['x', '?', true],
    ['', '*', true],
    ['anything', '', true],
  ])('%j fits %j: %j', (name, pattern, fits) => {
    expect(nameMatches(name, pattern)).toBe(fits);
  });

  test('fits what the regular expression of a pattern fits', () => {
    const letters = (maxLength: number, ...unit: string[]) =>
      fc.array(fc.constantFrom(...unit), { maxLength }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(letters(12, 'a', 'b', '.'), letters(8, 'a', 'b', '.', '*', '?'), (name, pattern) => {
        fc.pre(/[*?]/.test(pattern));
        const source = pattern.replaceAll('.', '\\.').replaceAll('*', '.*').replaceAll('?', '.');
        expect(nameMatches(name, pattern)).toBe(new RegExp(`^${source}$`).test(name));
      }),
      { numRuns: 2000 },
    );
  });

  test('is quick with a pattern made to be slow', () => {
    expect(nameMatches('a'.repeat(255), `${'*a'.repeat(100)}b`)).toBe(false);
  });
});

describe('decodeText', () => {
  test('leaves a character that is cut off for the next piece', () => {
    const bytes = Buffer.from('aé😀');
    expect(decodeText(bytes.subarray(0, 5), false)).toEqual({ text: 'aé', bytes: 3 });
    expect(decodeText(bytes.subarray(0, 5), true)).toBeUndefined();
    expect(decodeText(bytes.subarray(3, 4), false)).toBeUndefined();
  });

  test('takes no bytes that are not UTF-8, and no control characters', () => {
    expect(decodeText(Buffer.of(0xff, 0x41), true)).toBeUndefined();
    expect(decodeText(Buffer.from('a\0b'), true)).toBeUndefined();
    expect(decodeText(Buffer.from('a\t\r\n\f'), true)).toEqual({ text: 'a\t\r\n\f', bytes: 5 });
  });

  test('puts any text together again, whatever the pieces', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'é', '€', '😀', '\ufeff', '\n') });
    fc.assert(
      fc.property(text, fc.integer({ min: 4, max: 9 }), (whole, length) => {
        const bytes = Buffer.from(whole);
        let read = '';
        for (let offset = 0; offset < bytes.length;) {
          const piece = decodeText(bytes.subarray(offset, offset + length), offset + length >= bytes.length);
          read += piece?.text ?? '';
          offset += piece?.bytes ?? NaN;
        }
        expect(read).toBe(whole);
      }),
    );
  });
});
