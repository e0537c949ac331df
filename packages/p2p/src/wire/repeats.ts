import protobuf from 'protobufjs/minimal.js';
import { MalformedMessageError } from '../errors.ts';

/** Wire type of a field with a length (https://protobuf.dev/programming-guides/encoding/). */
const LENGTH_DELIMITED = 2;

/**
 * Counts how often a field stands in a message that is itself a field of another, before anything of it is made: a
 * megabyte of empty entries would become half a million objects.
 *
 * @param outer number of the field that the message is
 * @param inner number of the field in it that is counted
 * @throws {MalformedMessageError} when it stands there more than `most` times, or the bytes are no message
 */
export function boundRepeats(
  bytes: Uint8Array,
  {
    outer,
    inner,
    most,
    what,
  }: { readonly outer: number; readonly inner: number; readonly most: number; readonly what: string },
): void {
  let count = 0;
  eachField(bytes, what, (field, reader, end) => {
    if (field !== outer) {
      return;
    }
    eachFieldOf(reader, end, what, (part) => {
      count += part === inner ? 1 : 0;
      if (count > most) {
        throw new MalformedMessageError(what, `are more than ${most}`);
      }
    });
  });
}

type Visit = (field: number, reader: protobuf.Reader, end: number) => void;

function eachField(bytes: Uint8Array, what: string, visit: Visit): void {
  try {
    const reader = protobuf.Reader.create(bytes);
    eachFieldOf(reader, reader.len, what, visit);
  } catch (error) {
    if (error instanceof MalformedMessageError) {
      throw error;
    }
    throw new MalformedMessageError(what, `is not readable: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Goes over the fields until `end`, and shows those that have a length. */
function eachFieldOf(reader: protobuf.Reader, end: number, what: string, visit: Visit): void {
  while (reader.pos < end) {
    const tag = reader.uint32();
    const type = tag & 7;
    if (type !== LENGTH_DELIMITED) {
      reader.skipType(type);
      continue;
    }
    const length = reader.uint32();
    const next = reader.pos + length;
    if (next > end) {
      throw new MalformedMessageError(what, 'ends before it is over');
    }
    visit(tag >>> 3, reader, next);
    reader.pos = next;
  }
}
