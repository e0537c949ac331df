import type { ProbedWait, Refusal } from '@hoplite/p2p';

/** Why a wait fails that would have waited for itself. The path begins and ends with the peer whose wait it is. */
export function deadlockRefusal(
  circle: readonly ProbedWait[],
  names: (path: readonly string[]) => readonly string[],
): Refusal {
  const path = circle.map(({ peer }) => peer);
  const closed = [...path, ...path.slice(0, 1)];
  const detail =
    `${names(closed).join(' → ')}: each waits for the next, so this wait would never end. ` +
    'Do without this answer, or ask somebody else; what waits for you goes on when this turn ends';
  return { reason: 'deadlock', detail, path: closed };
}
