import type { RunRecord } from '../record.ts';

/** A word as a shell takes it: what came from outside may hold anything. */
function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/**
 * The command, or the call, that gives the same run again.
 *
 * @param from - what was given to `hoplite analyze`: files, or options. By default what a run of this kind is named by.
 */
export function reproduce(record: RunRecord, from?: readonly string[]): string {
  // What was written as code is run as code.
  if (from === undefined && record.kind === 'scenario' && record.source === 'code') {
    return `simulate({ …, seed: ${record.seed ?? 1} })`;
  }
  const seed = record.seed === undefined ? [] : ['--seed', String(record.seed)];
  return ['hoplite', 'analyze', ...(from ?? defaults(record)), ...seed].map(shellWord).join(' ');
}

function defaults({ kind, id, source }: RunRecord): readonly string[] {
  switch (kind) {
    case 'scenario':
      return [id];
    case 'counterexample':
      return ['--explore'];
    case 'walk':
      return ['--walk'];
    case 'log':
      return ['--log', source];
  }
}
