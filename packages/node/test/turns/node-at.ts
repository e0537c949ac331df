import {
  composeMessage,
  decodeEnvelope,
  decodeNotice,
  encodeEnvelope,
  returnAddress,
  type Body,
  type Channel,
  type Message,
  type NoticeContent,
  type Settlement,
  type Signer,
} from '@hoplite/p2p';
import { assemble, type Parts } from '../../src/parts.ts';
import { NOW } from '../admission/crossings.ts';
import { settled } from './hand-clock.ts';
import { arrivingAt, type Arrived } from './inbound-at.ts';
import { runtimeAt, type RuntimeAt, type RuntimeAtInit } from './runtime-at.ts';
import type { Sent, Told } from './scripted-mesh.ts';

export interface NodeAt extends RuntimeAt, Parts {
  /** A message comes on a stream. */
  arrive(message: Message, envelope?: Uint8Array): Arrived;
  /** A post comes by gossip. */
  hear(post: Message): void;
}

/** All parts of a node, with everything real but the network and the time. */
export function nodeAt(signer: Signer, init: RuntimeAtInit = {}): NodeAt {
  const at = runtimeAt(signer, init);
  const parts = assemble(at.runtime);
  const hear = (post: Message): void =>
    parts.inbound.onPost({ author: post.link.from, room: post.body.room ?? '', envelope: encodeEnvelope(post) });
  return { ...at, ...parts, arrive: arrivingAt(parts.inbound), hear };
}

/** Lets everything come to rest that waits for nothing from outside, however many steps it takes. */
export async function atRest(): Promise<void> {
  for (let steps = 0; steps < 10; steps += 1) {
    await settled();
  }
}

/** Reasons of the freezes that a node has gossiped. */
export function freezesOf({ broadcast }: Told): readonly string[] {
  return broadcast
    .map((bytes): NoticeContent | undefined => decodeNotice(bytes)?.content)
    .flatMap((content) => (content?.kind === 'freeze' ? [content.reason] : []));
}

export function firstOf(sent: readonly Sent[]): Sent {
  const [first] = sent;
  if (first === undefined) throw new Error('nothing was sent');
  return first;
}

/** What left with a request. */
export function messageOf({ request }: Sent): Message {
  return decodeEnvelope(request.channel, request.envelope);
}

let made = 0;

/** An answer to what was asked; by default one that has burnt all it was granted. */
export function answerTo(asked: Message, by: Signer, body: Partial<Body> = {}, granted = asked.link.credit): Message {
  const { channel, lineage, link } = asked;
  made += 1;
  return composeMessage(
    {
      channel,
      parent: lineage,
      to: returnAddress(asked),
      act: body.refusal === undefined ? TERMINAL[channel] : 'refuse',
      credit: 0,
      messageId: `answer-${made}`,
      at: NOW,
      body: {
        content: body.refusal === undefined ? '"ok"' : '',
        inReplyTo: link.messageId,
        settlement: settlement({ burnt: granted }),
        ...(asked.body.room === undefined ? {} : { room: asked.body.room }),
        ...body,
      },
    },
    by,
  );
}

export function settlement(changes: Partial<Settlement>): Settlement {
  return { returned: 0, burnt: 0, open: 0, path: [], stops: [], stopCount: 0, ...changes };
}

const TERMINAL = { task: 'done', session: 'inform', room: 'inform' } as const satisfies Record<Channel, string>;
