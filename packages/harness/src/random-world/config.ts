import type { ConfigInput } from '@hoplite/node';
import { channel } from './briefs.ts';
import type { Cast } from './cast.ts';

/** What members of a network may do at a peer. */
const RIGHTS = ['task', 'session', 'room', 'halt'] as const;

type ConfigPart = Partial<ConfigInput>;

interface BreakerPart {
  readonly beatSeconds: number;
  readonly hardStop?: boolean;
  readonly repeatedToolLimit?: number;
  readonly errorStormLimit?: number;
  readonly tokenVelocityPerMin?: number;
  readonly enabled?: boolean;
}

/** Limits of all peers, or over these of one. */
export function config(cast: Cast): ConfigPart {
  const { dice, peers } = cast;
  return {
    ...dice.maybe(0.3, 'credit', () => dice.pick([1, 2, 3, 5, 8, 16, 64])),
    ...dice.maybe(0.1, 'maxHopDepth', () => dice.between(1, 4)),
    ...dice.maybe(0.6, 'jobTimeoutSeconds', () => dice.pick([1, 5, 20, 60, 300])),
    ...dice.maybe(0.3, 'requesterGraceSeconds', () => dice.pick([0, 1, 30, 600])),
    ...dice.maybe(0.2, 'turns', () => ({
      concurrent: dice.between(1, 4),
      queuedPerPeer: dice.between(0, 8),
      queued: dice.between(0, 16),
      ...dice.maybe(0.3, 'serial', () => true),
    })),
    ...dice.maybe(0.15, 'rates', () => ({
      perPeer: { perMinute: dice.pick([1, 30, 600]), burst: dice.between(1, 10) },
      perOrigin: { perMinute: dice.pick([1, 30, 600]), burst: dice.between(1, 10) },
    })),
    ...dice.maybe(0.1, 'graph', () => graph(cast)),
    ...dice.maybe(0.5, 'circuitBreaker', () => circuitBreaker(cast)),
    ...dice.maybe(0.1, 'costCapTokens', () => dice.pick([0, 500, 50_000])),
    ...dice.maybe(0.1, 'costCapUsd', () => dice.pick([0, 0.01, 5])),
    ...dice.maybe(0.1, 'agentTokenCaps', () => ({ [dice.pick(peers)]: dice.pick([0, 100, 50_000]) })),
    ...dice.maybe(0.1, 'prices', () => ({ small: { inputPerMillion: 1, outputPerMillion: 1000 } })),
    ...dice.maybe(0.15, 'supervisors', () => dice.some(peers, dice.between(1, 2))),
    ...dice.maybe(0.1, 'defaultRights', () => dice.some(RIGHTS, 3)),
  };
}

/** What the circuit breaker is told: beats are short, so that it has something to say in a short world. */
export function circuitBreaker({ dice }: Cast): BreakerPart {
  return {
    beatSeconds: dice.pick([0.2, 1, 5]),
    ...dice.maybe(0.6, 'hardStop', () => true),
    ...dice.maybe(0.5, 'repeatedToolLimit', () => dice.pick([2, 3, 8])),
    ...dice.maybe(0.5, 'errorStormLimit', () => dice.between(1, 5)),
    ...dice.maybe(0.3, 'tokenVelocityPerMin', () => dice.pick([1, 5000])),
    ...dice.maybe(0.05, 'enabled', () => false),
  };
}

function graph(cast: Cast): NonNullable<ConfigPart['graph']> {
  const { dice, everyone, peers, rooms } = cast;
  return dice.weighted<NonNullable<ConfigPart['graph']>>([
    [1, () => ({ preset: 'free' })],
    [1, () => ({ preset: 'star', centre: dice.pick(peers) })],
    [1, () => ({ preset: 'pipeline', order: dice.some(peers, dice.between(2, peers.length)) })],
    [
      1,
      () => ({
        preset: 'edges',
        edges: dice.list(1, 6, () => ({
          from: dice.pick([...everyone, '*']),
          to: dice.pick([...everyone, '*', ...rooms.map((room) => `#${room}`)]),
          ...dice.maybe(0.3, 'channels', () => [channel(cast)]),
        })),
      }),
    ],
  ]);
}
