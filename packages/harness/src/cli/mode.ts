import { UsageError } from '@hoplite/node/cli';
import type { AnalyzeOptions } from './options.ts';

/** What is to be analysed. */
export type Mode =
  | { readonly kind: 'scenarios'; readonly files: readonly string[]; readonly seed?: number; readonly shrink?: true }
  | { readonly kind: 'explore'; readonly peers?: number; readonly depth?: number; readonly credit?: number }
  | { readonly kind: 'ablate' }
  | { readonly kind: 'walk'; readonly seed?: number; readonly peers?: number; readonly steps?: number }
  | { readonly kind: 'mesh'; readonly files: readonly string[] }
  | { readonly kind: 'log'; readonly directories: readonly string[] };

type Name = keyof AnalyzeOptions;

/** Options that only some modes take, and those modes. */
const TAKEN_BY: readonly (readonly [Name, readonly Mode['kind'][]])[] = [
  ['peers', ['explore', 'walk']],
  ['depth', ['explore']],
  ['credit', ['explore']],
  ['steps', ['walk']],
  ['seed', ['scenarios', 'walk']],
  ['shrink', ['scenarios']],
  ['junit', ['scenarios', 'explore', 'walk', 'log']],
  ['html', ['scenarios', 'explore', 'ablate', 'walk', 'log']],
];

const FLAGS: Readonly<Record<Mode['kind'], string>> = {
  scenarios: 'scenario files',
  explore: '--explore',
  ablate: '--ablate',
  walk: '--walk',
  mesh: '--mesh',
  log: '--log',
};

/** @throws {UsageError} when several things are asked for at once, or an option does not go with what is */
export function modeOf(files: readonly string[], options: AnalyzeOptions): Mode {
  const mode = theOne(files, options);
  for (const [name, kinds] of TAKEN_BY) {
    if (options[name] !== undefined && !kinds.includes(mode.kind)) {
      const whose = kinds.map((kind) => FLAGS[kind]).join(', ');
      throw new UsageError(`--${name} goes with ${whose}, not with ${FLAGS[mode.kind]}: leave it out`);
    }
  }
  return mode;
}

function theOne(files: readonly string[], options: AnalyzeOptions): Mode {
  const { explore, ablate, walk, mesh, log } = options;
  const asked: readonly Mode[] = [
    ...(files.length > 0 ? [{ kind: 'scenarios', files, ...only(options, 'seed', 'shrink') } as const] : []),
    ...(explore ? [{ kind: 'explore', ...only(options, 'peers', 'depth', 'credit') } as const] : []),
    ...(ablate ? [{ kind: 'ablate' } as const] : []),
    ...(walk ? [{ kind: 'walk', ...only(options, 'seed', 'peers', 'steps') } as const] : []),
    ...(mesh ? [{ kind: 'mesh', files: mesh } as const] : []),
    ...(log ? [{ kind: 'log', directories: log } as const] : []),
  ];
  const [mode, other] = asked;
  if (mode !== undefined && other !== undefined) {
    throw new UsageError(`one thing at a time: leave out ${FLAGS[mode.kind]} or ${FLAGS[other.kind]}`);
  }
  return mode ?? { kind: 'scenarios', files, ...only(options, 'seed', 'shrink') };
}

/** Those of some options that were given. */
function only<N extends Name>(options: AnalyzeOptions, ...names: readonly N[]): Pick<AnalyzeOptions, N> {
  const given = names.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]] as const]));
  return Object.fromEntries(given) as Pick<AnalyzeOptions, N>;
}
