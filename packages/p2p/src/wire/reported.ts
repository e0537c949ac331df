import { MAX_ID_LENGTH } from '../constants.ts';
import { MalformedMessageError } from '../errors.ts';
import { isReason, type Reason } from '../reasons.ts';
import { MAX_STOP_PAYLOAD } from '../settlement.ts';
import { boundedText } from './protobuf.ts';

/** Peers that a reported path may name. */
const MAX_PATH = 32;
/** Characters of a sentence for a person; a longer one is cut by its sender. */
const MAX_SENTENCE = 2000;
const HASH_BYTES = 32;

type Absent = null | undefined;

/** What of a path a reader takes. An answer must not be lost over the path that it reports. */
export function readablePath(path: readonly string[]): string[] {
  // Bytes, not characters: of peer IDs these are the same, and what else stands there must not take more room.
  return path.filter((peer) => peer.length > 0 && Buffer.byteLength(peer) <= MAX_ID_LENGTH).slice(0, MAX_PATH);
}

/** @throws {MalformedMessageError} */
export function decodePath(peers: string[] | Absent): string[] {
  if ((peers ?? []).length > MAX_PATH) {
    throw new MalformedMessageError('path', `names more than ${MAX_PATH} peers`);
  }
  return (peers ?? []).map((peer) => boundedText('path', peer, MAX_ID_LENGTH));
}

/** A later version may have reasons that this one does not know; the sentence beside it says what happened. */
export function decodeReason(text: string | Absent): Reason {
  return text != null && isReason(text) ? text : 'agent_refused';
}

/** A sentence for a person, cut by whoever is asked first. */
export function sentence(text: string | Absent): string {
  return (text ?? '').slice(0, MAX_SENTENCE);
}

/** The beginning of what was to be said, at most {@link MAX_STOP_PAYLOAD} bytes of UTF-8, and no half character. */
export function payloadOf(text: string): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(MAX_STOP_PAYLOAD));
  return text.slice(0, read);
}

/** What was to be sent, as far as it is told. @throws {MalformedMessageError} for a hash of another length */
export function decodeBrief(
  field: string,
  raw: { briefHash?: Uint8Array | Absent; payload?: string | Absent },
): { briefHash?: Uint8Array; payload?: string } {
  const { briefHash, payload } = raw;
  return {
    ...(briefHash == null || briefHash.byteLength === 0 ? {} : { briefHash: sha256(`${field}.briefHash`, briefHash) }),
    ...(payload == null || payload === '' ? {} : { payload: payloadOf(payload) }),
  };
}

function sha256(field: string, hash: Uint8Array): Uint8Array {
  if (hash.byteLength !== HASH_BYTES) {
    throw new MalformedMessageError(field, 'is not a SHA-256 hash');
  }
  return hash;
}
