import { CLOCK_SKEW_MS, briefHash, decodeEnvelope, encodeEnvelope, obliges, roomOf, type Message } from '@hoplite/p2p';
import type { StoredMessage } from '../ports/store.ts';
import type { Runtime } from '../runtime.ts';

export interface RecordInit {
  readonly message: Message;
  /** Peer ID of the other side, or the topic of a post that wakes nobody. */
  readonly peer: string;
  readonly direction: 'in' | 'out';
  /** How long messages are kept beyond the life of their job, in milliseconds. */
  readonly retentionMs: number;
  /** The bytes, when they are at hand. */
  readonly envelope?: Uint8Array;
  /** Of what obliges, when it is at hand. */
  readonly briefHash?: Uint8Array;
  readonly starts?: 0 | 1;
}

/** A message as the store keeps it. */
export function recordOf(init: RecordInit): StoredMessage {
  const { message, peer, direction } = init;
  const { link, body, lineage, channel } = message;
  const room = body.room ?? roomOf(link.to);
  // An ID must be remembered for as long as a copy of the message could still be taken for fresh.
  const neededUntil = lineage.job.expiresAt + 2 * CLOCK_SKEW_MS;
  const hash = obliges(link.act) ? (init.briefHash ?? briefHash(link.to, body.content, channel)) : undefined;
  return {
    author: link.from,
    messageId: link.messageId,
    peer,
    direction,
    channel,
    act: link.act,
    jobId: lineage.job.jobId,
    origin: lineage.origin ?? link.from,
    epoch: lineage.job.epoch,
    ...(hash === undefined ? {} : { briefHash: hash }),
    ...(room === undefined ? {} : { room }),
    ...(body.inReplyTo === undefined ? {} : { inReplyTo: body.inReplyTo }),
    content: body.content,
    bodyHash: link.bodyHash,
    envelope: init.envelope ?? encodeEnvelope(message),
    at: link.at,
    neededUntil,
    keepUntil: neededUntil + init.retentionMs,
    starts: init.starts ?? 0,
  };
}

/** The message of a record; undefined, and an error in the log, when it cannot be read any more. */
export function readStored(
  { log }: Pick<Runtime, 'log'>,
  { channel, envelope, messageId }: StoredMessage,
): Message | undefined {
  try {
    return decodeEnvelope(channel, envelope);
  } catch (error) {
    log.error({ err: error, message: messageId }, 'a stored message cannot be read');
    return undefined;
  }
}
