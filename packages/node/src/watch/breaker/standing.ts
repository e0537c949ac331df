import { z } from 'zod';
import type { Store } from '../../ports/store.ts';
import { LEVELS } from './ladder.ts';

/** How an agent stands: what survives a restart. */
const standingSchema = z.strictObject({
  level: z.enum(LEVELS),
  /** Milliseconds since the Unix epoch. */
  since: z.number(),
  /** Whether `steering` was reached from above. */
  isRecovering: z.boolean(),
  /** What has tripped last, while it is not healthy: the agent itself, or only the mesh as a whole. */
  by: z.enum(['agent', 'floor']).exactOptional(),
  /** Of the last trip, while it is not healthy. */
  reason: z.string().exactOptional(),
});

export type Standing = Readonly<z.output<typeof standingSchema>>;

const KEY = 'breaker';

/** @returns undefined when there is none, or it cannot be read */
export function loadStanding(store: Pick<Store, 'state'>): Standing | undefined {
  const json = store.state(KEY);
  if (json === undefined) {
    return undefined;
  }
  try {
    return standingSchema.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined; // Not JSON: somebody else has written it.
  }
}

export function saveStanding(store: Pick<Store, 'putState'>, standing: Standing): void {
  store.putState(KEY, JSON.stringify(standing));
}
