import type { PeerSummary } from '@hoplite/tools';
import type { NodeEvent, NodeEventListener } from '../../src/node-events.ts';
import { breakerSettingsSchema } from '../../src/config/breaker-schema.ts';
import type {
  BreakerStatus,
  EscalationView,
  HaltView,
  HopliteNode,
  JobReport,
  JobSummary,
  JobTrace,
  JobWatch,
  UsageReport,
  WaitView,
} from '../../src/sdk.ts';

export const alpha: PeerSummary = {
  peerId: '12D3KooWAlpha',
  name: 'alpha',
  description: 'the local one',
  skills: [{ name: 'echo', description: 'says it again' }],
  connected: true,
  self: true,
};

export const done: JobReport = {
  jobId: 'job-1',
  state: 'done',
  path: ['alpha', 'beta'],
  depth: 1,
  turns: 1,
  credit: { granted: 32, left: 31 },
  result: 'hello',
};

export const stopped: JobReport = {
  ...done,
  state: 'stopped',
  reason: 'cannot: cycle',
  detail: 'alpha is on the chain already',
  path: ['alpha', 'beta', 'alpha'],
};

export const summary: JobSummary = {
  ...done,
  channel: 'task',
  target: 'beta',
  brief: 'say hello',
  startedAt: Date.UTC(2026, 10, 30),
};

export const trace: JobTrace = {
  jobId: 'job-1',
  origin: 'alpha',
  summary,
  thread: { state: 'open' },
  hops: [],
  refusals: [],
};

export const escalation: EscalationView = {
  id: 'item-1',
  kind: 'stop',
  state: 'open',
  at: Date.UTC(2026, 10, 30),
  jobId: 'job-1',
  epoch: 0,
  peer: 'beta',
  reason: 'cannot: cycle',
  detail: 'alpha is on the chain already',
  path: ['alpha', 'beta', 'alpha'],
  briefHash: 'ab'.repeat(32),
  payload: 'say hello',
  count: 1,
};

export const halt: HaltView = { scope: { kind: 'all' }, by: 'alpha', at: Date.UTC(2026, 10, 30), note: 'enough' };

/** A breaker that has nothing to say. */
export const healthy: BreakerStatus = {
  level: 'healthy',
  since: Date.UTC(2026, 10, 30),
  isRecovering: false,
  restrictions: [],
  settings: breakerSettingsSchema.parse({}),
  counters: { repeats: 0, errors: 0, outputTokens: 0, hasProgressed: false },
  own: { tokens: 0, costUsd: 0 },
  floor: { tokens: 0, costUsd: 0, peers: [] },
  changes: [],
};

export const usage: UsageReport = {
  key: '2026-11-30',
  day: '2026-11-30',
  inputTokens: 1_000_000,
  outputTokens: 2000,
  cachedTokens: 500,
  costUsd: 3.03,
};

export const wait: WaitView = {
  jobId: 'job-1',
  kind: 'reply',
  on: [{ peer: 'beta', messageId: 'message-1', isSuspect: false }],
  since: Date.UTC(2026, 10, 30),
};

/** What a monitor says of a job that goes in circles. */
export const watch: JobWatch = {
  window: [{ t: Date.UTC(2026, 10, 30), fired: 1 }],
  verdict: { kind: 'livelock', why: 'a period of 3' },
  goal: 'obligations',
  interventions: [
    {
      epoch: 0,
      at: Date.UTC(2026, 10, 30),
      by: 'alpha',
      kind: 'livelock',
      action: 'perturb',
      detail: 'the same three states come back',
      path: ['alpha', 'beta', 'gamma'],
    },
  ],
};

/** Events that a test tells, and when somebody listens. */
export function scriptedEvents() {
  const listeners = new Set<NodeEventListener>();
  let heard = Promise.withResolvers<void>();
  let left = Promise.withResolvers<void>();
  return {
    /** Resolves when somebody listens. */
    heard: () => heard.promise,
    /** Resolves when nobody does any more. */
    left: () => left.promise,
    get listeners() {
      return listeners.size;
    },
    tell(event: NodeEvent): void {
      for (const listener of listeners) listener(event);
    },
    subscribe(listener: NodeEventListener): () => void {
      if (listeners.size === 0) left = Promise.withResolvers();
      listeners.add(listener);
      heard.resolve();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        heard = Promise.withResolvers();
        left.resolve();
      };
    },
  };
}

const unexpected = (): never => {
  throw new Error('not part of this script');
};

/** A node that does what a test writes down, to see the API alone. */
export function scriptedNode(script: Partial<HopliteNode> = {}): HopliteNode {
  return {
    peerId: alpha.peerId,
    name: alpha.name,
    addresses: ['/ip4/127.0.0.1/tcp/4001/p2p/12D3KooWAlpha'],
    peers: () => [alpha],
    connect: unexpected,
    delegate: unexpected,
    send: unexpected,
    post: unexpected,
    joinRoom: unexpected,
    leaveRoom: unexpected,
    rooms: () => [],
    readRoom: unexpected,
    jobs: () => [],
    job: () => undefined,
    trace: () => undefined,
    explain: () => undefined,
    idsLike: () => [],
    inbox: () => [],
    escalation: (id) => script.inbox?.({ all: true }).find((item) => item.id === id),
    answerEscalation: unexpected,
    releaseEscalation: unexpected,
    stopEscalation: unexpected,
    halt: unexpected,
    resume: unexpected,
    halts: () => [],
    breaker: () => healthy,
    setBreaker: unexpected,
    resetBreaker: unexpected,
    usage: () => [],
    waits: () => [],
    metrics: unexpected,
    subscribe: () => () => {},
    stop: async () => {},
    [Symbol.asyncDispose]: async () => {},
    ...script,
  };
}
