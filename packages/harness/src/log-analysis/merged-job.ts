import { bodyHash, decodeEnvelope, obliges, type Message } from '@hoplite/p2p';
import type { StoredJob, StoredMessage, StoredOutcome, StoredRefusal } from '@hoplite/node';
import type { NodeLog } from './node-log.ts';

/** Characters of what a message says that are kept. */
const EXCERPT = 300;

/** Stands for the other side of what the self-test of a node keeps: of something that nobody has said. */
const SELF_TEST = '/self-test';

/** A message as those who have kept it know it. */
export interface KnownMessage {
  /** Its body holds no content: only the beginning stands in `text`. */
  readonly message: Message;
  readonly text: string;
  readonly room?: string;
  readonly briefHash?: Uint8Array;
  /** Peer IDs of nodes whose store has it as sent to them, with how often its turn began there. */
  readonly arrived: Map<string, number>;
}

/** What the nodes know of one job, put together. Peers stand by ID. */
export interface MergedJob {
  readonly jobId: string;
  readonly origin: string | undefined;
  /** The origin's record. */
  readonly record: StoredJob | undefined;
  /** By {@link keyOf}, oldest first. */
  readonly messages: ReadonlyMap<string, KnownMessage>;
  /** Terminal messages, by the key of what they answer and who answers. */
  readonly answers: ReadonlyMap<string, KnownMessage>;
  /** By the key of the message and the peer that was asked. */
  readonly outcomes: ReadonlyMap<string, StoredOutcome>;
  /** With the peer ID of who refused. */
  readonly refusals: readonly { readonly at: string; readonly refusal: StoredRefusal }[];
  /** Envelopes that could not be read. */
  readonly unreadable: readonly { readonly at: string; readonly messageId: string; readonly problem: string }[];
  /** Whether there was more than was read. */
  readonly isCut: boolean;
}

export function keyOf(author: string, messageId: string, asked = ''): string {
  return `${author}\n${messageId}\n${asked}`;
}

/**
 * Puts together what all logs know of one job.
 *
 * @param limit messages that are read of it in each store, at most
 */
export function mergeJob(logs: readonly NodeLog[], jobId: string, limit: number): MergedJob {
  const messages = new Map<string, KnownMessage>();
  const answers = new Map<string, KnownMessage>();
  const outcomes = new Map<string, StoredOutcome>();
  const refusals: { at: string; refusal: StoredRefusal }[] = [];
  const unreadable: { at: string; messageId: string; problem: string }[] = [];
  let record: StoredJob | undefined;
  let origin: string | undefined;
  let isCut = false;
  for (const { store, peerId = '', refusals: kept } of logs) {
    const own = store.job(jobId);
    if (own !== undefined) {
      record = own;
      origin = peerId;
    }
    let count = 0;
    for (const stored of store.messagesOfJob(jobId, limit + 1)) {
      count += 1;
      if (count > limit) {
        isCut = true;
        break;
      }
      if (stored.peer === SELF_TEST) continue;
      origin ??= stored.origin === '' ? undefined : stored.origin;
      const key = keyOf(stored.author, stored.messageId);
      const known =
        messages.get(key) ??
        readMessage(stored, (problem) => {
          unreadable.push({ at: peerId, messageId: stored.messageId, problem });
        });
      if (known === undefined) continue;
      messages.set(key, known);
      const isAddressed = stored.direction === 'in' && stored.peer === stored.author;
      if (isAddressed) known.arrived.set(peerId, stored.starts);
      if (!obliges(stored.act) && stored.inReplyTo !== undefined) {
        const asker = stored.direction === 'in' ? peerId : stored.peer;
        answers.set(keyOf(asker, stored.inReplyTo, stored.author), known);
      }
    }
    for (const outcome of store.outcomesOfJob(jobId, limit)) {
      outcomes.set(keyOf(outcome.author, outcome.messageId, outcome.peer), outcome);
    }
    for (const refusal of kept.get(jobId) ?? []) refusals.push({ at: peerId, refusal });
  }
  return { jobId, origin, record, messages, answers, outcomes, refusals, unreadable, isCut };
}

function readMessage(stored: StoredMessage, failed: (problem: string) => void): KnownMessage | undefined {
  try {
    const message = decodeEnvelope(stored.channel, stored.envelope);
    const altered = alteredIn(stored, message);
    if (altered !== undefined) failed(`its ${altered} is not what was signed`);
    return {
      message: { ...message, body: { ...message.body, content: '' }, bodyBytes: message.bodyBytes.slice(0, 0) },
      // A slice would keep the whole of it in memory.
      text: Buffer.from(stored.content.slice(0, EXCERPT)).toString(),
      ...(stored.room === undefined ? {} : { room: stored.room }),
      ...(stored.briefHash === undefined ? {} : { briefHash: stored.briefHash }),
      arrived: new Map(),
    };
  } catch (error) {
    failed(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

/** What of a row is not what its envelope, or the signature in that, says. */
function alteredIn(stored: StoredMessage, { body, bodyBytes, channel, lineage, link }: Message): string | undefined {
  if (Buffer.compare(bodyHash(channel, bodyBytes), link.bodyHash) !== 0) return 'body';
  if (stored.content !== body.content) return 'content';
  if (stored.author !== link.from || stored.messageId !== link.messageId) return 'author';
  if (stored.act !== link.act) return 'act';
  return stored.jobId === lineage.job.jobId ? undefined : 'job';
}
