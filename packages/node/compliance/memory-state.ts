import { obliges } from '@hoplite/p2p';
import type {
  StoredBreakerChange,
  StoredEscalation,
  StoredIntervention,
  StoredJob,
  StoredMessage,
  StoredNotice,
  StoredOutcome,
  StoredRefusal,
  StoredSettlement,
  StoredSpend,
  StoredUsage,
} from '../src/ports/store.ts';
import { dayOf } from '../src/store/day.ts';
import { DEFAULT_KEEP_JOBS_MS } from '../src/store/sqlite-store.ts';

/** All that a {@link MemoryStore} holds, each kind in the order in which it came. */
export interface MemoryState {
  readonly messages: readonly StoredMessage[];
  readonly outcomes: readonly StoredOutcome[];
  readonly refusals: readonly StoredRefusal[];
  readonly notices: readonly StoredNotice[];
  readonly escalations: readonly StoredEscalation[];
  readonly settlements: readonly StoredSettlement[];
  readonly rooms: readonly string[];
  readonly jobs: readonly StoredJob[];
  readonly usage: readonly StoredUsage[];
  readonly spends: readonly StoredSpend[];
  readonly states: readonly { readonly key: string; readonly json: string }[];
  readonly changes: readonly StoredBreakerChange[];
  readonly interventions: readonly StoredIntervention[];
}

export const EMPTY: MemoryState = {
  messages: [],
  outcomes: [],
  refusals: [],
  notices: [],
  escalations: [],
  settlements: [],
  rooms: [],
  jobs: [],
  usage: [],
  spends: [],
  states: [],
  changes: [],
  interventions: [],
};

/** `items` with a new one, which takes the place of the one that is like it. */
export function replaced<T>(items: readonly T[], item: T, isLike: (other: T) => boolean): readonly T[] {
  const copy = structuredClone(item);
  return items.some(isLike) ? items.map((other) => (isLike(other) ? copy : other)) : [...items, copy];
}

/** Latest first; of two at one time the one that came later. */
export function newestFirst<T>(items: readonly T[], at: (item: T) => number): readonly T[] {
  return items.toReversed().sort((a, b) => at(b) - at(a));
}

/** An inbound obliging message, unless it is a post that obliges others. */
export function obligesUs({ direction, act, peer }: StoredMessage): boolean {
  return direction === 'in' && obliges(act) && !peer.startsWith('/');
}

/** Whether the node owes an answer to a message. */
export function isOwed(messages: readonly StoredMessage[], message: StoredMessage): boolean {
  const { author, messageId } = message;
  const isAnswer = (other: StoredMessage): boolean =>
    other.direction === 'out' && other.inReplyTo === messageId && other.peer === author && !obliges(other.act);
  return obligesUs(message) && !messages.some(isAnswer);
}

export function isOpen({ state }: StoredJob): boolean {
  return state === 'open' || state === 'frozen';
}

const isThere = (messages: readonly StoredMessage[], author: string, messageId: string | undefined): boolean =>
  messages.some((message) => message.author === author && message.messageId === messageId);

/** What {@link Store.prune} leaves. */
export function pruned(state: MemoryState, now: number): MemoryState {
  const past = ({ keepUntil }: StoredMessage): boolean => keepUntil < now;
  const isReply = ({ direction, inReplyTo }: StoredMessage): boolean => direction === 'out' && inReplyTo !== undefined;
  const owed = state.messages.filter((it) => !past(it) || isReply(it) || isOwed(state.messages, it));
  const messages = owed.filter((it) => !past(it) || !isReply(it) || isThere(owed, it.peer, it.inReplyTo));
  const closedBefore = now - DEFAULT_KEEP_JOBS_MS;
  const jobs = state.jobs.filter(
    (job) =>
      isOpen(job) ||
      Math.max(job.expiresAt, job.endedAt ?? 0) >= closedBefore ||
      state.escalations.some((it) => it.state === 'open' && it.jobId === job.jobId),
  );
  return {
    ...state,
    messages,
    jobs,
    outcomes: state.outcomes.filter(({ author, messageId }) => isThere(messages, author, messageId)),
    notices: state.notices.filter(({ until }) => until >= now),
    settlements: state.settlements.filter(({ until }) => until >= now),
    escalations: state.escalations.filter((it) => it.state === 'open' || (it.resolvedAt ?? it.at) >= closedBefore),
    interventions: state.interventions.filter(
      (it) => it.at >= closedBefore || jobs.some(({ jobId }) => jobId === it.jobId),
    ),
    usage: state.usage.filter(({ day }) => day >= dayOf(closedBefore)),
  };
}

/** How many rows that is. */
export function sizeOf(state: MemoryState): number {
  const kinds: readonly (readonly unknown[])[] = Object.values(state);
  return kinds.reduce((sum, items) => sum + items.length, 0);
}
