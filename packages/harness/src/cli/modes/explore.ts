import { count } from '@hoplite/node/cli';
import { explore, type Exploration } from '../../explorer/index.ts';
import type { RunRecord } from '../../record.ts';
import { reportText } from '../../report/index.ts';
import type { Analysis, Task, Verdict } from '../analysis.ts';
import { explorationRecord } from '../exploration-record.ts';
import type { Mode } from '../mode.ts';

type ExploreMode = Extract<Mode, { kind: 'explore' }>;

/** Visits every interleaving of a small world. */
export async function analyzeExploration(mode: ExploreMode, { signal, progress }: Task): Promise<Analysis> {
  const { peers, depth, credit } = { peers: 3, depth: 4, credit: 4, ...mode };
  const exploration = await explore({
    peers,
    depth,
    credit,
    signal,
    onProgress: (seen) => progress.say(`${seen.states} states, ${seen.frontier} to visit, ${seen.depth} steps deep`),
  });
  const world = `${count(peers, 'peer')}, depth ${depth}, credit ${credit}`;
  const from = ['--explore', '--peers', `${peers}`, '--depth', `${depth}`, '--credit', `${credit}`];
  const isWhole = exploration.verdict !== 'bounded' && exploration.verdict !== 'interrupted';
  const says = `every interleaving of ${world}${isWhole ? '' : ', so far'}`;
  const record = explorationRecord(exploration, 'explore', says);
  return {
    verdict: explorationVerdict(exploration),
    text: words(exploration, record, world, from),
    found: { peers, depth, credit, exploration },
    records: [record],
    from: () => from,
  };
}

/** What an exploration is worth: one that did not visit everything shows nothing. */
export function explorationVerdict({ verdict }: Pick<Exploration, 'verdict'>): Verdict {
  switch (verdict) {
    case 'proved':
      return 'held';
    case 'bounded':
      return 'unproved';
    case 'violated':
    case 'interrupted':
      return verdict;
  }
}

function words(exploration: Exploration, record: RunRecord, world: string, from: readonly string[]): string {
  const { verdict, states, transitions, longest, turnsAtMost, depthAtMost } = exploration;
  const visited = `${count(states, 'state')} and ${count(transitions, 'transition')} visited, the longest way ${count(longest, 'step')}`;
  const bounds = `a job causes at most ${count(turnsAtMost, 'turn')}; no turn was deeper than ${count(depthAtMost, 'hop')}`;
  switch (verdict) {
    case 'proved':
      return `proved for ${world}: every interleaving and every choice of agents keeps the rules\n${visited}\n${bounds}`;
    case 'violated':
      return `VIOLATED in ${world}; a shortest way to it:\n\n${reportText(record, { from })}\n\n${visited}`;
    case 'bounded':
      return `not proved for ${world}: there are more states than may be visited. Nothing broke so far\n${visited}\n${bounds}`;
    case 'interrupted':
      return `not proved for ${world}: interrupted. Nothing broke so far\n${visited}\n${bounds}`;
  }
}
