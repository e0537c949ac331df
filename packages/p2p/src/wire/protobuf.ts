import { hoplite } from './gen/hoplite.js';
import { MalformedMessageError } from '../errors.ts';

/** The generated codecs of proto/hoplite/v1. Only the files of this folder and the lineage's codec use them. */
export const pb = hoplite.v1;

interface Codec<T> {
  decode(bytes: Uint8Array): T;
}

/**
 * Decodes one protobuf message.
 *
 * @throws {MalformedMessageError} when the bytes are not one, or are more than `limit`
 */
export function decodeWith<T>(codec: Codec<T>, bytes: Uint8Array, what: string, limit: number): T {
  if (bytes.byteLength > limit) {
    throw new MalformedMessageError(what, `has ${bytes.byteLength} bytes, more than the ${limit} allowed`);
  }
  try {
    return codec.decode(bytes);
  } catch (error) {
    throw new MalformedMessageError(what, `is not readable: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** `text` when it has between 1 and `limit` characters. @throws {MalformedMessageError} otherwise */
export function boundedText(field: string, text: string, limit: number): string {
  if (text.length === 0) {
    throw new MalformedMessageError(field, 'is missing');
  }
  if (text.length > limit) {
    throw new MalformedMessageError(field, `has more than ${limit} characters`);
  }
  return text;
}

/**
 * `value` when it is a time in milliseconds since the Unix epoch, without a fraction: what reads it keeps whole numbers.
 *
 * @throws {MalformedMessageError} otherwise
 */
export function timestamp(field: string, value: number): number {
  if (!Number.isFinite(value) || value < 0 || value > Number.MAX_SAFE_INTEGER) {
    throw new MalformedMessageError(field, 'is not a time');
  }
  return Math.trunc(value);
}

/** `value` when it is a whole number from `least` to `most`. @throws {MalformedMessageError} otherwise */
export function wholeNumber(
  field: string,
  value: number,
  { least = 0, most = Number.MAX_SAFE_INTEGER }: { readonly least?: number; readonly most?: number } = {},
): number {
  if (!Number.isSafeInteger(value) || value < least || value > most) {
    throw new MalformedMessageError(field, `is not a whole number from ${least} to ${most}`);
  }
  return value;
}
