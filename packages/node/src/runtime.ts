import type { Mesh } from '@hoplite/p2p';
import type { Breaker } from './admission/breaker.ts';
import type { Policy } from './admission/policy.ts';
import type { Rates } from './admission/rates.ts';
import type { Refusals } from './admission/refusals.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { NodeEvent } from './node-events.ts';
import type { PeerDirectory } from './peer-directory.ts';
import type { Agent } from './ports/agent.ts';
import type { Clock } from './ports/clock.ts';
import type { Ids } from './ports/ids.ts';
import type { Store } from './ports/store.ts';
import type { Threads } from './threads/threads.ts';
import type { WorkInHand } from './threads/work.ts';
import type { Permits } from './turns/permits.ts';
import type { CircuitBreaker } from './watch/breaker/circuit-breaker.ts';
import type { Suspects } from './watch/liveness/suspects.ts';
import type { Waits } from './watch/waits/waits.ts';

type WithoutTime<E> = E extends { readonly at: number } ? Omit<E, 'at'> : never;

/** What the parts of one node share: the five ports, and what was configured. */
export interface Platform {
  readonly mesh: Mesh;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly store: Store;
  readonly agent: Agent;
  readonly peers: PeerDirectory;
  readonly policy: Policy;
  readonly permits: Permits;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly rates: Rates;
  readonly breaker: Breaker;
  /** What watches the agent of this node. */
  readonly circuit: CircuitBreaker;
  /** Who waits for whom here. */
  readonly waits: Waits;
  /** Which peers show no sign of life. */
  readonly suspects: Suspects;
  readonly work: WorkInHand;
  /** Tells the operator's subscribers. */
  readonly emit: (event: WithoutTime<NodeEvent>) => void;
}

/** The platform, and what is decided for all messages of a job alike. */
export interface Runtime extends Platform {
  readonly threads: Threads;
  readonly refusals: Refusals;
}
