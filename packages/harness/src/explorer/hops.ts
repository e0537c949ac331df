import { crossingOf, readCrossing, type Crossing, type MessageCrossing } from '@hoplite/node/decisions';
import {
  Lineage,
  briefHash,
  obliges,
  returnAddress,
  roomTopic,
  verifyLineage,
  type Act,
  type Channel,
  type LineageClaims,
  type LineageFault,
  type Message,
  type Signer,
} from '@hoplite/p2p';
import type { Bounds, Lie } from './bounds.ts';
import type { Choice } from './choices.ts';
import type { Decisions } from './decisions.ts';
import { ROOM, type Hop, type Woken } from './hop.ts';
import { idOfPeer } from './peer-names.ts';
import { standInSigner, verifyStandIn } from './stand-in-signatures.ts';

/** The time of a world in which time does not pass: 2030-01-01, in milliseconds since the Unix epoch. */
export const NOW = 1_893_456_000_000;

const EXPIRES_AT = NOW + 600_000;
const JOB_ID = 'job-1';
const TOPIC = roomTopic('room');

/** What a new message is made of. */
export interface Written {
  readonly cause: Hop;
  readonly from: number;
  readonly choice: Choice;
  readonly credit: number;
  readonly wake: readonly Woken[];
  readonly slot: number;
}

type Made = Partial<Hop> & Pick<Hop, 'lineage' | 'message' | 'from' | 'to' | 'channel'>;

/** All messages that were ever made in a world, each once. */
export class Hops {
  readonly root: Hop;
  readonly #bounds: Bounds;
  readonly #decisions: Decisions;
  readonly #signers: Signer[];
  readonly #ofLineage = new WeakMap<Lineage, Hop>();
  #made = 0;

  constructor(bounds: Bounds, decisions: Decisions) {
    this.#bounds = bounds;
    this.#decisions = decisions;
    this.#signers = Array.from({ length: bounds.peers }, (_, peer) => standInSigner(this.localId(peer)));
    const { credit, depth } = bounds;
    const job = { jobId: JOB_ID, epoch: 0, maxDepth: depth, credit, issuedAt: NOW, expiresAt: EXPIRES_AT };
    this.root = made({ lineage: Lineage.root(job), message: undefined, to: 0, from: 0, channel: 'task', credit }, 0);
    this.#ofLineage.set(this.root.lineage, this.root);
  }

  /** What a peer takes for its own ID. */
  localId(peer: number): string {
    return peer === this.#bounds.nameless ? '' : idOfPeer(peer);
  }

  /** The hop that this lineage is of. */
  of(lineage: Lineage): Hop {
    const hop = lineage.depth === 0 ? this.root : this.#ofLineage.get(lineage);
    if (hop === undefined) {
      throw new Error('a message extends a lineage that no message of this world has');
    }
    return hop;
  }

