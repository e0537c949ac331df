import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { count, UsageError } from '@hoplite/node/cli';
import type { RunRecord } from '../../record.ts';
import { isHeld } from '../../report/words.ts';
import {
  CORPUS_DIRECTORY,
  corpusFiles,
  readScenarioFile,
  runScenario,
  type ScenarioFile,
} from '../../scenario/index.ts';
import type { Analysis, Task } from '../analysis.ts';
import type { Mode } from '../mode.ts';
import { runSummary } from '../run-summary.ts';
import { smallestLike, smallestText } from '../smallest.ts';

/** Runs the corpus, or the scenarios that are given, one after the other in the simulator. */
export async function analyzeScenarios(
  { files, seed, shrink }: Extract<Mode, { kind: 'scenarios' }>,
  task: Task,
): Promise<Analysis> {
  const { signal, progress, isQuiet, columns } = task;
  // All are read before the first one runs: a slip in the last file need not cost the time of the others.
  const all = (files.length === 0 ? corpusFiles() : files.flatMap(filesOf)).map(read);
  // Some can be played over real nodes only; the repository's tests do.
  const scenarios = all.filter(({ scenario }) => scenario.only?.world !== 'real');
  const elsewhere = all.length - scenarios.length;
  const records: RunRecord[] = [];
  const given = new Map<RunRecord, string>();
  for (const [index, { file, scenario }] of scenarios.entries()) {
    if (signal.aborted) break;
    const about = `${index + 1} of ${scenarios.length}: ${basename(file, '.json')}`;
    progress.say(about);
    const record = await run(scenario, {
      ...(seed === undefined ? {} : { seed }),
      signal,
      onStep: (steps) => progress.say(`${about}, ${steps} steps`),
    });
    if (record === undefined) break;
    records.push(record);
    given.set(record, file);
  }
  const broken = shrink ? records.findIndex((record) => !isHeld(record)) : -1;
  const [culprit, failed] = [scenarios[broken], records[broken]];
  const smallest = culprit && failed && (await smallestLike(culprit.scenario, failed, task));
  const from = (record: RunRecord): readonly string[] | undefined => {
    const file = given.get(record);
    return file === undefined ? undefined : [shortest(file)];
  };
  return {
    verdict: records.some((record) => !isHeld(record)) ? 'violated' : signal.aborted ? 'interrupted' : 'held',
    text: [
      runSummary(records, { isQuiet, columns, noun: 'scenario', of: scenarios.length, from }),
      ...(elsewhere === 0 ? [] : [`${count(elsewhere, 'scenario')} left out: for real nodes only`]),
      ...(smallest === undefined ? [] : ['', smallestText(smallest)]),
    ].join('\n'),
    found: {
      scenarios: scenarios.length,
      ran: records.length,
      leftOut: elsewhere,
      records,
      ...(smallest && { smallest: smallest.scenario }),
    },
    records,
    from,
  };
}

interface Read {
  readonly file: string;
  readonly scenario: ScenarioFile;
}

function read(file: string): Read {
  return { file, scenario: readScenarioFile(file) };
}

/** @returns undefined when it was interrupted before it showed anything */
async function run(
  scenario: ScenarioFile,
  options: NonNullable<Parameters<typeof runScenario>[1]> & { readonly signal: AbortSignal },
): Promise<RunRecord | undefined> {
  try {
    const record = await runScenario(scenario, options);
    // What is cut off did not come to its end; that is nothing against it.
    return options.signal.aborted ? undefined : record;
  } catch (error) {
    if (options.signal.aborted) return undefined;
    throw error;
  }
}

/** @throws {UsageError} when there is nothing by that name */
function filesOf(word: string): readonly string[] {
  const stat = statSync(word, { throwIfNoEntry: false });
  if (stat?.isDirectory()) {
    const files = readdirSync(word).filter((name) => name.endsWith('.json'));
    if (files.length === 0) throw new UsageError(`there is no scenario (*.json) in ${word}`);
    return files.sort().map((name) => join(word, name));
  }
  if (stat !== undefined) return [word];
  const named = /^[\w.-]+$/.test(word) ? entriesOf(word) : [];
  if (named.length > 0) return named;
  throw new UsageError(`there is no file ${word}, and no scenario of that name in the corpus, ${CORPUS_DIRECTORY}`);
}

/** The files of an entry of the corpus, by its number, or by the whole name of one: `S01` has several halves. */
function entriesOf(name: string): readonly string[] {
  const wanted = name.toLowerCase();
  const named = corpusFiles().map((file) => ({ file, name: basename(file, '.json').toLowerCase() }));
  const exact = named.filter((entry) => entry.name === wanted);
  const found = exact.length > 0 ? exact : named.filter((entry) => entry.name.startsWith(`${wanted}-`));
  return found.map(({ file }) => file);
}

/** The corpus's own by name: that works wherever the command is typed. */
function shortest(file: string): string {
  return file.startsWith(join(CORPUS_DIRECTORY, '/')) ? basename(file, '.json') : file;
}
