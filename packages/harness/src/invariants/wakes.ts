import { obliges } from '@hoplite/p2p';
import type { Violation } from '../record.ts';
import type { Seen } from '../world/world.ts';
import type { History, JobHistory } from './history.ts';
import { violation, type Invariant, type Scene } from './invariant.ts';
import { Reader } from './reader.ts';
import type { Kept } from './traces.ts';

/** Messages of a job that a trace shows at most; of a longer one not every cause is there to be seen. */
const TRACE_LIMIT = 2000;

/** History may be pruned two minutes after a job has expired; what is younger is whole. In milliseconds. */
const WHOLE_FOR_MS = 100_000;

/** I3: as far as it shows in what was told, and in what nodes have kept. */
export const nothingTwice: Invariant = {
  id: 'I3',
  says: 'no message has an effect twice: no turn, and no post',
  when: 'always',
  watch: (scene) => {
    const events = new Reader(() => scene.world.events);
    const posts = new Set<string>();
    const turns = new Map<string, number>();
    return () => [
      ...events.read().flatMap((seen) => {
        switch (seen.event) {
          case 'post':
            return postTwice(seen, posts);
          case 'turn:started':
            return messageTwice(seen, turns, scene.history);
          default:
            return [];
        }
      }),
      ...wholeIn(scene).flatMap(({ kept, job }) => turnsTwice(kept, job, scene.history)),
    ];
  },
};

/** I5. */
export const onlyWhatObligesWakes: Invariant = {
  id: 'I5',
  says: 'what obliges nobody wakes nobody: each turn has a message that obliges, or is where a job began',
  when: 'always',
  watch: (scene) => () => wholeIn(scene).flatMap(({ kept, job }) => wokenByNothing(kept, job)),
};

function postTwice(seen: Seen & { readonly event: 'post' }, posts: Set<string>): readonly Violation[] {
  const { at, author, messageId, node, room } = seen;
  const key = `${node}\n${author}\n${messageId}`;
  const isKnown = posts.has(key);
  posts.add(key);
  return isKnown ? [violation('I3', `${node} told of a post of ${author} in #${room} twice`, { peer: node, at })] : [];
}

/** A turn may begin again after a crash, once in each life of its node. */
function messageTwice(
  seen: Seen & { readonly event: 'turn:started' },
  turns: Map<string, number>,
  history: History,
): readonly Violation[] {
  const { at, jobId, messageId, node } = seen;
  if (messageId === undefined) return [];
  const key = `${node}\n${jobId}\n${messageId}`;
  const begun = (turns.get(key) ?? 0) + 1;
  turns.set(key, begun);
  return begun > history.livesOf(node)
    ? [violation('I3', `message ${messageId} woke the agent of ${node} ${begun} times`, { jobId, peer: node, at })]
    : [];
}

/** What is kept whole, with what was told of it. */
function wholeIn({ history, looked, world }: Scene): readonly { readonly kept: Kept; readonly job: JobHistory }[] {
  return looked().flatMap((kept) => {
    const job = history.jobs.get(kept.trace.jobId);
    const isWhole = kept.trace.hops.length < TRACE_LIMIT && world.now() - (job?.lastAt ?? 0) < WHOLE_FOR_MS;
    return job !== undefined && isWhole ? [{ kept, job }] : [];
  });
}

/** Messages that reached a node and were to wake it, each once, by channel and depth. */
function wakesIn({ node, trace }: Kept): ReadonlyMap<string, number> {
  const wakes = new Map<string, number>();
  for (const { act, channel, depth, from, outcomes } of trace.hops) {
    const isForNode = channel !== undefined && from !== node && outcomes.some(({ peer }) => peer === node);
    if (!isForNode || !obliges(act)) continue;
    const kind = `${channel} ${depth}`;
    wakes.set(kind, (wakes.get(kind) ?? 0) + 1);
  }
  return wakes;
}

function turnsTwice(kept: Kept, job: JobHistory, history: History): readonly Violation[] {
  const { node, trace } = kept;
  const begun = job.at.get(node)?.turns ?? 0;
  const woken = [...wakesIn(kept).values()].reduce((sum, count) => sum + count, 0);
  // After a crash a turn may be run again; an epoch begins at the origin, perhaps with a turn of its own.
  const epochs = Math.max(1, job.starts, 1 + job.releases);
  const most = woken * history.livesOf(node) + (isRootAt(kept, job) ? epochs : 0);
  return begun > most && woken > 0
    ? [
        violation('I3', `${node} ran ${begun} turns of the job for ${most} messages`, {
          jobId: trace.jobId,
          peer: node,
        }),
      ]
    : [];
}

function wokenByNothing(kept: Kept, job: JobHistory): readonly Violation[] {
  const { node, trace } = kept;
  const wakes = wakesIn(kept);
  return [...(job.at.get(node)?.kinds.keys() ?? [])].flatMap((kind) => {
    const isRoot = kind.endsWith(' 0') && isRootAt(kept, job);
    return wakes.has(kind) || isRoot
      ? []
      : [
          violation('I5', `a turn (${kind}) began at ${node}, and no message there obliges it to`, {
            jobId: trace.jobId,
            peer: node,
          }),
        ];
  });
}

/** Whether the job's root event may be a turn at this node. */
function isRootAt({ node, trace }: Kept, job: JobHistory): boolean {
  return (trace.summary !== undefined || job.origin === node) && (trace.summary?.target ?? job.target) === node;
}