  /** @throws {NoLocalIdError} when its author does not know its own ID */
  write(parent: Hop, { cause, from, choice, credit, wake, slot }: Written): Hop {
    const woken = wake.map((one) => `${one.peer}:${one.credit}`).join();
    const key = `${cause === parent ? '' : cause.number}/${from}/${choice.key}/${credit}/${woken}/${slot}`;
    return intern(parent, key, () => {
      const { act, channel, to, isSaidAgain } = choice;
      const messageId = `${cause.message?.link.messageId ?? 'root'}.${idOfPeer(from).slice(-4)}${slot}`;
      const content = textOf(channel, isSaidAgain ? 'the same as before' : `new: ${messageId}`);
      const post = { room: 'room', wake: wake.map((one) => ({ peer: idOfPeer(one.peer), credit: one.credit })) };
      const body = { content, deadline: EXPIRES_AT, ...(channel === 'room' ? post : {}) };
      const stamp = { channel, parent: parent.lineage, to: addressOf(to), act, credit, messageId, at: NOW, body };
      const message = this.#decisions.compose(stamp, this.#signer(from));
      const visited = [...cause.visited, from];
      return this.#keep({
        ...{
          lineage: message.lineage,
          message,
          parent,
          cause,
          from,
          to,
          channel,
          act,
          credit,
          wake,
          slot,
          isSaidAgain,
        },
        ...{ hops: (parent === this.root ? 0 : parent.hops) + 1, visited },
      });
    });
  }

  /** The answer of `from` to a message. What it says of the credit travels beside it. */
  answer(asked: Hop, from: number, isOk: boolean): Hop {
    return intern(asked, `answer/${from}/${isOk ? 'ok' : 'no'}`, () => {
      const request = messageOf(asked);
      const act: Act = isOk ? (asked.channel === 'task' ? 'done' : 'inform') : 'refuse';
      const refusal = { reason: 'agent_refused', detail: 'no', path: [] } as const;
      const message = this.#decisions.compose(
        {
          ...{ channel: asked.channel, parent: asked.lineage, to: returnAddress(request), act, credit: 0, at: NOW },
          messageId: `${request.link.messageId}/${idOfPeer(from).slice(-4)}`,
          body: {
            content: isOk ? textOf(asked.channel, 'an answer') : '',
            inReplyTo: request.link.messageId,
            ...(request.body.room === undefined ? {} : { room: request.body.room }),
            ...(isOk ? {} : { refusal }),
          },
        },
        this.#signer(from),
      );
      return this.#keep({
        ...{ lineage: message.lineage, message, parent: asked, cause: asked, from, act },
        ...{ to: asked.channel === 'room' ? ROOM : asked.from, channel: asked.channel },
        ...{ hops: asked.hops + 1, visited: asked.visited.slice(0, -1) },
      });
    });
  }

  /** What a dishonest peer says. */
  lie(lie: Lie, liar: number, to: number): Hop {
    return intern(this.root, `${lie}/${liar}/${to}`, () => {
      const about = {
        lie,
        bringer: liar,
        to,
        hops: 1,
        parent: this.root,
        cause: this.root,
        channel: 'session',
      } as const;
      if (lie === 'gibberish') {
        return made({ ...about, lineage: this.root.lineage, message: undefined, from: liar }, (this.#made += 1));
      }
      const author = lie === 'impersonation' ? 0 : liar;
      const parent = lie === 'forgery' ? this.#forgedParent(liar) : this.root.lineage;
      const act: Act = lie === 'terminal' ? 'inform' : 'query';
      const credit = lie === 'terminal' ? 0 : this.#bounds.credit;
      const messageId = `${lie}.${liar}`;
      const body = { content: lie, ...(lie === 'terminal' ? { inReplyTo: 'nothing' } : { deadline: EXPIRES_AT }) };
      const message = this.#decisions.compose(
        { channel: 'session', parent, to: idOfPeer(to), act, credit, messageId, at: NOW, body },
        this.#signer(author),
      );
      return this.#keep({ ...about, lineage: message.lineage, message, from: author, act, credit, visited: [author] });
    });
  }

  /** A message that is to leave, as the brakes see it. */
  leaving(parent: Hop, choice: Choice): MessageCrossing {
    const known = choice.number < 0 ? undefined : parent.leaving[choice.number];
    if (known !== undefined) {
      return known;
    }
    const { lineage } = parent;
    const { act, channel, from, to, wakes, isSaidAgain } = choice;
    const local = this.localId(from);
    const reach = wakes.length === 1 ? idOfPeer(wakes[0] ?? from) : addressOf(to);
    const content = textOf(channel, isSaidAgain ? 'the same as before' : 'new');
    const crossing: MessageCrossing = {
      ...{ kind: 'message', direction: 'outbound', channel, peer: addressOf(to), act, answers: false, lineage },
      depth: lineage.depth + 1,
      visited: [...lineage.visited, local],
      path: [...lineage.chain, local, reach],
      wakes: wakes.map(idOfPeer),
      ...(channel === 'room' ? { room: 'room' } : {}),
      briefHash: briefHash(addressOf(to), content, channel),
    };
    if (choice.number >= 0) {
      parent.leaving[choice.number] = crossing;
    }
    return crossing;
  }

  /** A message that has arrived at a peer, as the brakes see it. */
  arriving(hop: Hop, peer: number): Crossing {
    return (hop.arriving[peer] ??= this.#arriving(hop, peer));
  }

  #arriving({ message, channel, bringer }: Hop, peer: number): Crossing {
    const localPeer = this.localId(peer);
    const from = idOfPeer(bringer);
    return message === undefined
      ? readCrossing(channel, from, GIBBERISH, localPeer)
      : crossingOf(message, {
          ...{ direction: 'inbound', peer: from, localPeer },
          path: [...message.lineage.chain, localPeer],
        });
  }

  /** What the rules of lineages say of a message where it arrives. */
  verify(
    hop: Hop,
    peer: number,
    claims: Omit<LineageClaims, keyof typeof FIXED | 'localPeer' | 'lastLinkAuthenticated'>,
  ) {
    const known = (hop.verified[peer] ??=
      verifyLineage(hop.lineage, {
        ...claims,
        ...FIXED,
        localPeer: this.localId(peer),
        lastLinkAuthenticated: claims.channel !== 'room',
      }) ?? 'none');
    return known === 'none' ? undefined : (known satisfies LineageFault);
  }

  #keep(about: Made): Hop {
    const hop = made(about, (this.#made += 1));
    this.#ofLineage.set(hop.lineage, hop);
    return hop;
  }

  #signer(peer: number): Signer {
    const signer = this.#signers[peer];
    if (signer === undefined) {
      throw new Error(`there is no peer ${peer}`);
    }
    return signer;
  }

  /** A link from the origin to the liar that the origin has never signed. */
  #forgedParent(liar: number): Lineage {
    const { credit } = this.#bounds;
    const body = { to: idOfPeer(liar), act: 'query', credit, messageId: 'forged', at: NOW } as const;
    const signer: Signer = { peerId: idOfPeer(0), sign: (bytes) => this.#signer(liar).sign(bytes) };
    return this.root.lineage.extend({ ...body, bodyHash: new Uint8Array(32) }, signer);
  }
}

