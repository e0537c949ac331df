import { decodeEnvelope, shortHash, briefHash, obliges, type Channel, type Message, type Refusal } from '@hoplite/p2p';
import type { MessageSeen, WaitSeen } from '../../record.ts';
import type { Crossing, TrafficObserver } from '../network/traffic.ts';

/** Messages that a record holds at most; later ones are counted only. */
export const MAX_MESSAGES = 100_000;

/** Characters of what a message says. */
const MAX_TEXT = 200;

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type Entry = Writable<MessageSeen>;

/** Of one message, what does not depend on who it goes to. */
type Told = Pick<MessageSeen, 'act' | 'messageId' | 'jobId' | 'depth' | 'credit' | 'text'> &
  Partial<Pick<MessageSeen, 'parent' | 'inReplyTo' | 'briefHash'>>;

export interface MessageLogInit {
  now(): number;
  nameOf(peerId: string): string;
}

/** Everything that was said over a network, and what became of it. */
export class MessageLog implements TrafficObserver {
  readonly #init: MessageLogInit;
  readonly #entries: Entry[] = [];
  /** Requests that have not ended, and posts that have not arrived. */
  readonly #open = new Map<string, Entry>();
  readonly #waits: Writable<WaitSeen>[] = [];
  readonly #waiting = new Map<string, Writable<WaitSeen>>();
  readonly #told = new WeakMap<Uint8Array, Told>();
  #crossings = 0;
  #isFull = false;

  constructor(init: MessageLogInit) {
    this.#init = init;
  }

  /** What has crossed, with what is not kept. */
  get crossings(): number {
    return this.#crossings;
  }

  get messages(): readonly MessageSeen[] {
    return this.#entries;
  }

  get waits(): readonly WaitSeen[] {
    return this.#waits;
  }

  onSent(crossing: Crossing): void {
    this.#crossings += 1;
    const key = this.#keyOf(crossing);
    const { kind } = crossing;
    if (kind === 'refused' || (kind === 'request' && this.#open.has(key))) {
      return; // A refusal is seen in what became of its request; a request that is sent again is the same one.
    }
    const entry = this.#enter(crossing, { kind: 'waiting' });
    if (entry === undefined) {
      return;
    }
    this.#open.set(key, entry);
    if (kind === 'request' && !this.#waiting.has(key)) {
      const { from, to, jobId, channel, messageId } = entry;
      const wait = { from, to, jobId, channel, messageId, since: this.#init.now() };
      this.#waiting.set(key, wait);
      this.#waits.push(wait);
    }
  }

  onDelivered(crossing: Crossing): void {
    const { kind, from, to, channel, id } = crossing;
    if (kind === 'answer' || kind === 'post') {
      this.#end(this.#keyOf(crossing), { kind: 'stored' });
    }
    const asked = this.#keyOf({ kind: 'request', from: to, to: from, channel, id });
    if (kind === 'answer') {
      this.#refuse(asked, this.#refusalIn(crossing));
      this.#end(asked, { kind: 'handled' });
    }
    if (kind === 'refused' && crossing.refusal !== undefined) {
      this.#refuse(asked, crossing.refusal);
      this.#end(asked, { kind: 'refused', reason: crossing.refusal.reason, by: 'receiver' });
    }
  }

  onLost(crossing: Crossing): void {
    this.#end(this.#keyOf(crossing), { kind: 'lost' });
  }

  onDuplicated(crossing: Crossing): void {
    this.#crossings += 1;
    const entry = this.#enter(crossing, { kind: 'duplicate' });
    if (entry !== undefined) {
      entry.endedAt = this.#init.now();
    }
  }

  onEnded(request: Pick<Crossing, 'from' | 'to' | 'channel' | 'id'>): void {
    const key = this.#keyOf({ ...request, kind: 'request' });
    const wait = this.#waiting.get(key);
    if (wait !== undefined) {
      wait.until = this.#init.now();
      this.#waiting.delete(key);
    }
    this.#end(key, { kind: 'handled' }); // Who asked has given it up: whatever runs for it is told.
  }

  /** Posts have no ID of their own on a line: it is in what they say. */
  #keyOf(crossing: Crossing): string {
    const { kind, from, to, channel, id, envelope } = crossing;
    const which = kind === 'post' ? this.#read(channel, envelope, crossing).messageId : id;
    return `${kind} ${from} ${to} ${channel} ${which}`;
  }

  #end(key: string, fate: MessageSeen['fate']): void {
    const entry = this.#open.get(key);
    if (entry !== undefined) {
      this.#open.delete(key);
      entry.fate = fate;
      entry.endedAt = this.#init.now();
    }
  }

  /** Who asked has no answer, and knows why. */
  #refuse(key: string, refusal: Refusal | undefined): void {
    const wait = this.#waiting.get(key);
    if (wait !== undefined && refusal !== undefined) {
      wait.reason = refusal.reason;
    }
  }

  /** What stands in an answer that is a refusal. */
  #refusalIn(crossing: Crossing): Refusal | undefined {
    const { channel, envelope } = crossing;
    const isRefusal = envelope !== undefined && this.#read(channel, envelope, crossing).act === 'refuse';
    return isRefusal ? refusalOf(channel, envelope) : undefined;
  }

  #enter(crossing: Crossing, fate: MessageSeen['fate']): Entry | undefined {
    if (this.#isFull) {
      return undefined;
    }
    const { channel, from, kind, to, envelope, id } = crossing;
    const entry: Entry = {
      at: this.#init.now(),
      from: this.#init.nameOf(from),
      to: this.#init.nameOf(to),
      ...(kind === 'post' ? { room: id } : {}),
      channel,
      ...this.#read(channel, envelope, crossing),
      fate,
    };
    this.#entries.push(entry);
    this.#isFull = this.#entries.length >= MAX_MESSAGES;
    return entry;
  }

  #read(channel: Channel, envelope: Uint8Array | undefined, { id, kind }: Crossing): Told {
    const known = envelope === undefined ? undefined : this.#told.get(envelope);
    const told = known ?? readable(channel, envelope) ?? unreadable(id, kind);
    if (envelope !== undefined) {
      this.#told.set(envelope, told);
    }
    return told;
  }
}

function readable(channel: Channel, envelope: Uint8Array | undefined): Told | undefined {
  if (envelope === undefined) {
    return undefined;
  }
  try {
    return toldOf(decodeEnvelope(channel, envelope));
  } catch {
    return undefined; // Somebody sends nonsense. That it was sent is seen all the same.
  }
}

function refusalOf(channel: Channel, envelope: Uint8Array): Refusal | undefined {
  try {
    return decodeEnvelope(channel, envelope).body.refusal;
  } catch {
    return undefined;
  }
}

function toldOf({ body, channel, lineage, link }: Message): Told {
  const parent = lineage.links.at(-2)?.messageId;
  return {
    act: link.act,
    messageId: link.messageId,
    ...(parent === undefined ? {} : { parent }),
    ...(body.inReplyTo === undefined ? {} : { inReplyTo: body.inReplyTo }),
    jobId: lineage.job.jobId,
    depth: lineage.depth,
    credit: link.credit,
    ...(obliges(link.act) ? { briefHash: shortHash(briefHash(link.to, body.content, channel)) } : {}),
    text: body.content.slice(0, MAX_TEXT),
  };
}

function unreadable(id: string, kind: Crossing['kind']): Told {
  const act = kind === 'request' ? 'request' : 'inform';
  return { act, messageId: id, jobId: '', depth: 0, credit: 0, text: '' };
}
