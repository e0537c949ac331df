import {
  CHANNELS,
  Lineage,
  OBLIGING_ACTS,
  TERMINAL_ACTS,
  bodyHash,
  briefHash,
  composeNotice,
  encodeEnvelope,
  encodeFrame,
  type Body,
  type Frame,
  type Message,
  type Notice,
  type NoticeContent,
  type ProgressTick,
} from '../../src/index.ts';
import { encodeJobHeader } from '../../src/lineage/codec.ts';
import { encodeBody } from '../../src/wire/body-codec.ts';
import { pb } from '../../src/wire/protobuf.ts';
import { encodeTick } from '../../src/wire/tick-codec.ts';
import { A, B, C, D, HOUR, NOW, PEERS, answerTo, forge, header, hop, rootOf, withLineage } from '../lineage/chains.ts';

/** A message to be recorded, and at whom it arrived. */
export type Sample =
  | { readonly name: string; readonly bytes: Uint8Array; readonly message: Message; readonly receiver: string }
  | { readonly name: string; readonly bytes: Uint8Array; readonly frame: Frame | undefined }
  | { readonly name: string; readonly bytes: Uint8Array; readonly notice: Notice | undefined };

/** Field 99, a text: something of a later version. */
const UNKNOWN = Buffer.from([0x9a, 0x06, 0x05, ...Buffer.from('later')]);

const BRIEF = briefHash(B.peerId, '{"skill":"echo"}', 'task');

