import type { Tick } from '../../../src/watch/stall/tick.ts';

export const AGENTS = ['proposer', 'critic', 'arbiter'] as const;

/** One step of a system that moves, and is as far from its goal as ever. */
export function tickAt(step: number, changes: Partial<Tick> = {}): Tick {
  return {
    t: 1_700_000_000_000 + step * 167, // About six messages a second.
    enabledTransitions: 3,
    fired: 1,
    state: `state ${step}`,
    goalDistance: 4,
    waitFor: {},
    agent: AGENTS[step % AGENTS.length] ?? 'proposer',
    ...changes,
  };
}

/** `count` steps along an orbit. */
export function orbiting(orbit: readonly string[], count: number): readonly Tick[] {
  return Array.from({ length: count }, (_, step) => tickAt(step, { state: orbit[step % orbit.length] ?? '' }));
}

/** The window with one tick changed. */
export function changed(window: readonly Tick[], at: number, changes: Partial<Tick>): readonly Tick[] {
  return window.map((tick, index) => (index === at ? { ...tick, ...changes } : tick));
}

/** The window with one field of one tick unknown. */
export function unknown(window: readonly Tick[], at: number, field: keyof Tick): readonly Tick[] {
  return window.map((tick, index) => {
    const { [field]: _, ...rest } = tick;
    return index === at ? (rest as Tick) : tick;
  });
}

/** Two ticks of a system in which nobody moves. */
export function stuck(
  waitFor: Readonly<Record<string, readonly string[]>>,
  enabledTransitions: Tick['enabledTransitions'] = 0,
): readonly Tick[] {
  return [0, 1].map((step) => ({ t: 1_700_000_000_000 + step, enabledTransitions, waitFor }));
}
