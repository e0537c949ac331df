import { isDisabled, waitsAt } from './telemetry.ts';
import type { Tick } from './tick.ts';
import { waitCycle } from './wait-cycle.ts';

/**
 * A circle of waits none of whose members has an enabled transition, on the last two ticks at least: one alone may be a
 * moment between an answer and its arrival. Of states and goals nothing needs to be known.
 *
 * @returns the circle, the first again at its end
 */
export function deadlockOf(window: readonly Tick[]): readonly string[] | undefined {
  const [before, last] = window.slice(-2);
  if (before === undefined || last?.waitFor === undefined || !isTimed(before) || !isTimed(last)) {
    return undefined;
  }
  const isStuck = (agent: string): boolean => isDisabled(before, agent) && isDisabled(last, agent);
  const stuck = new Set(Object.keys(last.waitFor).filter(isStuck));
  const graph = new Map(
    [...stuck].map((agent) => {
      const already = new Set(waitsAt(before, agent));
      return [agent, new Set(waitsAt(last, agent).filter((other) => stuck.has(other) && already.has(other)))];
    }),
  );
  return waitCycle(graph);
}

function isTimed({ t }: Tick): boolean {
  return Number.isFinite(t);
}
