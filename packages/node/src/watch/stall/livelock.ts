import type { StallOptions } from './classify.ts';
import type { Abstention } from './errors.ts';
import { enabledAt, isMeasure, waitsAt } from './telemetry.ts';
import type { Tick } from './tick.ts';

/** A tick of which everything is known that a livelock needs. */
interface FullTick extends Tick {
  readonly fired: number;
  readonly state: string;
  readonly goalDistance: number;
}

/** An orbit of canonical states. */
export interface Orbit {
  readonly period: number;
  readonly orbit: readonly string[];
  readonly agents: readonly string[];
}

/** The orbit of a window, or why there is none that could be told of. */
export function judgeLivelock(
  window: readonly Tick[],
  { epsilon = 0, maxPeriod = 6, minTicks = 6, canonicalise = (state) => state }: StallOptions,
): Orbit | Abstention {
  if (window.length === 0) {
    return 'too_short';
  }
  if (!window.every(isFull)) {
    return 'missing_telemetry';
  }
  if (window.length < minTicks) {
    return 'too_short';
  }
  const states = canonicalStates(window, canonicalise);
  if (states === undefined) {
    return 'unstable_canonical_form';
  }
  const moves = window.every((tick) => (enabledAt(tick) ?? 0) > 0 && tick.fired >= 1);
  const period = moves ? periodOf(states, maxPeriod) : undefined;
  if (period !== undefined && gained(window, period) <= epsilon) {
    return { period, orbit: states.slice(0, period), agents: agentsOf(window) };
  }
  return awaitsOneThatRests(window) ? 'single_unresponsive' : 'no_invariant';
}

function isFull(tick: Tick): tick is FullTick {
  const { t, fired, state, goalDistance } = tick;
  return (
    Number.isFinite(t) &&
    enabledAt(tick) !== undefined &&
    isMeasure(fired) &&
    typeof state === 'string' &&
    isMeasure(goalDistance)
  );
}

/** @returns undefined when the same state has more than one canonical form, now or when it is applied again */
function canonicalStates(
  window: readonly FullTick[],
  canonicalise: (state: string) => string,
): readonly string[] | undefined {
  const known = new Map<string, string>();
  const states: string[] = [];
  for (const { state } of window) {
    const form = canonicalise(state);
    const isStable = (known.get(state) ?? form) === form && canonicalise(form) === form;
    if (typeof form !== 'string' || !isStable) {
      return undefined;
    }
    known.set(state, form);
    states.push(form);
  }
  return states;
}

/**
 * The smallest period of all states. One that is shown twice: what came back once may be chance. A state that does not change
 * at all is no orbit: one agent that repeats itself is the circuit breaker's business.
 */
function periodOf(states: readonly string[], maxPeriod: number): number | undefined {
  for (let period = 1; period <= maxPeriod && 2 * period <= states.length; period += 1) {
    if (states.every((state, at) => at < period || state === states[at - period])) {
      return period === 1 ? undefined : period;
    }
  }
  return undefined;
}

/** By how much the best goal distance of a period has improved from the first to the last one. */
function gained(window: readonly FullTick[], period: number): number {
  const best = (ticks: readonly FullTick[]): number => Math.min(...ticks.map(({ goalDistance }) => goalDistance));
  return best(window.slice(0, period)) - best(window.slice(-period));
}

function agentsOf(window: readonly Tick[]): readonly string[] {
  return [...new Set(window.flatMap(({ agent }) => (agent === undefined ? [] : [agent])))];
}

/** Whether all waits of the last tick end, without a circle, at one agent that has done nothing in the window. */
function awaitsOneThatRests(window: readonly FullTick[]): boolean {
  const last = window.at(-1);
  const waiting = Object.keys(last?.waitFor ?? {}).filter((agent) => last && waitsAt(last, agent).length > 0);
  const [one, ...others] = new Set(
    waiting.flatMap((agent) => (last === undefined ? [] : waitsAt(last, agent).filter((on) => !waiting.includes(on)))),
  );
  const mayHaveMoved = ({ agent, fired }: FullTick): boolean => fired > 0 && (agent === undefined || agent === one);
  return one !== undefined && others.length === 0 && !window.some(mayHaveMoved);
}
