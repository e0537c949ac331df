import { obliges } from '@hoplite/p2p';
import type {
  Store,
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
  UsageSum,
} from '../src/ports/store.ts';
import {
  EMPTY,
  isOpen,
  isOwed,
  newestFirst,
  obligesUs,
  pruned,
  replaced,
  sizeOf,
  type MemoryState,
} from './memory-state.ts';
import { usageOf, withUsage } from './memory-usage.ts';

const MOST = 10_000;
const MOST_SPENDS = 4_096;
const MOST_INTERVENTIONS = 100;

/** The Store as plainly as it can be said, with arrays: what a real one is compared with. Kept nowhere, never full. */
export class MemoryStore implements Store {
  #state: MemoryState = EMPTY;
  #closed = false;

  written(): Promise<void> {
    return Promise.resolve();
  }

  addMessage(message: StoredMessage): boolean {
    const isNew = this.message(message.author, message.messageId) === undefined;
    if (isNew) {
      this.#set({ messages: [...this.#open.messages, structuredClone(message)] });
    }
    return isNew;
  }

  message(author: string, messageId: string): StoredMessage | undefined {
    return this.#open.messages.find((message) => message.author === author && message.messageId === messageId);
  }

  answer(author: string, asker: string, messageId: string): StoredMessage | undefined {
    return this.#open.messages.find(
      (message) =>
        message.author === author &&
        message.inReplyTo === messageId &&
        !obliges(message.act) &&
        (message.peer === asker || message.peer === author),
    );
  }

  markAddressed(author: string, messageId: string, starts: 0 | 1): void {
    this.#change(author, messageId, () => ({ peer: author, starts }));
  }

  markStarted(author: string, messageId: string): void {
    this.#change(author, messageId, ({ starts }) => ({ starts: starts + 1 }));
  }

  unanswered(limit: number): readonly StoredMessage[] {
    const { messages } = this.#open;
    return messages.filter((message) => isOwed(messages, message)).slice(0, limit);
  }

  sent(now: number, limit: number): readonly StoredMessage[] {
    const isSent = ({ direction, act, neededUntil }: StoredMessage): boolean =>
      direction === 'out' && obliges(act) && neededUntil >= now;
    return this.#open.messages.filter(isSent).slice(0, limit);
  }

  messagesOfJob(jobId: string, limit = MOST): readonly StoredMessage[] {
    return this.#open.messages.filter((message) => message.jobId === jobId).slice(0, Math.min(limit, MOST));
  }

  #isAnswered({ messageId }: StoredMessage): boolean {
    return this.#open.messages.some(
      ({ inReplyTo, direction, act }) => inReplyTo === messageId && direction === 'in' && !obliges(act),
    );
  }

  hasSaid(said: Parameters<Store['hasSaid']>[0]): boolean {
    return this.#open.messages.some((message) => {
      const outcomes = this.outcomes(message.author, message.messageId);
      return (
        message.jobId === said.jobId &&
        message.epoch === said.epoch &&
        message.author === said.author &&
        message.messageId !== said.messageId &&
        message.briefHash !== undefined &&
        Buffer.from(message.briefHash).equals(said.briefHash) &&
        (outcomes.length === 0 || outcomes.some(({ retryable }) => !retryable) || this.#isAnswered(message))
      );
    });
  }

  addOutcome(outcome: StoredOutcome): boolean {
    const isNew = this.outcomes(outcome.author, outcome.messageId).every(({ peer }) => peer !== outcome.peer);
    if (isNew) {
      this.#set({ outcomes: [...this.#open.outcomes, structuredClone(outcome)] });
    }
    return isNew;
  }

  outcomes(author: string, messageId: string): readonly StoredOutcome[] {
    return this.#open.outcomes
      .filter((outcome) => outcome.author === author && outcome.messageId === messageId)
      .sort((a, b) => (a.peer < b.peer ? -1 : 1));
  }

  countRecent(since: number): readonly { author: string; origin: string; count: number }[] {
    const counts = new Map<string, { author: string; origin: string; count: number }>();
    for (const message of this.#open.messages.slice(-MOST)) {
      if (obligesUs(message) && message.at >= since) {
        const { author, origin } = message;
        const key = JSON.stringify([author, origin]);
        counts.set(key, { author, origin, count: (counts.get(key)?.count ?? 0) + 1 });
      }
    }
    return [...counts.values()];
  }

  idsLike(part: string, limit: number): readonly string[] {
    const newest = this.#open.messages.slice(-MOST).reverse();
    const ids = [
      ...this.jobs(MOST).map(({ jobId }) => jobId),
      ...newest.map(({ jobId }) => jobId),
      ...newest.map(({ messageId }) => messageId),
      ...this.escalations(MOST).map(({ id }) => id),
    ];
    return [...new Set(ids.filter((id) => id.startsWith(part) || id.endsWith(part)))].slice(0, limit);
  }

  posts(room: string, limit: number): readonly StoredMessage[] {
    const posts = this.#open.messages.filter((message) => message.room === room).sort((a, b) => a.at - b.at);
    return posts.slice(Math.max(0, posts.length - limit));
  }

  countPosts(room: string): number {
    return this.#open.messages.filter((message) => message.room === room).length;
  }

  postEnvelopes(room: string, of: Parameters<Store['postEnvelopes']>[1]): readonly Uint8Array[] {
    const isWanted = ({ channel, act, at }: StoredMessage): boolean =>
      channel === 'room' && act !== 'refuse' && at >= of.since;
    const envelopes = this.posts(room, Infinity)
      .filter(isWanted)
      .map(({ envelope }) => envelope);
    const sizeFrom = (index: number): number => envelopes.slice(index).reduce((sum, { length }) => sum + length, 0);
    return envelopes.filter((_, index) => envelopes.length - index <= of.limit && sizeFrom(index) <= of.maxBytes);
  }

  search(query: string, limit: number): readonly StoredMessage[] {
    const words = query.toLowerCase().split(/\s+/);
    return this.#open.messages
      .filter(({ content }) => words.every((word) => content.toLowerCase().includes(word)))
      .reverse()
      .slice(0, limit);
  }

  joinRoom(room: string): void {
    this.#set({ rooms: [...new Set([...this.#open.rooms, room])].sort() });
  }

  leaveRoom(room: string): void {
    this.#set({ rooms: this.#open.rooms.filter((other) => other !== room) });
  }

  rooms(): readonly string[] {
    return this.#open.rooms;
  }

  putJob(job: StoredJob): void {
    this.#set({ jobs: replaced(this.#open.jobs, job, ({ jobId }) => jobId === job.jobId) });
  }

  job(jobId: string): StoredJob | undefined {
    return this.#open.jobs.find((job) => job.jobId === jobId);
  }

  jobs(limit: number): readonly StoredJob[] {
    return newestFirst(this.#open.jobs, ({ startedAt }) => startedAt).slice(0, limit);
  }

  openJobs(): readonly StoredJob[] {
    const open = this.#open.jobs.filter(isOpen);
    return open.sort((a, b) => a.startedAt - b.startedAt).slice(0, MOST);
  }

  addRefusal(refusal: StoredRefusal): void {
    this.#set({ refusals: [...this.#open.refusals, structuredClone(refusal)].slice(-MOST) });
  }

  refusals(of: Parameters<Store['refusals']>[0], limit: number): readonly StoredRefusal[] {
    const found = this.#open.refusals.filter((refusal) =>
      'jobId' in of ? refusal.jobId === of.jobId : refusal.messageId === of.messageId,
    );
    return found.slice(Math.max(0, found.length - limit));
  }

  putNotice(notice: StoredNotice): void {
    this.#set({ notices: replaced(this.#open.notices, notice, ({ key }) => key === notice.key) });
  }

  noticesOf(keys: readonly string[]): readonly StoredNotice[] {
    return this.#open.notices.filter(({ key }) => keys.includes(key));
  }

  notices(limit: number, prefix = ''): readonly StoredNotice[] {
    const found = this.#open.notices.filter(({ key }) => key.startsWith(prefix));
    return newestFirst(found, ({ at }) => at).slice(0, limit);
  }

  putEscalation(escalation: StoredEscalation): void {
    this.#set({ escalations: replaced(this.#open.escalations, escalation, ({ id }) => id === escalation.id) });
  }

  escalation(id: string): StoredEscalation | undefined {
    return this.#open.escalations.find((escalation) => escalation.id === id);
  }

  countOpenEscalations(peer: string): number {
    return this.#open.escalations.filter((escalation) => escalation.state === 'open' && escalation.peer === peer)
      .length;
  }

  escalations(limit: number, options?: { readonly open?: boolean }): readonly StoredEscalation[] {
    return newestFirst(this.#open.escalations, ({ at }) => at)
      .filter(({ state }) => options?.open !== true || state === 'open')
      .slice(0, limit);
  }

  putSettlement(settlement: StoredSettlement): void {
    const { peer, messageId } = settlement;
    const isLike = (other: StoredSettlement): boolean => other.peer === peer && other.messageId === messageId;
    this.#set({ settlements: replaced(this.#open.settlements, settlement, isLike) });
  }

  settlementsFor(peer: string): readonly StoredSettlement[] {
    return this.#open.settlements.filter((settlement) => settlement.peer === peer).slice(0, MOST);
  }

  addUsage(usage: StoredUsage): void {
    this.#set({ usage: withUsage(this.#open.usage, usage) });
  }

  usage(query: Parameters<Store['usage']>[0]): readonly UsageSum[] {
    return usageOf(this.#open.usage, query);
  }

  putSpend(spend: StoredSpend): void {
    const spends = replaced(this.#open.spends, spend, ({ peer }) => peer === spend.peer);
    const isTooMany = spends.length > MOST_SPENDS;
    const oldest = isTooMany ? newestFirst(spends, ({ at }) => at).at(-1) : undefined;
    this.#set({ spends: spends.filter((each) => each !== oldest) });
  }

  spends(): readonly StoredSpend[] {
    return this.#open.spends;
  }

  putState(key: string, json: string): void {
    this.#set({ states: replaced(this.#open.states, { key, json }, (other) => other.key === key) });
  }

  state(key: string): string | undefined {
    return this.#open.states.find((other) => other.key === key)?.json;
  }

  addBreakerChange(change: StoredBreakerChange): void {
    this.#set({ changes: [...this.#open.changes, structuredClone(change)].slice(-MOST) });
  }

  breakerChanges(limit: number): readonly StoredBreakerChange[] {
    return this.#open.changes.toReversed().slice(0, limit);
  }

  addIntervention(intervention: StoredIntervention): void {
    const { jobId } = intervention;
    const all = [...this.#open.interventions, structuredClone(intervention)];
    const ofJob = all.filter((it) => it.jobId === jobId).slice(-MOST_INTERVENTIONS);
    this.#set({ interventions: all.filter((it) => it.jobId !== jobId || ofJob.includes(it)) });
  }

  interventions(jobId: string): readonly StoredIntervention[] {
    return this.#open.interventions.filter((it) => it.jobId === jobId);
  }

  isFull(): boolean {
    return this.#open.messages.length === Infinity;
  }

  prune(now: number): number {
    const before = sizeOf(this.#open);
    this.#state = pruned(this.#state, now);
    return before - sizeOf(this.#state);
  }

  close(): void {
    this.#closed = true;
  }

  get #open(): MemoryState {
    if (this.#closed) {
      throw new Error('the store is closed');
    }
    return this.#state;
  }

  #set(changed: Partial<MemoryState>): void {
    this.#state = { ...this.#open, ...changed };
  }

  #change(author: string, messageId: string, change: (message: StoredMessage) => Partial<StoredMessage>): void {
    const messages = this.#open.messages.map((message) =>
      message.author === author && message.messageId === messageId ? { ...message, ...change(message) } : message,
    );
    this.#set({ messages });
  }
}
