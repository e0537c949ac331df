/**
 * `npm run bench`: speed as ratios, each measured side by side in one run, and how fast the harness is. Progress goes to stderr; the last line of
 * stdout is one JSON object.
 *
 *     npm run bench -- [--only NAME] [--rounds N] [--quick] [--json]
 *
 * `--only` makes one measurement (task, task64, room, memory, brakes, explorer, largeWorld, corpus), `--json` keeps progress
 * quiet. `--quick` warms up hardly at all and makes the work small, to see that everything runs: its figures say nothing.
 */
import { brakesPass } from './measures/brakes.ts';
import { corpus } from './measures/corpus.ts';
import { explorerSpeed } from './measures/explorer.ts';
import { largeWorld } from './measures/large-world.ts';
import { idleMemory } from './measures/memory.ts';
import { roomOneWay } from './measures/room.ts';
import { taskRoundTrip, taskThroughput } from './measures/task.ts';
import type { Measured, Measurement } from './measurement.ts';
import { UsageError, parseOptions, type Options } from './options.ts';
import { rounded } from './statistics.ts';

const MEASUREMENTS: readonly Measurement[] = [
  taskRoundTrip,
  taskThroughput,
  roomOneWay,
  idleMemory,
  brakesPass,
  explorerSpeed,
  largeWorld,
  corpus,
];

async function main(options: Options): Promise<void> {
  const chosen = MEASUREMENTS.filter(({ name }) => options.only === undefined || options.only === name);
  const measured: Measured[] = [];
  for (const measurement of chosen) {
    measured.push(await run(measurement, options));
  }
  const ratios = round(Object.assign({}, ...measured.map((one) => one.ratios)) as Measured['ratios']);
  const details = round(Object.assign({}, ...measured.map((one) => one.details)) as Measured['details']);
  console.log(JSON.stringify({ ...ratios, details }));
}

async function run(measurement: Measurement, { rounds, quick, quiet }: Options): Promise<Measured> {
  const say = (text: string): void => {
    process.stderr.write(quiet ? '' : text);
  };
  say(`${measurement.name}: ${measurement.title} `);
  const measured = await measurement.measure({ rounds, quick, onRound: () => say('.') });
  say('\n');
  for (const [what, value] of Object.entries({ ...measured.ratios, ...measured.details })) {
    say(`  ${what} ${rounded(value)}\n`);
  }
  return measured;
}

function round(values: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, rounded(value)]));
}

try {
  await main(
    parseOptions(
      process.argv.slice(2),
      MEASUREMENTS.map(({ name }) => name),
    ),
  );
} catch (error) {
  if (!(error instanceof UsageError)) {
    throw error;
  }
  console.error(error.message);
  process.exitCode = 2;
}
