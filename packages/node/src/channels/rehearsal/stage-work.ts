import type { Message } from '@hoplite/p2p';

/** What bringing one message to a door has set going: all that costs something, or that another peer would notice. */
export interface StageWork {
  /** How often a permit was asked for. */
  permits: number;
  /** How often the agent was run. */
  turns: number;
  /** Messages that were recorded as owed an answer, or as sent. */
  recorded: number;
  /** Depths at which turns began. */
  readonly depths: number[];
  /** Messages that left. */
  readonly left: Message[];
}

export function noWork(): StageWork {
  return { permits: 0, turns: 0, recorded: 0, depths: [], left: [] };
}

/** What was set going, in words; empty when it was nothing. */
export function costsOf({ permits, turns, recorded, left }: StageWork): readonly string[] {
  return [
    ...(permits > 0 ? ['a permit was taken'] : []),
    ...(turns > 0 ? ['the agent was run'] : []),
    ...(recorded > 0 ? ['it was recorded as owed an answer'] : []),
    ...(left.length > 0 ? ['something was sent because of it'] : []),
  ];
}
