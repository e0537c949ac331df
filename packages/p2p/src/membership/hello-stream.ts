import type { Stream } from '@libp2p/interface';
import { lpStream } from '@libp2p/utils';
import { MalformedMessageError } from '../errors.ts';
import type { hoplite } from '../wire/gen/hoplite.js';
import { decodeWith, pb } from '../wire/protobuf.ts';
import { HelloError, type HelloFault } from './hello-error.ts';

/** Largest message of a hand-shake, in bytes. */
export const MAX_HELLO_BYTES = 64 * 1024;

type Fields = hoplite.v1.Hello.$Properties;
/** What a step of the hand-shake says. */
export type Step<K extends keyof Fields> = NonNullable<Fields[K]>;

/** One hand-shake's stream: one message at a time, each of the kind that is due. */
export interface HelloStream {
  send(message: Fields): Promise<void>;
  /** @throws {HelloError} when the other side says farewell, or anything but what is due */
  receive<K extends keyof Fields>(due: K): Promise<Step<K>>;
  /** Says why not, if that is still possible. */
  farewell(reason: string): Promise<void>;
}

/** Must be called in the same turn in which the stream was handed over: what arrives before that could be missed. */
export function helloStream(stream: Stream, signal: AbortSignal): HelloStream {
  let sentUsAway = false;
  const frames = lpStream(stream, { maxDataLength: MAX_HELLO_BYTES, maxBufferSize: 2 * MAX_HELLO_BYTES });
  const send = async (message: Fields): Promise<void> => {
    try {
      await frames.write(pb.Hello.encode(message).finish(), { signal });
    } catch (error) {
      throw lost(error, signal);
    }
  };
  return {
    send,
    async receive(due) {
      let bytes: Uint8Array;
      try {
        bytes = (await frames.read({ signal })).subarray();
      } catch (error) {
        throw lost(error, signal);
      }
      const message = decodeHello(bytes);
      if (message.farewell) {
        sentUsAway = true;
        throw sentAway(message.farewell.reason ?? '');
      }
      const step = message[due];
      if (step == null) {
        throw new HelloError('ERR_MALFORMED_HELLO', `the peer did not send the ${due} that was due`);
      }
      return step;
    },
    async farewell(reason) {
      if (!sentUsAway) {
        await send({ farewell: { reason } }).catch(() => undefined); // It may have hung up already.
      }
    },
  };
}

function decodeHello(bytes: Uint8Array): Fields {
  try {
    return decodeWith(pb.Hello, bytes, 'hello', MAX_HELLO_BYTES);
  } catch (error) {
    throw asHelloError(error);
  }
}

/** A malformed field as a failed hand-shake; anything else as it is. */
export function asHelloError(error: unknown): unknown {
  return error instanceof MalformedMessageError ? new HelloError('ERR_MALFORMED_HELLO', error.message, error) : error;
}

const SENT_AWAY: ReadonlyMap<string, HelloFault> = new Map([
  ['other network', 'ERR_OTHER_NETWORK'],
  ['no common version', 'ERR_NOT_HOPLITE'],
]);

function sentAway(reason: string): HelloError {
  const shown = reason.slice(0, 200).replaceAll(/\p{C}+/gu, ' ');
  return new HelloError(SENT_AWAY.get(reason) ?? 'ERR_SENT_AWAY', `the peer sent us away: ${shown}`);
}

/** Names of errors that say that what was sent is no frame of ours. libp2p's classes are not to be compared by identity. */
const NONSENSE = new Set(['InvalidDataLengthError', 'InvalidDataLengthLengthError', 'InvalidMessageLengthError']);

function lost(error: unknown, signal: AbortSignal): HelloError {
  if (signal.aborted) {
    return new HelloError('ERR_HELLO_TIMEOUT', 'the peer did not finish its hand-shake in time', error);
  }
  if (error instanceof Error && NONSENSE.has(error.name)) {
    return new HelloError('ERR_MALFORMED_HELLO', 'the peer sent something that is no hand-shake', error);
  }
  return new HelloError('ERR_CONNECTION_LOST', 'the connection was lost during the hand-shake', error);
}
