import { isRoomName } from '../channel.ts';
import { MAX_FRAME_BYTES, MAX_ID_LENGTH } from '../constants.ts';
import { MalformedMessageError } from '../errors.ts';
import { MAX_HISTORY } from '../mesh.ts';
import type { ProgressTick } from '../progress-tick.ts';
import type { Refusal } from '../reasons.ts';
import type { Settlement } from '../settlement.ts';
import { decodeRefusal, decodeSettlement, encodeRefusal, encodeSettlement } from './answer-codec.ts';
import { boundedText, decodeWith, pb, timestamp } from './protobuf.ts';
import { boundRepeats } from './repeats.ts';
import { decodeTick, encodeTick } from './tick-codec.ts';

/** How far an accepted request has come, as its agent says. */
export interface ProgressNote {
  /** At most 2,000 characters are carried. */
  readonly note: string;
  /** 0 to 1; absent when not known. */
  readonly fraction?: number;
  /** What the runtime says besides; the note is empty when it is all there is to say. */
  readonly tick?: ProgressTick;
}

/**
 * One frame of a long-lived stream. `id` is the message ID of the request it belongs to; of `history` and `posts`, what the
 * asker has made up. A `notice` belongs to none.
 */
export type Frame =
  | { readonly kind: 'request'; readonly id: string; readonly envelope: Uint8Array }
  | { readonly kind: 'answer'; readonly id: string; readonly envelope: Uint8Array }
  | { readonly kind: 'accepted'; readonly id: string }
  | { readonly kind: 'progress'; readonly id: string; readonly progress: ProgressNote }
  | { readonly kind: 'refused'; readonly id: string; readonly refusal: Refusal }
  | { readonly kind: 'cancel'; readonly id: string; readonly reason: string }
  | { readonly kind: 'settled'; readonly id: string; readonly settlement: Settlement }
  | { readonly kind: 'notice'; readonly notice: Uint8Array }
  | {
      readonly kind: 'history';
      readonly id: string;
      readonly room: string;
      readonly since: number;
      /** 1 to {@link MAX_HISTORY}. */
      readonly limit: number;
    }
  | { readonly kind: 'posts'; readonly id: string; readonly envelopes: readonly Uint8Array[] };

type Raw = Parameters<typeof pb.Frame.encode>[0];

const MAX_NOTE = 2000;

/** The bytes of a frame, without its length prefix. */
export function encodeFrame(frame: Frame): Uint8Array {
  return pb.Frame.encode(toRaw(frame)).finish();
}

function toRaw(frame: Frame): Raw {
  switch (frame.kind) {
    case 'request':
      return { request: { id: frame.id, envelope: frame.envelope } };
    case 'answer':
      return { answer: { id: frame.id, envelope: frame.envelope } };
    case 'accepted':
      return { accepted: { id: frame.id } };
    case 'progress': {
      const { note, fraction, tick } = frame.progress;
      const said = { id: frame.id, note: note.slice(0, MAX_NOTE), fraction: fraction ?? -1 };
      return { progress: tick === undefined ? said : { ...said, tick: encodeTick(tick) } };
    }
    case 'refused':
      return { refused: { id: frame.id, refusal: encodeRefusal(frame.refusal) } };
    case 'cancel':
      return { cancel: { id: frame.id, reason: frame.reason.slice(0, MAX_NOTE) } };
    case 'settled':
      return { settled: { id: frame.id, settlement: encodeSettlement(frame.settlement) } };
    case 'notice':
      return { notice: { notice: frame.notice } };
    case 'history':
      return { history: { id: frame.id, room: frame.room, since: frame.since, limit: frame.limit } };
    case 'posts':
      return { posts: { id: frame.id, envelopes: [...frame.envelopes] } };
  }
}

/**
 * Reads a frame. A kind that a later version brings is undefined: it is passed over, not an error.
 *
 * @throws {MalformedMessageError}
 */
