import type { Mesh } from '@hoplite/p2p';
import type { Log } from './log.ts';
import type { NodeEvent } from './node-events.ts';
import type { PeerDirectory } from './peer-directory.ts';
import type { Agent } from './ports/agent.ts';
import type { Clock } from './ports/clock.ts';
import type { Ids } from './ports/ids.ts';
import type { Store } from './ports/store.ts';
import type { Policy } from './admission/policy.ts';
import type { Permits } from './turns/permits.ts';

type WithoutTime<E> = E extends { readonly at: number } ? Omit<E, 'at'> : never;

/** What the parts of one node share: the five ports, and what was configured. */
export interface Runtime {
  readonly mesh: Mesh;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly store: Store;
  readonly agent: Agent;
  readonly peers: PeerDirectory;
  readonly policy: Policy;
  readonly permits: Permits;
  readonly log: Log;
  /** Tells the operator's subscribers. */
  readonly emit: (event: WithoutTime<NodeEvent>) => void;
}
