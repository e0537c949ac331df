import {
  Lineage,
  composeMessage,
  obliges,
  roomTopic,
  type Act,
  type Body,
  type Channel,
  type JobHeader,
  type Message,
  type ObligingAct,
  type Signer,
} from '@hoplite/p2p';
import { formatContent } from '../../dispatch/content.ts';
import { ACCOMPLICE, LOCAL, MALLORY, STAGE_ROOM, STAGE_TIME } from './cast.ts';

/** Turns that each forged message grants. */
export const GRANT = 4;

const MINUTE_MS = 60_000;

/** What asks for an answer on each channel, and how it says whom it is for. */
const FORMS: Readonly<
  Record<
    Channel,
    {
      readonly asks: ObligingAct;
      readonly address: (peer: string) => string;
      readonly names: (peer: string, credit: number) => Pick<Body, 'room' | 'wake'>;
    }
  >
> = {
  task: { asks: 'request', address: (peer) => peer, names: () => ({}) },
  session: { asks: 'query', address: (peer) => peer, names: () => ({}) },
  room: {
    asks: 'request',
    address: () => roomTopic(STAGE_ROOM),
    names: (peer, credit) => ({ room: STAGE_ROOM, ...(credit > 0 ? { wake: [{ peer, credit }] } : {}) }),
  },
};

export interface ForgedMessage {
  readonly by: Signer;
  /** What it extends. */
  readonly parent: Lineage;
  /** @default what asks for an answer on this channel */
  readonly act?: Act;
  /** Peer ID of who is to answer. @default the one on the stage */
  readonly to?: string;
  /** What it says. @default something that was not said before */
  readonly content?: string;
  /** @default a new one */
  readonly messageId?: string;
}

/** Makes messages of one channel for the peer on the stage: honest ones, and others. */
export class Forge {
  readonly channel: Channel;
  #made = 0;

  constructor(channel: Channel) {
    this.channel = channel;
  }

  /** A job that nobody has heard of. */
  root(changes: Partial<JobHeader> = {}): Lineage {
    this.#made += 1;
    return Lineage.root({
      ...{ jobId: `${this.channel}-job-${this.#made}`, epoch: 0, maxDepth: 4, credit: 32 },
      ...{ issuedAt: STAGE_TIME, expiresAt: STAGE_TIME + MINUTE_MS, ...changes },
    });
  }

  /** An honest message that has come so many hops. */
  honest(hops: number, changes: Partial<JobHeader> = {}, said: Partial<ForgedMessage> = {}): Message {
    let parent = this.root(changes);
    for (let hop = 0; hop < hops - 1; hop += 1) {
      parent = this.carry(parent, actorAt(hop), actorAt(hop + 1).peerId);
    }
    return this.message({ by: actorAt(hops - 1), parent, ...said });
  }

  /** One hop between others, of which nobody here sees more than its link. */
  carry(parent: Lineage, by: Signer, to: string): Lineage {
    this.#made += 1;
    const link = { to, act: 'request', credit: GRANT, messageId: `hop-${this.#made}`, at: STAGE_TIME } as const;
    return parent.extend({ ...link, bodyHash: new Uint8Array(32) }, by);
  }

  message({ by, parent, to = LOCAL.peerId, messageId = this.#id(), ...said }: ForgedMessage): Message {
    const { asks, address, names } = FORMS[this.channel];
    const { act = asks, content = `a message of the rehearsal, ${messageId}` } = said;
    const credit = obliges(act) ? GRANT : 0;
    const body: Body = {
      content: formatContent(this.channel, this.channel === 'task' ? { say: content } : content),
      ...(obliges(act) ? { deadline: STAGE_TIME + MINUTE_MS } : { inReplyTo: 'nothing-that-was-asked' }),
      ...(act === 'refuse' ? { refusal: { reason: 'agent_refused', detail: 'no', path: [] } } : {}),
      ...names(to, credit),
    };
    const stamp = { channel: this.channel, parent, to: address(to), act, credit, messageId, at: STAGE_TIME, body };
    return composeMessage(stamp, by);
  }

  /** A message whose link says one act, and whose body was made for another. */
  contradictory(linkAct: Act, bodyAct: Act): Message {
    const parent = this.root();
    const honest = this.message({ by: MALLORY, parent, act: bodyAct });
    const { to, at, messageId, bodyHash } = honest.link;
    const credit = obliges(linkAct) ? GRANT : 0;
    return withLineage(honest, parent.extend({ to, act: linkAct, credit, messageId, at, bodyHash }, MALLORY));
  }

  get asks(): ObligingAct {
    return FORMS[this.channel].asks;
  }

  #id(): string {
    this.#made += 1;
    return `${this.channel}-${this.#made}`;
  }
}

/** Two take turns along a chain, as nobody but the last matters to who gets the message. */
export function actorAt(hop: number): Signer {
  return hop % 2 === 0 ? MALLORY : ACCOMPLICE;
}

/** A message that claims to have come another way. */
export function withLineage(message: Message, lineage: Lineage): Message {
  return { ...message, lineage, link: lineage.last ?? message.link };
}
