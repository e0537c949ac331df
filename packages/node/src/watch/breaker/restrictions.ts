import type { BreakerLevel } from '../../ports/store.ts';

/** What an agent may do at a level. */
export interface Restrictions {
  /** Whether turns run at all. */
  readonly runsTurns: boolean;
  /** Whether its turns may ask other peers for anything. */
  readonly mayDelegate: boolean;
  /** Whether it may use every tool, or only those that look and answer. */
  readonly allTools: boolean;
  /** Part of its credit that a turn may hand on. */
  readonly shareFactor: number;
  /** Output tokens of one turn. */
  readonly maxTurnTokens: number;
  /** Turns that others may wake. */
  readonly turnsPerMinute: number;
}

/** Turns that others may wake at once after a rest, while they are restricted. */
export const RESTRICTED_BURST = 3;

const NONE: Restrictions = {
  runsTurns: true,
  mayDelegate: true,
  allTools: true,
  shareFactor: 1,
  maxTurnTokens: Infinity,
  turnsPerMinute: Infinity,
};

/** The last step back: what is given again last. */
const RECOVERING: Restrictions = { ...NONE, shareFactor: 0.5, maxTurnTokens: 8192 };

const CONSTRAINED: Restrictions = { ...RECOVERING, mayDelegate: false, allTools: false, turnsPerMinute: 6 };

const STOPPED: Restrictions = { ...CONSTRAINED, runsTurns: false, turnsPerMinute: 0 };

/**
 * What holds at a level.
 *
 * @param isRecovering whether `steering` was reached from above: the way back is in steps
 * @param by what has tripped: an agent that did nothing wrong itself begins nothing new, and may finish what it is at
 */
export function restrictionsAt(
  level: BreakerLevel,
  isRecovering: boolean,
  by: 'agent' | 'floor' = 'agent',
): Restrictions {
  const maxTurnTokens = by === 'floor' ? Infinity : RECOVERING.maxTurnTokens;
  switch (level) {
    case 'healthy':
      return NONE;
    case 'steering':
      return isRecovering ? { ...RECOVERING, maxTurnTokens } : NONE;
    case 'constrained':
      return { ...CONSTRAINED, maxTurnTokens };
    case 'stopped':
      return STOPPED;
  }
}

/** Tools that only look, wait for what was asked, or tell whoever waits: a restricted agent keeps them. */
const LOOKING_TOOLS: ReadonlySet<string> = new Set([
  'list_peers',
  'list_rooms',
  'read_room',
  'search_history',
  'report_progress',
  'wait_for_message',
]);

/** Whether a tool of the runtime does something to others. */
export function isActing(tool: string): boolean {
  return !LOOKING_TOOLS.has(tool);
}

/** The same in sentences, for a person and for the agent. */
export function inWords(restrictions: Restrictions): readonly string[] {
  const { runsTurns, mayDelegate, allTools, shareFactor, maxTurnTokens, turnsPerMinute } = restrictions;
  if (!runsTurns) {
    return ['No turn runs: running ones were ended, and messages are refused "breaker".'];
  }
  return [
    ...(mayDelegate ? [] : ['Its turns may not ask other peers for anything.']),
    ...(allTools ? [] : [`Its turns may only look and answer: ${[...LOOKING_TOOLS].join(', ')}.`]),
    ...(turnsPerMinute === Infinity ? [] : [`Others may wake ${turnsPerMinute} turns a minute.`]),
    ...(shareFactor === 1 ? [] : [`A message may carry ${shareFactor * 100} % of the credit that it could.`]),
    ...(maxTurnTokens === Infinity ? [] : [`A turn that uses more than ${maxTurnTokens} output tokens is ended.`]),
  ];
}
