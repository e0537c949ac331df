import type { Tick } from './tick.ts';

/** Whether it is a count or a distance: absent, NaN, infinite and negative ones say nothing. */
export function isMeasure(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

/** Transitions that could be taken at a tick, in all; undefined when that is not known. */
export function enabledAt({ enabledTransitions: enabled }: Tick): number | undefined {
  if (typeof enabled !== 'object') {
    return isMeasure(enabled) ? enabled : undefined;
  }
  const counts = Object.values(enabled);
  return counts.length > 0 && counts.every(isMeasure) ? counts.reduce((sum, count) => sum + count, 0) : undefined;
}

/** Whether an agent is known to have no transition that it could take. */
export function isDisabled(tick: Tick, agent: string): boolean {
  const { enabledTransitions: enabled } = tick;
  if (enabledAt(tick) === undefined) {
    return false;
  }
  return typeof enabled === 'object' ? Object.hasOwn(enabled, agent) && enabled[agent] === 0 : enabled === 0;
}

/** Whom an agent waits for. */
export function waitsAt({ waitFor }: Tick, agent: string): readonly string[] {
  return waitFor !== undefined && Object.hasOwn(waitFor, agent) ? (waitFor[agent] ?? []) : [];
}