export function decodeFrame(bytes: Uint8Array): Frame | undefined {
  if (bytes.byteLength <= MAX_FRAME_BYTES) {
    boundRepeats(bytes, { outer: 11, inner: 2, most: MAX_HISTORY, what: 'posts.envelopes' });
  }
  const raw = decodeWith(pb.Frame, bytes, 'frame', MAX_FRAME_BYTES);
  if (raw.request != null) {
    return { kind: 'request', id: frameId(raw.request.id), envelope: raw.request.envelope ?? new Uint8Array(0) };
  }
  if (raw.answer != null) {
    return { kind: 'answer', id: frameId(raw.answer.id), envelope: raw.answer.envelope ?? new Uint8Array(0) };
  }
  if (raw.accepted != null) {
    return { kind: 'accepted', id: frameId(raw.accepted.id) };
  }
  if (raw.progress != null) {
    return { kind: 'progress', id: frameId(raw.progress.id), progress: progressNote(raw.progress) };
  }
  if (raw.refused != null) {
    if (raw.refused.refusal == null) {
      throw new MalformedMessageError('refused.refusal', 'is missing');
    }
    return { kind: 'refused', id: frameId(raw.refused.id), refusal: decodeRefusal(raw.refused.refusal) };
  }
  if (raw.cancel != null) {
    return { kind: 'cancel', id: frameId(raw.cancel.id), reason: (raw.cancel.reason ?? '').slice(0, MAX_NOTE) };
  }
  if (raw.settled != null) {
    if (raw.settled.settlement == null) {
      throw new MalformedMessageError('settled.settlement', 'is missing');
    }
    return { kind: 'settled', id: frameId(raw.settled.id), settlement: decodeSettlement(raw.settled.settlement) };
  }
  if (raw.notice != null) {
    return { kind: 'notice', notice: raw.notice.notice ?? new Uint8Array(0) };
  }
  if (raw.history != null) {
    return historyFrame(raw.history);
  }
  return raw.posts == null ? undefined : postsFrame(raw.posts);
}

function historyFrame({ id, room, since, limit }: NonNullable<Raw['history']>): Frame {
  if (!isRoomName(room ?? '')) {
    throw new MalformedMessageError('history.room', 'is not a room name');
  }
  if ((limit ?? 0) < 1) {
    throw new MalformedMessageError('history.limit', 'is missing');
  }
  return {
    kind: 'history',
    id: frameId(id),
    room: room ?? '',
    since: timestamp('history.since', since ?? 0),
    limit: Math.min(limit ?? 0, MAX_HISTORY),
  };
}

function postsFrame({ id, envelopes }: NonNullable<Raw['posts']>): Frame {
  if ((envelopes ?? []).length > MAX_HISTORY) {
    throw new MalformedMessageError('posts.envelopes', `are more than ${MAX_HISTORY}`);
  }
  return { kind: 'posts', id: frameId(id), envelopes: envelopes ?? [] };
}

function frameId(id: string | null | undefined): string {
  return boundedText('frame.id', id ?? '', MAX_ID_LENGTH);
}

/** Of what cannot be read of a fraction or a tick nothing is told; the note is. */
function progressNote(raw: NonNullable<Raw['progress']>): ProgressNote {
  const fraction = raw.fraction ?? -1;
  const tick = raw.tick == null || raw.tick.byteLength === 0 ? undefined : readTick(raw.tick);
  return {
    note: (raw.note ?? '').slice(0, MAX_NOTE),
    ...(fraction >= 0 && fraction <= 1 ? { fraction } : {}),
    ...(tick === undefined ? {} : { tick }),
  };
}

function readTick(bytes: Uint8Array): ProgressTick | undefined {
  try {
    return decodeTick(bytes);
  } catch (error) {
    if (error instanceof MalformedMessageError) {
      return undefined;
    }
    throw error;
  }
}
