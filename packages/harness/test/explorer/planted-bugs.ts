import { BRAKES, type Brake } from '@hoplite/node/decisions';
import { Lineage } from '@hoplite/p2p';
import { PRODUCTION, type Decisions } from '../../src/explorer/index.ts';

/** Bugs as they have been made in programs of this kind, each in one decision. */

function withBrake(name: string, change: (brake: Brake) => Brake['check']): Decisions {
  return {
    ...PRODUCTION,
    brakes: BRAKES.map((brake) => (brake.name === name ? { name, check: change(brake) } : brake)),
  };
}

export const offByOne = withBrake('depth', ({ check }) => (crossing, view) => {
  return check(crossing.kind === 'message' ? { ...crossing, depth: crossing.depth - 1 } : crossing, view);
});

export const chainDroppedAtSwitch: Decisions = {
  ...PRODUCTION,
  parentOf: (own, consumed, about) =>
    about.from === undefined || about.from === about.to
      ? PRODUCTION.parentOf(own, consumed, about)
      : Lineage.root(own.job),
};

export const depthRestartedInRooms: Decisions = {
  ...PRODUCTION,
  parentOf: (own, consumed, about) =>
    about.to === 'room' ? Lineage.root(own.job) : PRODUCTION.parentOf(own, consumed, about),
};

export const guardAfterAgent: Decisions = { ...PRODUCTION, first: 'agent' };

/** Only posts are asked whether they oblige. */
export const roleNotChecked = withBrake('may-wake', ({ check }) => (crossing, view) => {
  return crossing.channel === 'room' ? check(crossing, view) : undefined;
});

export const waiterMatchedByPeerOnly: Decisions = {
  ...PRODUCTION,
  matches: (_reply, { peer }, author) => peer === author,
};
