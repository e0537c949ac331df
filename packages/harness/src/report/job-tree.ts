import { obliges } from '@hoplite/p2p';
import type { JobSeen, MessageSeen, RunRecord } from '../record.ts';
import { fateOf, jobFacts, stateOf } from './words.ts';

/** A job of a run: the messages it was made of, each below the one that it extends. */
export interface JobTree {
  readonly jobId: string;
  readonly job?: JobSeen;
  readonly roots: readonly Hop[];
  /** Messages that are left out, of a tree that is too big. */
  readonly omitted: number;
}

/** A message with all that it reached, what it was answered, and what was sent because of it. */
export interface Hop {
  /** As the table of messages counts. */
  readonly number: number;
  readonly message: MessageSeen;
  readonly reached: MessageSeen[];
  readonly answers: MessageSeen[];
  readonly children: Hop[];
  readonly level: number;
}

/** A lineage has four links; what claims to be deeper is drawn no deeper than this. */
const DEEPEST = 24;

/** The trees of at most `mostJobs` jobs, of at most `mostHops` messages each, the first ones. */
export function jobTreesOf(record: RunRecord, mostJobs: number, mostHops: number): readonly JobTree[] {
  const jobs = new Map(record.jobs.map((job) => [job.jobId, job]));
  const messages = new Map<string, { readonly number: number; readonly message: MessageSeen }[]>();
  for (const jobId of jobs.keys()) messages.set(jobId, []);
  for (const [index, message] of record.messages.entries()) {
    const list = messages.get(message.jobId) ?? [];
    list.push({ number: index + 1, message });
    messages.set(message.jobId, list);
  }
  return [...messages].slice(0, mostJobs).map(([jobId, list]) => {
    const job = jobs.get(jobId);
    return { jobId, ...(job === undefined ? {} : { job }), ...hopsOf(list, mostHops) };
  });
}

/** What a message extends came before it; so a message hangs on an earlier one, and there is no circle, whatever is claimed. */
function hopsOf(
  list: readonly { readonly number: number; readonly message: MessageSeen }[],
  most: number,
): Pick<JobTree, 'roots' | 'omitted'> {
  const roots: Hop[] = [];
  const byId = new Map<string, Hop>();
  let hops = 0;
  let omitted = 0;
  for (const { number, message } of list) {
    const same = byId.get(message.messageId);
    const asked = message.inReplyTo === undefined ? undefined : byId.get(message.inReplyTo);
    if (same !== undefined && same.message.messageId === message.messageId) {
      same.reached.push(message);
    } else if (asked !== undefined && !obliges(message.act)) {
      asked.answers.push(message);
      // The next message of a conversation extends the reply; in the tree it stands below what was replied to.
      byId.set(message.messageId, asked);
    } else if (hops === most) {
      omitted += 1;
    } else {
      hops += 1;
      const parent = byId.get(message.parent ?? '') ?? asked;
      const isTooDeep = parent !== undefined && parent.level >= DEEPEST;
      const hop: Hop = {
        number,
        message,
        reached: [message],
        answers: [],
        children: [],
        level: isTooDeep ? parent.level : (parent?.level ?? 0) + 1,
      };
      (isTooDeep ? roots : (parent?.children ?? roots)).push(hop);
      byId.set(message.messageId, hop);
    }
  }
  return { roots, omitted };
}

/** Recipients of one post that are named. */
const MOST_REACHED = 8;

/** "#3 beta → gamma task request · depth 2 · credit 7 · handled, done by gamma". */
export function hopWords({ number, message, reached, answers }: Hop): string {
  const { from, room, channel, act, depth, credit } = message;
  const whom = room ?? [...new Set(reached.map(({ to }) => to))].slice(0, MOST_REACHED).join(', ');
  const isOne = reached.length === 1;
  const fates = [...new Set(reached.map((one) => (isOne ? fateOf(one) : `${one.to} ${fateOf(one)}`)))];
  const replies = answers.map((answer) => `${answer.act} by ${answer.from}`);
  const outcome = [...shortened(fates), ...shortened([...new Set(replies)])].join(', ');
  return `#${number} ${from} → ${whom} ${channel} ${act} · depth ${depth} · credit ${credit} · ${outcome}`;
}

function shortened(words: readonly string[]): readonly string[] {
  return words.length <= MOST_REACHED
    ? words
    : [...words.slice(0, MOST_REACHED), `and ${words.length - MOST_REACHED} more`];
}

/** "alpha → beta, stopped: max_hops · path …". */
export function jobWords({ jobId, job }: JobTree): string {
  if (job === undefined) return `job ${jobId}, of which its origin told nothing`;
  return `${job.origin} asks ${job.target} (${job.channel}): ${stateOf(job)} · ${jobFacts(job)}`;
}
