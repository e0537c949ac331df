import type { PeerSummary } from '@hoplite/tools';
import type { HopliteNode, JobReport, JobSummary } from '../../src/sdk.ts';

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
    subscribe: () => () => {},
    stop: async () => {},
    [Symbol.asyncDispose]: async () => {},
    ...script,
  };
}
