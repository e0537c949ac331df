import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLog, type LogLevel } from '../../src/log.ts';
import { SECRET_FIELDS } from '../../src/redact.ts';

const SECRET = 'open-sesame';

class TokenError extends Error {
  readonly code = 'ERR_TOKEN';
  readonly token = SECRET;
}

/** A log and the lines that it wrote. */
function captured(level: LogLevel = 'trace') {
  const lines: string[] = [];
  return { lines, log: createLog({ level, destination: { write: (line: string) => void lines.push(line) } }) };
}

function onlyLine(lines: readonly string[]): Record<string, unknown> {
  expect(lines).toHaveLength(1);
  return JSON.parse(lines[0] ?? '') as Record<string, unknown>;
}

describe('what a log line holds', () => {
  test('level by name, time, fields and sentence, and nothing about the machine', () => {
    const { log, lines } = captured();
    log.warn({ peer: 'beta', depth: 3 }, 'a peer was slow');
    const { time, ...rest } = onlyLine(lines);
    expect(time).toBeTypeOf('number');
    expect(rest).toEqual({ level: 'warn', peer: 'beta', depth: 3, msg: 'a peer was slow' });
  });

  test('nothing below its level', () => {
    const { log, lines } = captured('warn');
    log.info('quiet');
    log.warn('loud');
    expect(lines).toHaveLength(1);
  });

  test('bytes are counted, big integers written, cycles cut', () => {
    const { log, lines } = captured();
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    log.info({ hash: new Uint8Array(32), big: 2n ** 64n, cycle });
    expect(onlyLine(lines)).toMatchObject({ hash: '[32 bytes]', big: '18446744073709551616' });
  });
});

describe('secrets', () => {
  test.each(SECRET_FIELDS)('%s is never logged, at any depth and in any spelling', (field) => {
    const snake = field.replaceAll(/[A-Z]/g, (letter) => `_${letter}`);
    for (const name of [field, snake, field.toUpperCase()]) {
      const { log, lines } = captured();
      log.info({ [name]: SECRET, a: { [name]: SECRET, b: [{ c: { d: { [name]: { deep: SECRET } } } }] } });
      expect(lines.join('')).not.toContain(SECRET);
      expect(onlyLine(lines)[name]).toBe('[redacted]');
    }
  });

  test('errors keep message, code, stack and cause, and lose their secret fields', () => {
    const { log, lines } = captured();
    const error = new TokenError('the token was refused', { cause: new Error('it had expired') });
    log.error({ err: error, other: { first: error } }, 'no');
    expect(lines.join('')).not.toContain(SECRET);
    const line = onlyLine(lines);
    for (const logged of [line['err'], (line['other'] as { first: unknown }).first]) {
      const stack = expect.stringContaining('it had expired') as unknown;
      expect(logged).toMatchObject({ type: 'TokenError', code: 'ERR_TOKEN', stack, token: '[redacted]' });
    }
  });

  test('an error alone is redacted too', () => {
    const { log, lines } = captured();
    log.error(new TokenError('no'));
    expect(lines.join('')).not.toContain(SECRET);
    expect(onlyLine(lines)).toMatchObject({ msg: 'no', err: { token: '[redacted]' } });
  });

  test('objects of a class are read like plain ones', () => {
    class Link {
      readonly from = 'alpha';
      readonly signature = SECRET;
    }
    const { log, lines } = captured();
    log.info({ link: new Link() });
    expect(onlyLine(lines)['link']).toEqual({ from: 'alpha', signature: '[redacted]' });
  });

  test('no value of any shape leaks one or breaks the log', () => {
    const value = fc.anything({ withBigInt: true, withDate: true, withTypedArray: true, withNullPrototype: true });
    fc.assert(
      fc.property(value, fc.constantFrom(...SECRET_FIELDS), (noise, field) => {
        const { log, lines } = captured();
        log.info({ noise, inner: { noise, [field]: { noise, SECRET } } }, 'said');
        expect(onlyLine(lines)['msg']).toBe('said');
        expect(lines.join('')).not.toContain(SECRET);
      }),
    );
  });
});

describe('a log file', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'hoplite-log-'));
  });
  afterEach(() => {
    rmSync(directory, { recursive: true });
  });

  test('is made for its owner only, and appended to', () => {
    const file = join(directory, 'node.log');
    createLog({ destination: { file } }).info('first');
    createLog({ destination: { file } }).info('second');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(['first', 'second']);
  });

  test('that others could read is closed to them', () => {
    const file = join(directory, 'node.log');
    writeFileSync(file, '', { mode: 0o644 });
    createLog({ destination: { file } });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});
