import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verifies } from './requirements.ts';
import { bundle } from './support/kill/bundle.ts';
import { Chance } from './support/kill/chance.ts';
import { Group, type Tally } from './support/kill/group.ts';
import type { Name } from './support/kill/plan.ts';

/** Kills, over all groups. */
const KILLS = 201;
/** Each a network of its own: so many processors can be kept busy while a node starts. */
const GROUPS: readonly (readonly Name[])[] = [[], ['worker'], ['worker', 'middle']];
/** How long what was begun may take to come to rest after the last kill: a job's life, and some. */
const REST_MS = 15_000;

test('kill -9 at random points: no accepted message lost, none handled twice, credit conserved', async () => {
  verifies('node.turns.one-answer', 'node.store.outcomes', 'node.credit.bound', 'node.brakes.duplicate');
  const seed = Number(process.env['HOPLITE_KILL_SEED'] ?? Math.floor(Math.random() * 2 ** 32));
  const directory = await mkdtemp(join(tmpdir(), 'hoplite-kill-'));
  process.env['NODE_COMPILE_CACHE'] = join(directory, 'cache');
  const groups: Group[] = [];
  try {
    const program = await bundle(join(import.meta.dirname, 'support', 'kill', 'node-process.ts'), directory);
    await Promise.all(
      GROUPS.map(async (idempotent, index) => {
        const label = `g${index}`;
        const chance = new Chance(seed + index);
        const group = await Group.start({ program, directory: join(directory, label), label, idempotent, chance });
        groups.push(group);
        while (group.tally.kills < KILLS / GROUPS.length) await group.round();
      }),
    );
    const left = await Promise.all(groups.map((group) => group.rest(REST_MS)));
    await Promise.all(groups.map((group) => group.end()));
    const problems = groups.flatMap((group) => group.verdict());
    const tally = sum(groups.map((group) => group.tally));
    console.log(JSON.stringify({ seed, tally, outcomes: groups.map((group) => group.outcomes()) }));
    expect({ seed, left: left.flat(), problems }).toEqual({ seed, left: [], problems: [] });
    expect(tally.kills).toBeGreaterThanOrEqual(200);
  } catch (error) {
    throw new Error(`with HOPLITE_KILL_SEED=${seed}`, { cause: error });
  } finally {
    await Promise.all(groups.map((group) => group.end()));
    if (process.env['HOPLITE_KILL_KEEP'] === undefined) await rm(directory, { recursive: true });
  }
}, 120_000);

function sum(tallies: readonly Tally[]): Tally {
  const total: Tally = { kills: 0, starting: 0, running: 0, queued: 0, unsent: 0, openJob: 0, asking: 0 };
  for (const tally of tallies) {
    for (const key of Object.keys(total) as (keyof Tally)[]) total[key] += tally[key];
  }
  return total;
}
