import { MAX_EPOCH, MAX_ID_LENGTH, MAX_NOTICE_BYTES } from '../constants.ts';
import { MalformedMessageError, MessageTooLargeError, NoLocalIdError } from '../errors.ts';
import type { Lineage } from '../lineage/lineage.ts';
import type { Signer, VerifySignature } from '../lineage/signature.ts';
import type { HaltScope, Notice, NoticeContent } from '../notice.ts';
import { decodeBeat, encodeBeat } from './beat-codec.ts';
import { decodeLineage, encodeLineage } from './lineage-codec.ts';
import { boundProbe, decodeProbe, encodeProbe } from './probe-codec.ts';
import { boundedText, decodeWith, pb, timestamp } from './protobuf.ts';
import { decodeBrief, decodePath, decodeReason, payloadOf, readablePath, sentence } from './reported.ts';

/** What a new notice is stamped with. */
export interface NoticeStamp {
  /** Unique per author. */
  readonly id: string;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  /** Until when it counts, milliseconds since the Unix epoch. */
  readonly until: number;
}

type RawNotice = Parameters<typeof pb.Notice.encode>[0];
type RawHalt = NonNullable<RawNotice['halt']>;

/** Keeps a notice's signature from being taken for a link's. */
const DOMAIN = Buffer.from('hoplite/1/notice\0');

/**
 * Makes a notice: the bytes that are gossiped and passed on. Sentences, paths and payloads are cut to what readers take.
 *
 * @throws {NoLocalIdError} when the signer does not know its own peer ID
 * @throws {MessageTooLargeError} when it is over {@link MAX_NOTICE_BYTES}
 */
export function composeNotice(content: NoticeContent, stamp: NoticeStamp, signer: Signer): Uint8Array {
  if (signer.peerId === '') {
    throw new NoLocalIdError();
  }
  const { id, at, until } = stamp;
  const notice = pb.Notice.encode({ from: signer.peerId, id, at, until, ...encodeContent(content) }).finish();
  const bytes = pb.SignedNotice.encode({ notice, signature: signer.sign(signedBytes(notice)) }).finish();
  if (bytes.byteLength > MAX_NOTICE_BYTES) {
    throw new MessageTooLargeError('this notice', bytes.byteLength, MAX_NOTICE_BYTES);
  }
  return bytes;
}

/**
 * Reads a notice and checks its form: sizes and fields. Whether its author has signed it is for {@link isSignedNotice} to
 * say, and whether it is to be believed for `witnessFault`.
 *
 * @returns undefined for a kind that a later version brings: it is passed on, and otherwise passed over
 * @throws {MalformedMessageError}
 */
export function decodeNotice(bytes: Uint8Array): Notice | undefined {
  const { notice: opened } = openNotice(bytes);
  boundProbe(opened);
  const raw = decodeWith(pb.Notice, opened, 'notice', MAX_NOTICE_BYTES);
  const notice = {
    from: boundedText('notice.from', raw.from, MAX_ID_LENGTH),
    id: boundedText('notice.id', raw.id, MAX_ID_LENGTH),
    at: timestamp('notice.at', raw.at),
    until: timestamp('notice.until', raw.until),
  };
  const content = decodeContent(raw);
  return content === undefined ? undefined : { ...notice, content };
}

/** Whether a notice, of whatever kind, can be read and bears its author's signature, over the bytes as received. */
export function isSignedNotice(bytes: Uint8Array, verify: VerifySignature): boolean {
  try {
    const { notice, signature } = openNotice(bytes);
    const { from } = decodeWith(pb.Notice, notice, 'notice', MAX_NOTICE_BYTES);
    return verify(from, signedBytes(notice), signature);
  } catch (error) {
    if (error instanceof MalformedMessageError) {
      return false;
    }
    throw error;
  }
}

function openNotice(bytes: Uint8Array): { readonly notice: Uint8Array; readonly signature: Uint8Array } {
  return decodeWith(pb.SignedNotice, bytes, 'notice', MAX_NOTICE_BYTES);
}

function signedBytes(notice: Uint8Array): Uint8Array {
  return Buffer.concat([DOMAIN, notice]);
}

