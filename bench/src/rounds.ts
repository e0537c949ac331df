import { median } from './statistics.ts';

/** What is compared, by name: each measures its side once and gives one number. */
export type Sides<Name extends string> = Readonly<Record<Name, () => Promise<number>>>;

/** What each side gave, one number per round. */
export type Series<Name extends string> = Readonly<Record<Name, readonly number[]>>;

/**
 * Measures all sides in turn, round after round, so that whatever else the machine does meets them alike. Every other
 * round goes backwards, so that none of them always comes after the same one.
 */
export async function interleave<Name extends string>(
  sides: Sides<Name>,
  rounds: number,
  onRound: (round: number) => void,
): Promise<Series<Name>> {
  const names = Object.keys(sides) as Name[];
  const series = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 1; round <= rounds; round += 1) {
    for (const name of round % 2 === 1 ? names : names.toReversed()) {
      series[name].push(await sides[name]());
    }
    onRound(round);
  }
  return series;
}

/** How many times `over` is what `under` is: the median of the ratios of single rounds, which share their noise. */
export function ratio(over: readonly number[], under: readonly number[]): number {
  return median(over.map((value, round) => value / (under[round] ?? NaN)));
}
