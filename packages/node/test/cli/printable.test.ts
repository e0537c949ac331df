import { describe, expect, test } from 'vitest';
import * as fc from 'fast-check';
import { jsonLine, printable, printableLines } from '../../src/cli/printable.ts';

// eslint-disable-next-line no-control-regex -- it is what is looked for
const STEERING = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u061C\u200B\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/;

describe('text of other people', () => {
  test.each([
    ['\u001B[31mred\u001B[0m', 'red'],
    ['\u001B]0;new title\u0007after', 'after'],
    ['\u001B]8;;http://evil.example\u0007link\u001B]8;;\u0007', 'link'],
    ['\u009B2Jcleared', 'cleared'],
    ['\u001B', ''],
    ['bell\u0007 back\u0008space nul\u0000', 'bell backspace nul'],
    ['line\r\nbreak\ttab', 'line break tab'],
    ['over\rwritten', 'over written'],
    ['\u202Egnp.exe', 'gnp.exe'],
    ['\u2066hidden\u2069', 'hidden'],
    ['zero\u200Bwidth', 'zerowidth'],
    ['lone \uD800 half', 'lone \uFFFD half'],
    ['Grüße, 世界 👩‍👧', 'Grüße, 世界 👩‍👧'],
    ['', ''],
  ])('%j is shown as %j', (text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  test('keeps its lines where it may have several, and only those', () => {
    expect(printableLines('one\r\ntwo\rthree\n\u001B[2Kfour\tend')).toBe('one\ntwo\nthree\nfour    end');
  });

  test('never steers a terminal, whatever it is', () => {
    const hostile = fc.string({
      unit: fc.constantFrom('\u001B', '[', ']', ';', '\u0007', '\u009B', '\u009D', 'm', '3', '\n', 'ü'),
    });
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string({ unit: 'binary' })), (text) => {
        expect(printable(text)).not.toMatch(STEERING);
        expect(printable(text)).not.toContain('\n');
        expect(printableLines(text)).not.toMatch(STEERING);
      }),
    );
  });
});

describe('JSON for programs', () => {
  test('is one line that a terminal may be shown, and says exactly the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const line = jsonLine({ text });
        expect(line).not.toMatch(STEERING);
        expect(line).not.toContain('\n');
        expect(JSON.parse(line)).toEqual({ text });
      }),
    );
  });
});
