import {
  CHANNELS,
  Lineage,
  OBLIGING_ACTS,
  TERMINAL_ACTS,
  bodyHash,
  encodeEnvelope,
  encodeFrame,
  type Body,
  type Frame,
  type Message,
} from '../../src/index.ts';
import { encodeJobHeader } from '../../src/lineage/codec.ts';
import { encodeBody } from '../../src/wire/body-codec.ts';
import { A, B, C, D, PEERS, answerTo, forge, header, hop, rootOf, withLineage } from '../lineage/chains.ts';

/** A message to be recorded, and at whom it arrived. */
export type Sample =
  | { readonly name: string; readonly bytes: Uint8Array; readonly message: Message; readonly receiver: string }
  | { readonly name: string; readonly bytes: Uint8Array; readonly frame: Frame | undefined };

/** Field 99, a text: something of a later version. */
const UNKNOWN = Buffer.from([0x9a, 0x06, 0x05, ...Buffer.from('later')]);

/** Every kind of message on every channel, made with fixed keys and times. */
export function samples(): Sample[] {
  return [...obliging(), ...answers(), ...chains(), ...laterVersions(), ...frames()];
}

function sample(name: string, message: Message, receiver: string): Sample {
  return { name, bytes: encodeEnvelope(message), message, receiver };
}

function obliging(): Sample[] {
  return CHANNELS.flatMap((channel) =>
    OBLIGING_ACTS.map((act) => sample(`${channel}-${act}`, hop(rootOf(), { channel, act, from: A, to: B }), B.peerId)),
  );
}

function answers(): Sample[] {
  const stops = [{ reason: 'cannot: cycle' as const, path: [A.peerId, B.peerId, A.peerId] }];
  const settlement = { returned: 3, burnt: 4, open: 1, path: [A.peerId, B.peerId, C.peerId], stops, stopCount: 2 };
  const refusal = {
    reason: 'max_hops' as const,
    detail: 'zu tief · 深すぎる',
    path: [A.peerId, B.peerId],
    retryAfter: 250,
  };
  return CHANNELS.flatMap((channel) => {
    const request = hop(rootOf(), { channel, from: A, to: B });
    return TERMINAL_ACTS.map((act) => {
      const body = { settlement, ...(act === 'refuse' ? { content: '', refusal } : {}) };
      return sample(`${channel}-${act}`, answerTo(request, B, { act, body }), A.peerId);
    });
  });
}

function chains(): Sample[] {
  const task = hop(rootOf(), { from: A, to: B, credit: 16 });
  const post = hop(task.lineage, { channel: 'room', from: B, to: C });
  const query = hop(post.lineage, { channel: 'session', act: 'query', from: C, to: D, credit: 4 });
  const asked = hop(rootOf(), { channel: 'session', act: 'query', from: A, to: B });
  const again = hop(answerTo(asked, B).lineage, { channel: 'session', act: 'query', from: A, to: B });
  const note = hop(rootOf(), { channel: 'room', act: 'inform', from: A, to: B });
  const ordinary = { content: 'all is well', room: 'ops' };
  const wide = hop(rootOf(), {
    channel: 'room',
    from: A,
    to: B,
    body: { wake: [B, C, D].map(({ peerId }, index) => ({ peer: peerId, credit: index + 1 })) },
    credit: 6,
  });
  return [
    sample('chain-task-room', post, C.peerId),
    sample('chain-task-room-session', query, D.peerId),
    sample('chain-after-consumed-reply', again, B.peerId),
    sample('room-wakes-three', wide, D.peerId),
    sample('room-ordinary-post', withBody(note, rootOf(), ordinary, encodeBody('room', 'inform', ordinary)), B.peerId),
  ];
}

/** What a peer of a later version sends: fields that this one does not know, wherever they may stand. */
function laterVersions(): Sample[] {
  const job = header();
  const root = new Lineage(job, Buffer.concat([encodeJobHeader(job), UNKNOWN]), []);
  return CHANNELS.map((channel) => {
    const before = forge(root, { from: A.peerId, to: B.peerId }, A, UNKNOWN);
    const plain = hop(before, { channel, from: B, to: C });
    const message = withBody(plain, before, plain.body, Buffer.concat([plain.bodyBytes, UNKNOWN]), UNKNOWN);
    const bytes = Buffer.concat([encodeEnvelope(message), UNKNOWN]);
    return { name: `later-${channel}`, bytes, message, receiver: C.peerId };
  });
}

/** The message with another body, signed anew. */
function withBody(message: Message, parent: Lineage, body: Body, bodyBytes: Uint8Array, unknown?: Uint8Array): Message {
  const { from, to, act, credit, messageId, at } = message.link;
  const signer = PEERS.find(({ peerId }) => peerId === from) ?? A;
  const link = { from, to, act, credit, messageId, at, bodyHash: bodyHash(message.channel, bodyBytes) };
  return { ...withLineage(message, forge(parent, link, signer, unknown)), body, bodyBytes };
}

function frames(): Sample[] {
  const envelope = encodeEnvelope(hop(rootOf(), { from: A, to: B }));
  const answer = encodeEnvelope(answerTo(hop(rootOf(), { from: A, to: B }), B));
  const path = [A.peerId, B.peerId];
  const all: Record<string, Frame> = {
    request: { kind: 'request', id: 'message-1', envelope },
    accepted: { kind: 'accepted', id: 'message-1' },
    progress: { kind: 'progress', id: 'message-1', progress: { note: 'half-way · 半分', fraction: 0.5 } },
    'progress-of-unknown-extent': { kind: 'progress', id: 'message-1', progress: { note: 'busy' } },
    answer: { kind: 'answer', id: 'message-1', envelope: answer },
    refused: {
      kind: 'refused',
      id: 'message-1',
      refusal: { reason: 'busy', detail: 'the queue is full', path, retryAfter: 1000 },
    },
    cancel: { kind: 'cancel', id: 'message-1', reason: 'no longer wanted' },
    settled: {
      kind: 'settled',
      id: 'message-1',
      settlement: {
        returned: 3,
        burnt: 5,
        open: 0,
        path,
        stops: [{ reason: 'max_turns', path: [...path, C.peerId] }],
        stopCount: 1,
      },
    },
  };
  const known = Object.entries(all).map(([name, frame]) => ({
    name: `frame-${name}`,
    bytes: encodeFrame(frame),
    frame,
  }));
  const accepted: Frame = { kind: 'accepted', id: 'message-1' };
  return [
    ...known,
    { name: 'later-frame-field', bytes: Buffer.concat([encodeFrame(accepted), UNKNOWN]), frame: accepted },
    { name: 'later-frame-kind', bytes: Buffer.from([0x42, 0x03, 0x0a, 0x01, 0x78]), frame: undefined },
  ];
}
