import type { Act } from '../acts.ts';
import { MAX_CREDIT, MAX_EPOCH, MAX_ID_LENGTH } from '../constants.ts';
import { MalformedMessageError } from '../errors.ts';
import { boundedText, decodeWith, pb, timestamp } from '../wire/protobuf.ts';
import type { JobHeader, Link, SignedLink } from './lineage.ts';

const MAX_HEADER_BYTES = 1024;
const MAX_LINK_BYTES = 1024;

/** Acts by their number on the wire. */
const ACTS: readonly (Act | undefined)[] = [
  undefined,
  'request',
  'query',
  'propose',
  'inform',
  'agree',
  'refuse',
  'done',
];

export function encodeJobHeader(job: JobHeader): Uint8Array {
  return pb.JobHeader.encode(job).finish();
}

/** @throws {MalformedMessageError} */
export function decodeJobHeader(bytes: Uint8Array): JobHeader {
  const raw = decodeWith(pb.JobHeader, bytes, 'job', MAX_HEADER_BYTES);
  if (raw.maxDepth < 1) {
    throw new MalformedMessageError('job.maxDepth', 'is missing');
  }
  if (raw.credit < 1 || raw.credit > MAX_CREDIT) {
    throw new MalformedMessageError('job.credit', `is not between 1 and ${MAX_CREDIT}`);
  }
  if (raw.epoch > MAX_EPOCH) {
    throw new MalformedMessageError('job.epoch', `is more than ${MAX_EPOCH}`);
  }
  return {
    jobId: boundedText('job.jobId', raw.jobId, MAX_ID_LENGTH),
    maxDepth: raw.maxDepth,
    credit: raw.credit,
    issuedAt: timestamp('job.issuedAt', raw.issuedAt),
    expiresAt: timestamp('job.expiresAt', raw.expiresAt),
    epoch: raw.epoch,
  };
}

export function encodeLink(link: Link): Uint8Array {
  return pb.Link.encode({ ...link, act: ACTS.indexOf(link.act) }).finish();
}

/** @throws {MalformedMessageError} */
export function decodeLink(bytes: Uint8Array, signature: Uint8Array, index: number): SignedLink {
  const field = (name: string): string => `links[${index}].${name}`;
  const raw = decodeWith(pb.Link, bytes, `links[${index}]`, MAX_LINK_BYTES);
  const act = ACTS[raw.act];
  if (act === undefined) {
    throw new MalformedMessageError(field('act'), 'is not an act of this version');
  }
  if (raw.bodyHash.byteLength !== 32) {
    throw new MalformedMessageError(field('bodyHash'), 'is not a SHA-256 hash');
  }
  if (signature.byteLength !== 64) {
    throw new MalformedMessageError(field('signature'), 'is not an Ed25519 signature');
  }
  return {
    from: boundedText(field('from'), raw.from, MAX_ID_LENGTH),
    to: boundedText(field('to'), raw.to, MAX_ID_LENGTH),
    credit: raw.credit,
    messageId: boundedText(field('messageId'), raw.messageId, MAX_ID_LENGTH),
    act,
    bodyHash: raw.bodyHash,
    at: timestamp(field('at'), raw.at),
    bytes,
    signature,
  };
}