function encodeContent(content: NoticeContent): RawNotice {
  switch (content.kind) {
    case 'freeze': {
      const { jobId, epoch, reason, path, briefHash, witness } = content;
      const what = { jobId, epoch, reason, path: readablePath(path), briefHash: briefHash ?? null };
      return { freeze: { ...what, witness: encodeLineage(witness) } };
    }
    case 'halt':
      return { halt: encodeHalt(content.scope, content.note) };
    case 'resume':
      return { resume: encodeHalt(content.scope, content.note) };
    case 'escalation': {
      const { jobId, epoch, reason, detail, path, briefHash, payload } = content;
      const what = { jobId, epoch, reason, path: readablePath(path), briefHash: briefHash ?? null };
      return { escalation: { ...what, detail: sentence(detail), payload: payloadOf(payload ?? '') } };
    }
    case 'receipt':
      return { receipt: { witness: encodeLineage(content.witness) } };
    case 'beat':
      return { beat: encodeBeat(content) };
    case 'probe':
      return { probe: encodeProbe(content) };
    case 'stall': {
      const { jobId, epoch, reason, detail, path, witness } = content;
      const what = { jobId, epoch, reason, detail: sentence(detail), path: readablePath(path) };
      return { stall: { ...what, witness: encodeLineage(witness) } };
    }
  }
}

function encodeHalt(scope: HaltScope, text: string): RawHalt {
  const note = sentence(text);
  switch (scope.kind) {
    case 'job':
      return { jobId: scope.jobId, note };
    case 'peer':
      return { peer: scope.peer, note };
    case 'all':
      return { all: true, note };
  }
}

function decodeContent(raw: RawNotice): NoticeContent | undefined {
  const { freeze, halt, resume, escalation, receipt, beat, probe, stall } = raw;
  if (freeze != null) {
    const { briefHash } = decodeBrief('freeze', { briefHash: freeze.briefHash });
    const witness = decodeWitness('freeze', freeze.witness);
    return { kind: 'freeze', ...decodeStop('freeze', freeze), ...(briefHash ? { briefHash } : {}), witness };
  }
  if (halt != null) {
    return decodeHalt('halt', halt);
  }
  if (resume != null) {
    return decodeHalt('resume', resume);
  }
  if (escalation != null) {
    const detail = sentence(escalation.detail);
    return {
      kind: 'escalation',
      ...decodeStop('escalation', escalation),
      detail,
      ...decodeBrief('escalation', escalation),
    };
  }
  if (receipt != null) {
    return { kind: 'receipt', witness: decodeWitness('receipt', receipt.witness) };
  }
  if (beat != null) {
    return decodeBeat(beat);
  }
  if (probe != null) {
    return decodeProbe(probe);
  }
  if (stall != null) {
    const detail = sentence(stall.detail);
    return {
      kind: 'stall',
      ...decodeStop('stall', stall),
      detail,
      witness: decodeWitness('stall', stall.witness),
    };
  }
  return undefined;
}

type Stopped = Pick<Extract<NoticeContent, { kind: 'freeze' }>, 'jobId' | 'epoch' | 'reason' | 'path'>;

function decodeStop(kind: string, raw: NonNullable<RawNotice['freeze' | 'escalation' | 'stall']>): Stopped {
  const epoch = raw.epoch ?? 0;
  if (epoch > MAX_EPOCH) {
    throw new MalformedMessageError(`${kind}.epoch`, `is more than ${MAX_EPOCH}`);
  }
  const jobId = boundedText(`${kind}.jobId`, raw.jobId ?? '', MAX_ID_LENGTH);
  return { jobId, epoch, reason: decodeReason(raw.reason), path: decodePath(raw.path) };
}

/** A halt of something that only a later version can halt is, to this one, of an unknown kind. */
function decodeHalt(kind: 'halt' | 'resume', raw: RawHalt): NoticeContent | undefined {
  const scope = decodeScope(kind, raw);
  return scope === undefined ? undefined : { kind, scope, note: sentence(raw.note) };
}

function decodeScope(kind: string, { jobId, peer, all }: RawHalt): HaltScope | undefined {
  if (jobId != null) {
    return { kind: 'job', jobId: boundedText(`${kind}.jobId`, jobId, MAX_ID_LENGTH) };
  }
  if (peer != null) {
    return { kind: 'peer', peer: boundedText(`${kind}.peer`, peer, MAX_ID_LENGTH) };
  }
  return all === true ? { kind: 'all' } : undefined;
}

function decodeWitness(kind: string, raw: Parameters<typeof decodeLineage>[0] | null | undefined): Lineage {
  if (raw == null) {
    throw new MalformedMessageError(`${kind}.witness`, 'is missing');
  }
  return decodeLineage(raw);
}
