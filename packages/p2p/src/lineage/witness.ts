import { obliges } from '../acts.ts';
import { roomOf } from '../channel.ts';
import type { Notice, NoticeContent } from '../notice.ts';
import type { Lineage } from './lineage.ts';
import type { VerifySignature } from './signature.ts';
import { unvouchedFault, type LineageFault } from './verify.ts';

/** What a receiver of a notice knows besides the notice itself. */
export interface WitnessClaims {
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  readonly verify: VerifySignature;
}

type Witnessed = Extract<NoticeContent, { readonly witness: Lineage }>;

/**
 * Whether the author of a freeze, a receipt or a stall has anything to do with its job: the lineage that it shows for that
 * is to be believed, is of this job, and leads to or through the author. Cheap checks come first; the notice's own
 * signature is checked elsewhere.
 *
 * A freeze whose witness has no links says that its author is the job's origin, and counts for a job that began there.
 * Nobody else's word is taken without links: a receipt and a stall are told to the origin.
 *
 * @returns the fault, or undefined when there is none, as for notices that need no witness
 */
export function witnessFault(notice: Notice, { now, verify }: WitnessClaims): LineageFault | undefined {
  const { content, from } = notice;
  if (content.kind !== 'freeze' && content.kind !== 'receipt' && content.kind !== 'stall') {
    return undefined;
  }
  return jobFault(content) ?? authorFault(content, from) ?? unvouchedFault(content.witness, now, verify);
}

function jobFault(content: Witnessed): LineageFault | undefined {
  if (content.kind === 'receipt') {
    return undefined;
  }
  const { job } = content.witness;
  return job.jobId === content.jobId && job.epoch === content.epoch
    ? undefined
    : malformed(`the witness is of ${job.jobId}, epoch ${job.epoch}, and not of what the ${content.kind} is about`);
}

function authorFault({ kind, witness }: Witnessed, from: string): LineageFault | undefined {
  const { last } = witness;
  if (last === undefined) {
    return kind === 'freeze' ? undefined : malformed(`a ${kind} shows the message by which the job reached its author`);
  }
  // Any member of a room may have been woken there.
  const reached = last.to === from || roomOf(last.to) !== undefined;
  if (kind === 'receipt') {
    return reached && obliges(last.act) ? undefined : malformed(`no turn of ${from} comes of the witness`);
  }
  return reached || witness.chain.includes(from) ? undefined : malformed(`${from} is not on the witness`);
}

function malformed(detail: string): LineageFault {
  return { reason: 'malformed', detail };
}
