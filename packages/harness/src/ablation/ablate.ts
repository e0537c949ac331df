import { BRAKES } from '@hoplite/node/decisions';
import { RULES, explore, withoutBrake, type Exploration, type Progress, type Rule } from '../explorer/index.ts';
import type { RunRecord } from '../record.ts';
import { SMALL_WORLDS, type SmallWorld } from './small-worlds.ts';

export interface AblateOptions {
  /** Brakes that are switched off, one at a time. @default all of them, in their order */
  readonly brakes?: readonly string[];
  /** Ends it early: rows that are not there yet are left out. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress & { readonly brake: string; readonly world: string }) => void;
}

/** What a brake is good for. */
export interface AblationRow {
  readonly brake: string;
  /** What goes wrong without it; undefined when nothing notices, so that it is either untested or needless. */
  readonly breaks?: Broken;
}

export interface Broken {
  /** One of the rules of the explorer. */
  readonly rule: string;
  /** What the rule says. */
  readonly says: string;
  /** The least world in which it breaks. */
  readonly world: string;
  /** Length of the shortest counterexample. */
  readonly steps: number;
  /** The counterexample, in sentences. */
  readonly story: readonly string[];
  readonly counterexample: RunRecord;
}

/**
 * Switches off each brake in turn, in both directions, and looks for the least world in which something breaks. A world in
 * which something breaks with all brakes on says nothing, and is passed over.
 */
export async function ablate(options: AblateOptions = {}): Promise<readonly AblationRow[]> {
  const { brakes = BRAKES.map(({ name }) => name), signal } = options;
  const isSound = new Map<SmallWorld, boolean>();
  const rows: AblationRow[] = [];
  for (const brake of brakes) {
    let row: AblationRow = { brake };
    for (const world of SMALL_WORLDS) {
      const found = await without(brake, world, options);
      if (signal?.aborted === true) {
        return rows;
      }
      const breaks = brokenIn(world, found);
      if (breaks === undefined) {
        continue;
      }
      isSound.set(world, isSound.get(world) ?? (await explore({ ...world.bounds, signal })).verdict === 'proved');
      if (isSound.get(world) === true) {
        row = { brake, breaks };
        break;
      }
    }
    rows.push(row);
  }
  return rows;
}

function without(brake: string, world: SmallWorld, { onProgress, signal }: AblateOptions): Promise<Exploration> {
  return explore({
    ...world.bounds,
    decisions: withoutBrake(brake),
    signal,
    onProgress: (progress) => onProgress?.({ ...progress, brake, world: world.name }),
  });
}

function brokenIn({ name: world }: SmallWorld, { counterexample, steps, violation }: Exploration): Broken | undefined {
  return violation === undefined || counterexample === undefined || steps === undefined
    ? undefined
    : {
        ...{ rule: violation.rule, says: RULES[violation.rule as Rule], world },
        ...{ steps: steps.length, story: steps, counterexample },
      };
}
