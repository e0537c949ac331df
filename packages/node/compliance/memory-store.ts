import { obliges } from '@hoplite/p2p';
import type { Store, StoredJob, StoredMessage } from '../src/ports/store.ts';
import { DEFAULT_KEEP_JOBS_MS } from '../src/store/sqlite-store.ts';

interface State {
  messages: StoredMessage[];
  rooms: string[];
  jobs: StoredJob[];
  halted: Map<string, number>;
}

/** The Store as plainly as it can be said, with arrays: what a real one is compared with. Kept nowhere. */
export class MemoryStore implements Store {
  #state: State = { messages: [], rooms: [], jobs: [], halted: new Map() };
  #closed = false;

  written(): Promise<void> {
    return Promise.resolve();
  }

  addMessage(message: StoredMessage): boolean {
    const isNew = this.message(message.author, message.messageId) === undefined;
    if (isNew) {
      this.#open.messages.push(structuredClone(message));
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

  markOwed(author: string, messageId: string, started: boolean): void {
    this.#open.messages = this.#open.messages.map((message) =>
      message.author === author && message.messageId === messageId ? { ...message, peer: author, started } : message,
    );
  }

  markStarted(author: string, messageId: string): void {
    this.#open.messages = this.#open.messages.map((message) =>
      message.author === author && message.messageId === messageId ? { ...message, started: true } : message,
    );
  }

  unanswered(limit: number): readonly StoredMessage[] {
    return this.#open.messages.filter((message) => this.#isOwed(message)).slice(0, limit);
  }

  messagesOfJob(jobId: string): readonly StoredMessage[] {
    return this.#open.messages.filter((message) => message.jobId === jobId).slice(0, 10_000);
  }

  posts(room: string, limit: number): readonly StoredMessage[] {
    const posts = this.#open.messages.filter((message) => message.room === room).sort((a, b) => a.at - b.at);
    return posts.slice(Math.max(0, posts.length - limit));
  }

  countPosts(room: string): number {
    return this.#open.messages.filter((message) => message.room === room).length;
  }

  search(query: string, limit: number): readonly StoredMessage[] {
    const words = query.toLowerCase().split(/\s+/);
    return this.#open.messages
      .filter(({ content }) => words.every((word) => content.toLowerCase().includes(word)))
      .reverse()
      .slice(0, limit);
  }

  joinRoom(room: string): void {
    this.#open.rooms = [...new Set([...this.#open.rooms, room])].sort();
  }

  leaveRoom(room: string): void {
    this.#open.rooms = this.#open.rooms.filter((other) => other !== room);
  }

  rooms(): readonly string[] {
    return this.#open.rooms;
  }

  putJob(job: StoredJob): void {
    const index = this.#open.jobs.findIndex(({ jobId }) => jobId === job.jobId);
    this.#state.jobs.splice(index === -1 ? this.#state.jobs.length : index, 1, { ...job });
  }

  job(jobId: string): StoredJob | undefined {
    return this.#open.jobs.find((job) => job.jobId === jobId);
  }

  jobs(limit: number): readonly StoredJob[] {
    return [...this.#open.jobs]
      .reverse()
      .sort((a, b) => b.startedAt - a.startedAt)
      .slice(0, limit);
  }

  openJobs(): readonly StoredJob[] {
    const open = this.#open.jobs.filter(({ state }) => state === 'open');
    return open.sort((a, b) => a.startedAt - b.startedAt).slice(0, 10_000);
  }

  haltJob(jobId: string, until: number): void {
    this.#open.halted.set(jobId, Math.max(until, this.#state.halted.get(jobId) ?? until));
  }

  isHalted(jobId: string): boolean {
    return this.#open.halted.has(jobId);
  }

  prune(now: number): number {
    const before = this.#copy();
    const state = this.#open;
    const past = ({ keepUntil }: StoredMessage): boolean => keepUntil < now;
    const isReply = ({ direction, inReplyTo }: StoredMessage): boolean =>
      direction === 'out' && inReplyTo !== undefined;
    state.messages = state.messages.filter((message) => !past(message) || isReply(message) || this.#isOwed(message));
    state.messages = state.messages.filter(
      (message) =>
        !past(message) || !isReply(message) || this.message(message.peer, message.inReplyTo ?? '') !== undefined,
    );
    const jobsBefore = now - DEFAULT_KEEP_JOBS_MS;
    state.jobs = state.jobs.filter(
      (job) => job.state === 'open' || Math.max(job.expiresAt, job.endedAt ?? 0) >= jobsBefore,
    );
    state.halted = new Map([...state.halted].filter(([, until]) => until >= now));
    const size = (of: State): number => of.messages.length + of.jobs.length + of.halted.size;
    return size(before) - size(state);
  }

  close(): void {
    this.#closed = true;
  }

  get #open(): State {
    if (this.#closed) {
      throw new Error('the store is closed');
    }
    return this.#state;
  }

  #copy(): State {
    const { messages, rooms, jobs, halted } = this.#open;
    return { messages: [...messages], rooms: [...rooms], jobs: [...jobs], halted: new Map(halted) };
  }

  /** Whether this node owes an answer to a message. */
  #isOwed(message: StoredMessage): boolean {
    const { author, messageId, direction, act, peer } = message;
    const answered = this.#open.messages.some(
      (other) =>
        other.direction === 'out' && other.inReplyTo === messageId && other.peer === author && !obliges(other.act),
    );
    return direction === 'in' && obliges(act) && !peer.startsWith('/') && !answered;
  }
}
