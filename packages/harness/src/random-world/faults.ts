import type { Fault } from '../world/fault.ts';
import type { Cast } from './cast.ts';

/** When the network is whole again, in milliseconds after the start: what has broken for good proves nothing. */
const HEALED_MS = 240_000;

/** How far clocks may be apart, and how far they are when they are wrong. In milliseconds. */
const SKEWS = [-300_000, -61_000, -59_000, -20_000, -500, 500, 20_000, 59_000, 61_000, 300_000] as const;

/** What goes wrong, and when. All that the network does wrong ends. */
export function faults(cast: Cast, most: number): ({ at: number } & Fault)[] {
  const { dice, peers } = cast;
  const wrong = dice.list(0, most, () => ({ at: when(cast), ...fault(cast) }));
  const slow = new Set(wrong.flatMap((each) => (each.kind === 'slow' ? [each.peer] : [])));
  return wrong.length === 0
    ? []
    : [
        ...wrong,
        ...peers
          .filter((peer) => slow.has(peer))
          .map((peer) => ({ at: HEALED_MS, kind: 'slow', peer, ms: 0 }) as const),
        { at: HEALED_MS, kind: 'heal' },
      ];
}

function when({ dice }: Cast): number {
  return dice.weighted([
    [2, () => dice.between(0, 20)],
    [2, () => dice.between(20, 2000)],
    [1, () => dice.between(2000, 120_000)],
  ]);
}

function fault(cast: Cast): Fault {
  const { dice, peers } = cast;
  const share = (): number => dice.pick([0.05, 0.2, 0.5, 1]);
  const between = (): { between?: string[] } =>
    dice.chance(0.5) ? { between: dice.some(peers, dice.between(1, peers.length)) } : {};
  return dice.weighted<Fault>([
    [3, () => ({ kind: 'partition', groups: groups(cast) })],
    [2, () => ({ kind: 'heal' })],
    [2, () => ({ kind: 'lose', share: dice.pick([0.05, 0.2, 0.5]), ...between() })],
    [2, () => ({ kind: 'duplicate', share: share(), ...between() })],
    [2, () => ({ kind: 'reorder', share: share(), ...between() })],
    [2, () => ({ kind: 'delay', ms: delay(cast), ...between() })],
    [1, () => ({ kind: 'slow', peer: dice.pick(peers), ms: dice.pick([10, 400, 7000, 40_000]) })],
    [2, () => ({ kind: 'skew', peer: dice.pick(peers), ms: dice.pick(SKEWS) })],
  ]);
}

function groups({ dice, everyone }: Cast): string[][] {
  const mixed = dice.some(everyone, everyone.length);
  const cut = dice.between(1, mixed.length);
  return [mixed.slice(0, cut), ...(dice.chance(0.7) ? [mixed.slice(cut)] : [])].filter((group) => group.length > 0);
}

function delay({ dice }: Cast): [number, number] {
  const least = dice.pick([0, 1, 50, 2000]);
  return [least, least + dice.pick([0, 10, 3000, 30_000])];
}
