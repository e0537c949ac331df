/** What kind of speech a message is (FIPA's terms). */
export type Act = ObligingAct | TerminalAct;

/** Acts that oblige the receiver to give exactly one terminal answer. */
export type ObligingAct = (typeof OBLIGING_ACTS)[number];

/** Acts that end: they complete a waiting turn or are stored, and never wake an agent. */
export type TerminalAct = (typeof TERMINAL_ACTS)[number];

export const OBLIGING_ACTS = ['request', 'query', 'propose'] as const;
export const TERMINAL_ACTS = ['inform', 'agree', 'refuse', 'done'] as const;

/** `user` goes with an obliging act and only with one; `assistant` with a terminal act and only with one. */
export type Role = 'user' | 'assistant';

/** Whether `act` obliges its receiver to answer. */
export function obliges(act: Act): act is ObligingAct {
  return (OBLIGING_ACTS as readonly string[]).includes(act);
}

/** The role that goes with `act`. It is derived, never chosen, so that the two cannot contradict each other. */
export function roleOf(act: Act): Role {
  return obliges(act) ? 'user' : 'assistant';
}
