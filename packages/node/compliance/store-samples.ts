import type { StoredJob, StoredMessage } from '../src/ports/store.ts';

export const ME = '12D3KooWMe';
export const BETA = '12D3KooWBeta';
export const GAMMA = '12D3KooWGamma';

/** A request of beta's to this node. */
export function request(over: Partial<StoredMessage> = {}): StoredMessage {
  return {
    author: BETA,
    messageId: 'm1',
    peer: over.author ?? BETA,
    direction: 'in',
    channel: 'task',
    act: 'request',
    jobId: 'job1',
    content: '{"skill":"echo"}',
    bodyHash: new Uint8Array(32).fill(7),
    envelope: Uint8Array.from([0, 1, 254, 255]),
    at: 1_000,
    keepUntil: 2_000,
    started: false,
    ...over,
  };
}

/** This node's answer to a message. */
export function answerTo(question: StoredMessage, over: Partial<StoredMessage> = {}): StoredMessage {
  const { channel, jobId, author: peer, messageId: inReplyTo } = question;
  const answer = { author: ME, messageId: `re-${inReplyTo}`, peer, inReplyTo, channel, jobId, ...over };
  return request({ direction: 'out', act: 'done', content: 'done', ...answer });
}

/** A post in the lobby that wakes nobody. */
export function post(messageId: string, at: number, over: Partial<StoredMessage> = {}): StoredMessage {
  const inRoom = { channel: 'room', room: 'lobby', peer: '/hoplite/room/1/lobby', act: 'inform' } as const;
  return request({ ...inRoom, messageId, at, content: `post ${messageId}`, ...over });
}

export function job(over: Partial<StoredJob> = {}): StoredJob {
  return {
    jobId: 'job1',
    state: 'open',
    target: BETA,
    channel: 'task',
    brief: '{"skill":"echo"}',
    path: [],
    maxDepth: 4,
    credit: 32,
    left: 0,
    turns: 0,
    startedAt: 1_000,
    expiresAt: 601_000,
    ...over,
  };
}