/** Every kind of message on every channel, made with fixed keys and times. */
export function samples(): Sample[] {
  return [...obliging(), ...answers(), ...chains(), ...released(), ...laterVersions(), ...frames(), ...notices()];
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

/** What a job says of itself after a person has released it, and of what had stopped it before. */
function released(): Sample[] {
  const request = hop(rootOf({ epoch: 2 }), { from: A, to: B });
  const stop = { reason: 'cannot: cycle' as const, path: [A.peerId, B.peerId, A.peerId] };
  const settlement = { returned: 3, burnt: 4, open: 1, path: stop.path, stopCount: 2 };
  const stops = [
    { ...stop, briefHash: BRIEF, payload: 'noch einmal · もう一度' },
    { ...stop, briefHash: BRIEF },
  ];
  return [
    sample('epoch-task-request', request, B.peerId),
    sample('stops-with-briefs', answerTo(request, B, { body: { settlement: { ...settlement, stops } } }), A.peerId),
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

const TICK: ProgressTick = {
  peer: C.peerId,
  at: NOW + 1500,
  enabledTransitions: 2,
  fired: 3,
  state: new Uint8Array(32).fill(7),
  goalDistance: 4.5,
  goal: 'reported',
  waitFor: [A.peerId, D.peerId],
};

function frames(): Sample[] {
  const envelope = encodeEnvelope(hop(rootOf(), { from: A, to: B }));
  const answer = encodeEnvelope(answerTo(hop(rootOf(), { from: A, to: B }), B));
  const path = [A.peerId, B.peerId];
  const all: Record<string, Frame> = {
    request: { kind: 'request', id: 'message-1', envelope },
    accepted: { kind: 'accepted', id: 'message-1' },
    progress: { kind: 'progress', id: 'message-1', progress: { note: 'half-way · 半分', fraction: 0.5 } },
    'progress-with-tick': {
      kind: 'progress',
      id: 'message-1',
      progress: { note: 'half-way · 半分', fraction: 0.5, tick: TICK },
    },
    'progress-of-tick-alone': {
      kind: 'progress',
      id: 'message-1',
      progress: { note: '', tick: { ...TICK, goal: 'obligations', waitFor: [] } },
    },
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
    notice: { kind: 'notice', notice: noticed(contents().halt) },
    history: { kind: 'history', id: 'question-1', room: 'ops', since: NOW, limit: 64 },
    posts: { kind: 'posts', id: 'question-1', envelopes: [envelope, answer] },
  };
  const known = Object.entries(all).map(([name, frame]) => ({
    name: `frame-${name}`,
    bytes: encodeFrame(frame),
    frame,
  }));
  const accepted: Frame = { kind: 'accepted', id: 'message-1' };
  const withTick = (tick: Uint8Array) => pb.Frame.encode({ progress: { id: 'message-1', note: 'on', tick } }).finish();
  const noted = { kind: 'progress', id: 'message-1', progress: { note: 'on', fraction: 0 } } as const;
  return [
    ...known,
    {
      name: 'later-tick-field',
      bytes: withTick(Buffer.concat([encodeTick(TICK), UNKNOWN])),
      frame: { ...noted, progress: { ...noted.progress, tick: TICK } },
    },
    { name: 'later-tick', bytes: withTick(UNKNOWN), frame: noted },
    { name: 'later-frame-field', bytes: Buffer.concat([encodeFrame(accepted), UNKNOWN]), frame: accepted },
    { name: 'later-frame-kind', bytes: Buffer.from([0x42, 0x03, 0x0a, 0x01, 0x78]), frame: undefined },
  ];
}

const STAMP = { id: 'notice-1', at: NOW, until: NOW + HOUR };

function noticed(content: NoticeContent): Uint8Array {
  return composeNotice(content, STAMP, B);
}

/** Every kind of notice, by B. */
function contents() {
  const witness = hop(rootOf({ epoch: 2 }), { from: A, to: B }).lineage;
  const path = [A.peerId, B.peerId, A.peerId];
  const stopped = { jobId: witness.job.jobId, epoch: 2, reason: 'cannot: cycle' as const, path, briefHash: BRIEF };
  const job = { kind: 'job', jobId: 'job-1' } as const;
  const note = 'Schluss · おしまい';
  return {
    freeze: { kind: 'freeze', ...stopped, witness },
    'freeze-by-origin': { kind: 'freeze', ...stopped, witness: rootOf({ epoch: 2 }) },
    halt: { kind: 'halt', scope: job, note },
    'halt-of-peer': { kind: 'halt', scope: { kind: 'peer', peer: C.peerId }, note },
    'halt-of-all': { kind: 'halt', scope: { kind: 'all' }, note },
    resume: { kind: 'resume', scope: job, note: '' },
    escalation: { kind: 'escalation', ...stopped, detail: 'a cycle', payload: '{"skill":"echo"}' },
    receipt: { kind: 'receipt', witness },
    beat: { kind: 'beat', every: 30_000, tokens: 123_456_789_012, costMicroUsd: 4_200_000 },
    probe: {
      kind: 'probe',
      initiator: { peer: A.peerId, token: 'token-1' },
      waits: [
        { peer: A.peerId, on: B.peerId, messageId: 'message-1', since: NOW },
        { peer: B.peerId, on: C.peerId, messageId: 'message-2', since: NOW + 20 },
      ],
    },
    stall: {
      kind: 'stall',
      jobId: witness.job.jobId,
      epoch: 2,
      reason: 'deadlock',
      detail: 'a circle of waits · 待ち',
      path: [B.peerId, C.peerId, B.peerId],
      witness,
    },
  } as const satisfies Record<string, NoticeContent>;
}

function notices(): Sample[] {
  const known = Object.entries(contents()).map(([name, content]: [string, NoticeContent]) => ({
    name: `notice-${name}`,
    bytes: noticed(content),
    notice: { from: B.peerId, ...STAMP, content },
  }));
  const { halt } = contents();
  const { from, id, at, until } = { from: B.peerId, ...STAMP };
  const plain = pb.Notice.encode({ from, id, at, until }).finish();
  const signed = (notice: Uint8Array) =>
    pb.SignedNotice.encode({
      notice,
      signature: B.sign(Buffer.concat([Buffer.from('hoplite/1/notice\0'), notice])),
    }).finish();
  const withField = pb.Notice.encode({
    from,
    id,
    at,
    until,
    halt: { jobId: halt.scope.jobId, note: halt.note },
  }).finish();
  return [
    ...known,
    {
      name: 'later-notice-field',
      bytes: Buffer.concat([signed(Buffer.concat([withField, UNKNOWN])), UNKNOWN]),
      notice: { from, id, at, until, content: halt },
    },
    { name: 'later-notice-kind', bytes: signed(Buffer.concat([plain, UNKNOWN])), notice: undefined },
    {
      name: 'later-halt-scope',
      bytes: signed(pb.Notice.encode({ from, id, at, until, halt: { note: 'a room' } }).finish()),
      notice: undefined,
    },
  ];
}
