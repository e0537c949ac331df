import type { BreakerLevel } from '../../ports/store.ts';
import type { Verdict } from './trips.ts';

/** From the lowest to the highest. */
export const LEVELS = ['healthy', 'steering', 'constrained', 'stopped'] as const satisfies readonly BreakerLevel[];

/**
 * The level after a beat: one step up when something trips, one step down when nothing does, never a jump
 * (design.md section 8). `stopped` needs `hardStop` and a trip of the agent's own: what only the mesh as a whole has used up
 * constrains all agents and kills none. Who stands higher than it should, because that has changed, goes down.
 */
export function nextLevel(level: BreakerLevel, by: Verdict['by'], hardStop: boolean): BreakerLevel {
  const at = LEVELS.indexOf(level);
  const to = LEVELS.indexOf(ceiling(by, hardStop));
  return LEVELS[at + Math.sign(to - at)] ?? level;
}

function ceiling(by: Verdict['by'], hardStop: boolean): BreakerLevel {
  if (by === 'clean') return 'healthy';
  return by === 'agent' && hardStop ? 'stopped' : 'constrained';
}
