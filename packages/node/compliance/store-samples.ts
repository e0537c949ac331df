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
    origin: BETA,
    epoch: 0,
    content: '{"skill":"echo"}',
    bodyHash: new Uint8Array(32).fill(7),
    envelope: Uint8Array.from([0, 1, 254, 255]),
    at: 1_000,
    neededUntil: Math.min(1_500, over.keepUntil ?? 1_500),
    keepUntil: 2_000,
    starts: 0,
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
    epoch: 0,
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

/** Why gamma did not answer the first message of this node. */
export function outcome(over: Partial<StoredOutcome> = {}): StoredOutcome {
  return {
    author: ME,
    messageId: 'm1',
    peer: GAMMA,
    reason: 'expired',
    detail: 'not reached in time',
    path: [ME, GAMMA],
    retryable: false,
    at: 1_200,
    ...over,
  };
}

/** A message of beta's that could not be read. */
export function refusal(over: Partial<StoredRefusal> = {}): StoredRefusal {
  return {
    at: 1_000,
    direction: 'in',
    channel: 'task',
    peer: BETA,
    reason: 'malformed',
    detail: 'not a message',
    path: [],
    ...over,
  };
}

export function notice(over: Partial<StoredNotice> = {}): StoredNotice {
  return { key: 'freeze job1', from: BETA, at: 1_000, until: 2_000, bytes: Uint8Array.from([0, 1, 255]), ...over };
}

/** A job of this node that a brake stopped at gamma. */
export function escalation(over: Partial<StoredEscalation> = {}): StoredEscalation {
  return {
    id: 'e1',
    kind: 'stop',
    state: 'open',
    at: 1_000,
    jobId: 'job1',
    epoch: 0,
    peer: GAMMA,
    reason: 'max_hops',
    detail: 'depth 4 of 4',
    path: [ME, BETA, GAMMA],
    count: 1,
    ...over,
  };
}

/** What beta is owed of what it asked this node. */
export function settlement(over: Partial<StoredSettlement> = {}): StoredSettlement {
  return {
    peer: BETA,
    channel: 'task',
    messageId: 'm1',
    settlement: { returned: 3, burnt: 1, open: 4, path: [BETA, ME], stops: [], stopCount: 0 },
    until: 2_000,
    ...over,
  };
}

/** What the agent of this node used in a job on a day. */
export function usage(over: Partial<StoredUsage> = {}): StoredUsage {
  return {
    ...{ day: '2026-03-01', jobId: 'job1', agent: ME, model: 'large' },
    ...{ inputTokens: 100, outputTokens: 10, cachedTokens: 40, costMicroUsd: 250 },
    ...over,
  };
}

/** What beta says that its agent has used in all. */
export function spend(over: Partial<StoredSpend> = {}): StoredSpend {
  return { peer: BETA, tokens: 900, costMicroUsd: 4_000, baseTokens: 100, baseCostMicroUsd: 500, at: 1_000, ...over };
}

export function change(over: Partial<StoredBreakerChange> = {}): StoredBreakerChange {
  const reason = 'looping: 8 identical tool calls';
  return { at: 1_000, from: 'healthy', to: 'steering', action: 'steer', reason, ...over };
}

/** Of the first job of this node, which went round and round between beta and gamma. */
export function intervention(over: Partial<StoredIntervention> = {}): StoredIntervention {
  return {
    ...{ jobId: 'job1', epoch: 0, at: 1_000, by: ME, kind: 'livelock', action: 'perturb' },
    ...{ detail: 'the same 2 states again and again', path: [BETA, GAMMA] },
    ...over,
  };
}
