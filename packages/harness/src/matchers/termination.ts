import { obliges } from '@hoplite/p2p';
import type { RunRecord } from '../record.ts';

/** How much a run may take until nothing of it goes on. */
export interface TerminationLimits {
  /** Runs of agents, of all peers and jobs together. */
  readonly turns: number;
  /** Hops of the deepest message that obliges a reply and was not refused. */
  readonly depth?: number;
  /** Messages that left their sender, answers included; copies that the network made are not counted. */
  readonly messages?: number;
  /** Milliseconds of virtual time until the last thing happened. */
  readonly ms?: number;
}

/** Invariants that say that a run ends: turns and paths are bounded, waits do not close a circle, the network comes to rest. */
const ABOUT_ENDING: ReadonlySet<string> = new Set(['I2', 'I6', 'I10']);

/** What kept a run from ending within its limits, a sentence each; none if it did. A job that waits for a person has ended. */
export function terminationProblems(record: RunRecord, limits: TerminationLimits): readonly string[] {
  const open = record.jobs.filter(({ state }) => state === 'open');
  const running = record.turns.filter(({ endedAt }) => endedAt === undefined);
  return [
    ...(open.length === 0 ? [] : [`${open.length} of ${record.jobs.length} jobs did not end`]),
    ...(running.length === 0 ? [] : [`${running.length} of ${record.turns.length} turns did not end`]),
    ...record.violations.filter(({ rule }) => ABOUT_ENDING.has(rule)).map(({ rule, detail }) => `${rule}: ${detail}`),
    ...(Object.keys(limits) as (keyof TerminationLimits)[]).flatMap((name) => {
      const most = limits[name];
      const value = MEASURES[name](record);
      return most === undefined || value <= most ? [] : [`${name}: ${value}, and at most ${most} were allowed`];
    }),
  ];
}

const MEASURES: Readonly<Record<keyof TerminationLimits, (record: RunRecord) => number>> = {
  turns: ({ turns }) => turns.length,
  depth: ({ messages }) =>
    messages.reduce(
      (deepest, { act, depth, fate }) => (obliges(act) && fate.kind !== 'refused' ? Math.max(deepest, depth) : deepest),
      0,
    ),
  messages: ({ messages }) =>
    messages.filter(({ fate }) => fate.kind !== 'duplicate' && !(fate.kind === 'refused' && fate.by === 'sender'))
      .length,
  ms: ({ startedAt, messages, turns }) => {
    const times = [...messages, ...turns.map(({ startedAt: at, endedAt }) => ({ at, endedAt }))];
    return times.reduce((last, { at, endedAt }) => Math.max(last, at, endedAt ?? at), startedAt) - startedAt;
  },
};

/** @throws {TypeError} when a limit is no number, one that does not exist, or when there is none of turns */
export function checkLimits(limits: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(limits)) {
    if (!Object.hasOwn(MEASURES, name)) {
      throw new TypeError(`toTerminateWithin knows no limit "${name}": use ${Object.keys(MEASURES).join(', ')}`);
    }
    if (value !== undefined && !(typeof value === 'number' && value >= 0)) {
      throw new TypeError(`toTerminateWithin: ${name} must be a number that is not negative`);
    }
  }
  if (limits['turns'] === undefined) throw new TypeError('toTerminateWithin needs a limit of turns: { turns: 8 }');
}
