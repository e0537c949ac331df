// Finds the loop of a small team, shows where it is stopped, and that the mended team has none. Exits with 1 if not so.
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reportHtml, reportText, simulate, type RunRecord } from '@hoplite/harness';
import { fixedTeam, loopingTeam, type Team } from './team.ts';

/** A person asks the hub for a text. */
function run(team: Team, id: string, says: string): Promise<RunRecord> {
  return simulate({
    id,
    says,
    agents: team,
    run: async (world) => {
      await world.node('hub').delegate('hub', 'bridges');
    },
  });
}

const looping = await run(loopingTeam, 'looping-team', 'a hub that asks again and changes nothing is stopped');
const fixed = await run(fixedTeam, 'fixed-team', 'a hub that hands the remark on gets a better draft');

console.log(reportText(looping));
console.log(`\n${'─'.repeat(80)}\n`);
console.log(reportText(fixed));

const directory = process.argv[2] ?? join(tmpdir(), 'hoplite-find-a-loop');
mkdirSync(directory, { recursive: true });
const file = join(directory, 'report.html');
writeFileSync(file, reportHtml([looping, fixed], { title: 'A hub, a writer and a reviewer' }));
console.log(`\nthe same with diagrams: ${file}`);

const [stopped] = looping.jobs;
const [done] = fixed.jobs;
const problems = [
  ...(stopped?.state === 'stopped' && stopped.reason === 'cannot: ping-pong' ? [] : ['the loop was not stopped']),
  ...(looping.turns.length === 3 ? [] : [`the loop took ${looping.turns.length} turns, not 3`]),
  ...(looping.escalations.length === 1 ? [] : ['nobody was told, or more than once']),
  ...(done?.state === 'done' && fixed.turns.length === 5 ? [] : ['the mended team did not finish in 5 turns']),
  ...[...looping.violations, ...fixed.violations].map(({ rule, detail }) => `${rule}: ${detail}`),
];
for (const problem of problems) console.error(`wrong: ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;