const FIXED = { now: NOW, verify: verifyStandIn };

const GIBBERISH = new Uint8Array([255, 255, 255]);

/** The message of a hop that is one. */
export function messageOf({ message }: Hop): Message {
  if (message === undefined) {
    throw new Error('this is no message');
  }
  return message;
}

function addressOf(to: number): string {
  return to === ROOM ? TOPIC : idOfPeer(to);
}

function textOf(channel: Channel, text: string): string {
  return channel === 'task' ? JSON.stringify(text) : text;
}

function intern(parent: Hop, key: string, make: () => Hop): Hop {
  const known = parent.next.get(key);
  if (known !== undefined) {
    return known;
  }
  const hop = make();
  parent.next.set(key, hop);
  return hop;
}

function made(about: Made, number: number): Hop {
  return {
    number,
    ...{ parent: undefined, cause: undefined, bringer: about.from, act: 'request', credit: 0, wake: [], slot: 0 },
    ...{ isSaidAgain: false, hops: 0, visited: [] },
    ...about,
    named: peersIn(about.lineage),
    ...{
      next: new Map(),
      ...{ leavingStops: [], arrivingStops: [] },
      leaving: [],
      arriving: [],
      verified: [],
      admitted: [],
      codes: { name: [], aim: [], whole: [] },
    },
  };
}

function peersIn(lineage: Lineage): readonly number[] {
  return lineage.links.filter(({ act }) => obliges(act)).map(({ from }) => peerOf(from));
}

const peers = new Map<string, number>();

function peerOf(id: string): number {
  for (let peer = peers.size; !peers.has(id); peer += 1) {
    peers.set(idOfPeer(peer), peer);
  }
  return peers.get(id) ?? 0;
}
