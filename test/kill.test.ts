import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verifies } from './requirements.ts';
import { bundle } from './support/kill/bundle.ts';
import { Chance } from './support/kill/chance.ts';
import { Group, type Tally } from './support/kill/group.ts';
import type { Name } from './support/kill/plan.ts';

/** Over all groups. */
const KILLS = 201;
/** Each a network of its own, with the nodes whose agents are idempotent: one works while those of another start. */
const GROUPS: readonly (readonly Name[])[] = [[], ['worker'], ['worker', 'middle']];
/** How long the kills may take, on a machine that has much else to do. */
const KILLING_MS = 150_000;
/** How long it may take afterwards until nothing is left to do: a job's life, and some. */
const REST_MS = 45_000;

test(
  'kill -9 at random points: no accepted message lost, none handled twice, credit conserved',
  { timeout: KILLING_MS + REST_MS + 15_000 },
  async () => {
    verifies('node.delivery.kill-9', 'node.turns.one-answer', 'node.credit.bound', 'node.brakes.duplicate');
    const seed = Number(process.env['HOPLITE_KILL_SEED'] ?? Math.floor(Math.random() * 2 ** 32));
    const directory = await mkdtemp(join(tmpdir(), 'hoplite-kill-'));
    const groups: Group[] = [];
    const start = async (label: string, idempotent: readonly Name[], chance: Chance): Promise<Group> => {
      const group = new Group({ program, directory: join(directory, label), label, idempotent, chance });
      groups.push(group);
      await group.start();
      return group;
    };
    const program = await bundle(join(import.meta.dirname, 'support', 'kill', 'node-process.ts'), directory);
    try {
      await warmUp(await start('warm', [], new Chance(seed)));
      const until = performance.now() + KILLING_MS;
      await Promise.all(
        GROUPS.map(async (idempotent, index) => {
          const group = await start(`g${index}`, idempotent, new Chance(seed + index));
          while (group.tally.kills < KILLS / GROUPS.length && performance.now() < until) await group.round();
          await group.rest(REST_MS);
        }),
      );
      await Promise.all(groups.map((group) => group.end()));
      expect(groups.flatMap((group) => group.verdict())).toEqual([]);
      const { kills, ...hit } = sum(groups.map(({ tally }) => tally));
      expect(kills).toBeGreaterThanOrEqual(200);
      // They were at the moments that matter, and work got done in between.
      const few = Object.entries(hit).filter(([, count]) => count < 5);
      expect(few, JSON.stringify(hit)).toEqual([]);
      expect(groups.reduce((count, group) => count + group.answered(), 0)).toBeGreaterThan(30);
    } catch (error) {
      throw new Error(`with HOPLITE_KILL_SEED=${seed}`, { cause: error });
    } finally {
      await Promise.all(groups.map((group) => group.end()));
      await rm(directory, { recursive: true });
    }
  },
);

/** What a process has compiled is kept for the next ones when it ends by itself, which the others do not do. */
async function warmUp(group: Group): Promise<void> {
  group.work(10);
  await group.rest(REST_MS);
  await group.stop();
}

function sum(tallies: readonly Tally[]): Tally {
  const total: Tally = { kills: 0, starting: 0, running: 0, queued: 0, unsent: 0, asking: 0, openJob: 0 };
  for (const tally of tallies) {
    for (const key of Object.keys(total) as (keyof Tally)[]) total[key] += tally[key];
  }
  return total;
}
