import { count } from '@hoplite/node/cli';
import { walk } from '../../explorer/index.ts';
import { randomScenario } from '../../random-world/index.ts';
import type { RunRecord } from '../../record.ts';
import { reportText } from '../../report/index.ts';
import { isHeld } from '../../report/words.ts';
import type { Analysis, Task } from '../analysis.ts';
import { explorationRecord } from '../exploration-record.ts';
import type { Mode } from '../mode.ts';
import { playWorlds, type PlayedWorlds } from '../random-worlds.ts';
import { smallestText } from '../smallest.ts';

/** Random worlds that are played in the simulator, each with the seed after the one before. */
const WORLDS = 20;

/** Goes through big worlds at random: in the explorer's model, then worlds of whole nodes in the simulator. */
export async function analyzeWalk(mode: Extract<Mode, { kind: 'walk' }>, task: Task): Promise<Analysis> {
  const { seed, peers, steps } = { seed: 1, peers: 100, steps: 20_000, ...mode };
  task.progress.say(`walking among ${count(peers, 'peer')}`);
  const model = await walk({ seed, peers, steps, signal: task.signal });
  const isCutShort = model.verdict === 'interrupted';
  const says = `a walk of ${count(steps, 'step')} among ${count(peers, 'peer')}${isCutShort ? ', so far' : ''}`;
  // A walk proves nothing: that there is more to see is no news.
  const { unfinished, ...seen } = explorationRecord(model, `walk-${seed}`, says);
  const walked: RunRecord = {
    ...seen,
    ...(unfinished === 'interrupted' ? { unfinished } : {}),
    kind: 'walk',
    seed,
  };
  const worlds: PlayedWorlds = isHeld(walked)
    ? await playWorlds({ randomScenario, seed, worlds: WORLDS }, task)
    : { played: [] };
  const records = [walked, ...worlds.played];
  const from = (record: RunRecord): readonly string[] =>
    record === walked ? ['--walk', '--peers', `${peers}`, '--steps', `${steps}`] : ['--walk'];
  const isBroken = records.some((record) => !isHeld(record));
  return {
    verdict: isBroken ? 'violated' : task.signal.aborted ? 'interrupted' : 'held',
    text: [
      `model: ${count(peers, 'peer')}, ${count(model.transitions, 'step')}: ${isHeld(walked) ? 'nothing broke' : 'broke'}`,
      ...(isHeld(walked) ? [] : [reportText(walked, { from: from(walked) })]),
      ...worldsText(worlds, seed),
    ].join('\n\n'),
    found: {
      seed,
      peers,
      steps,
      states: model.states,
      records,
      ...(worlds.smallest && { smallest: worlds.smallest.scenario }),
    },
    records,
    from,
  };
}

function worldsText({ played, smallest }: PlayedWorlds, seed: number): readonly string[] {
  const broken = played.every(isHeld) ? 'nothing broke' : `seed ${seed + played.length - 1} broke`;
  return [
    `simulator: ${count(played.length, 'random world')} of ${WORLDS}, seeds from ${seed}: ${broken}`,
    ...(smallest === undefined ? [] : [smallestText(smallest)]),
  ];
}
