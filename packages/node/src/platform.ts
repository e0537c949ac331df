import type { Breaker } from './admission/breaker.ts';
import { NO_BREAKER } from './admission/breaker.ts';
import type { Policy } from './admission/policy.ts';
import { Rates } from './admission/rates.ts';
import { Refusals } from './admission/refusals.ts';
import type { Config } from './config/schema.ts';
import { Metrics } from './metrics.ts';
import type { Platform, Runtime } from './runtime.ts';
import { Threads } from './threads/threads.ts';
import { WorkInHand } from './threads/work.ts';
import { Permits } from './turns/permits.ts';
import { CircuitBreaker } from './watch/breaker/circuit-breaker.ts';
import { Suspects } from './watch/liveness/suspects.ts';
import { Waits } from './watch/waits/waits.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** What a node is made of besides its config. */
export type PlatformInit = Pick<Platform, 'mesh' | 'clock' | 'ids' | 'store' | 'agent' | 'peers' | 'log' | 'emit'> & {
  readonly config: Config;
  /** @default one that never trips */
  readonly breaker?: Breaker;
};

/** What the parts of one node share, from its ports and its config. */
export function createRuntime({ config, breaker = NO_BREAKER, ...ports }: PlatformInit): Runtime {
  const policy = policyOf(config);
  const isSerial = ports.agent.serial ?? config.turns.serial;
  const permits = new Permits(config.turns.concurrent, { isSerial });
  const { clock, emit, ids, log, mesh, peers, store } = ports;
  const metrics = new Metrics({
    runningTurns: () => permits.held,
    queuedTurns: () => permits.queued,
    connectedPeers: () => mesh.peers().length,
  });
  const work = new WorkInHand();
  const { circuitBreaker, costCapUsd, costCapTokens, agentTokenCaps, prices } = config;
  const circuit = new CircuitBreaker({
    ...{ clock, emit, ids, log, mesh, metrics, peers, store },
    settings: { circuitBreaker, costCapUsd, costCapTokens, agentTokenCaps, prices },
    isAtWork: () => !work.isIdle,
  });
  work.onBegin(() => circuit.wake());
  const platform: Platform = {
    ...ports,
    policy,
    permits,
    breaker: { check: (crossing) => breaker.check(crossing) ?? circuit.check(crossing) },
    circuit,
    waits: new Waits({ clock, ids, mesh, peers, log, isSerial }),
    suspects: new Suspects({ clock, peers, emit, log, beatMs: () => circuit.beatMs }),
    metrics,
    rates: new Rates(policy.ratePerPeer, policy.ratePerOrigin),
    work,
  };
  return { ...platform, threads: new Threads(platform), refusals: new Refusals(platform) };
}

function policyOf(config: Config): Policy {
  return {
    maxHopDepth: config.maxHopDepth,
    credit: config.credit,
    jobTimeoutMs: config.jobTimeoutSeconds * 1000,
    defaultRights: config.defaultRights,
    rights: config.rights,
    graph: config.graph,
    ratePerPeer: config.rates.perPeer,
    ratePerOrigin: config.rates.perOrigin,
    supervisors: config.supervisors,
    queuedPerPeer: config.turns.queuedPerPeer,
    queued: config.turns.queued,
    retentionMs: config.retention.messagesDays * DAY_MS,
  };
}
