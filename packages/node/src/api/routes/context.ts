import type { Clock } from '../../ports/clock.ts';
import type { HopliteNode } from '../../sdk.ts';

/** What the routes are about. */
export interface RouteContext {
  readonly node: HopliteNode;
  readonly clock: Clock;
  /** When the API began to answer, milliseconds since the Unix epoch. */
  readonly startedAt: number;
  /** Whether the node is on its way down. */
  isStopping(): boolean;
  /** Notes a failure that the client is told nothing of. */
  onFailure(error: unknown, route: string | undefined): void;
  /** Asks the process to stop the node; called once the client has its answer. */
  requestStop(): void;
}
