import { stripVTControlCharacters } from 'node:util';

/** Characters that steer a terminal or turn text around. U+200C and U+200D stay: scripts and emoji are joined by them. */
const STEERING = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/**
 * Text of other people, as it may be shown on a terminal: on one line, without escape sequences, control characters or
 * marks that change the direction of writing. Every text that came from a peer goes through here.
 */
export function printable(text: string): string {
  return harmless(text.replaceAll(/[\r\n\t\u2028\u2029]+/g, ' '));
}

/** The same for a text that may have several lines. */
export function printableLines(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => harmless(line.replaceAll('\t', '    ')))
    .join('\n');
}

function harmless(text: string): string {
  return stripVTControlCharacters(text).replaceAll(STEERING, '').toWellFormed();
}

/** Steering characters that JSON leaves as they are. */
const RAW_IN_JSON = /[\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/g;

/** A value as one line of JSON that a terminal may be shown, and that says exactly the same to a program. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    RAW_IN_JSON,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
