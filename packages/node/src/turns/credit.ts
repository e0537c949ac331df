import { obliges, type Act } from '@hoplite/p2p';

/**
 * The part of what is available that a child gets (design.md section 2): 1 when the child has no hop left to pass
 * anything on, otherwise half, at least 1. 0 when nothing is available.
 */
export function shareOf(available: number, childHasHopLeft: boolean): number {
  if (available < 1) {
    return 0;
  }
  return childHasHopLeft ? Math.max(1, Math.floor(available / 2)) : 1;
}

/** A message's share: as for one child, but at least one for each that it wakes while there is that much. */
export function shareFor(
  { act, wakes }: { readonly act: Act; readonly wakes: readonly string[] },
  available: number,
  childHasHopLeft: boolean,
): number {
  if (!obliges(act)) {
    return 0;
  }
  return Math.min(available, Math.max(wakes.length, shareOf(available, childHasHopLeft)));
}

/**
 * How a share is split among several: as evenly as can be, the first ones getting what is left over. Those for whom
 * nothing is left get 0.
 */
export function splitShare(share: number, children: number): readonly number[] {
  const each = Math.floor(share / children);
  const over = share % children;
  return Array.from({ length: children }, (_, index) => each + (index < over ? 1 : 0));
}
