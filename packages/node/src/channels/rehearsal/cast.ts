import { identityFromSeed, type Signer } from '@hoplite/p2p';

/** Who plays in a rehearsal. Everybody knows their keys, and no node ever listens to them. */
const CAST = { mallory: actor(1), accomplice: actor(2), helper: actor(3), local: actor(4) };

/** They send, the two of them in turn along a chain. */
export const { mallory: MALLORY, accomplice: ACCOMPLICE } = CAST;

/** The one that the agent on the stage turns to. */
export const { helper: HELPER } = CAST;

/** The one whose node stands on the stage. */
export const { local: LOCAL } = CAST;

/** The room that everyone on the stage is in. */
export const STAGE_ROOM = 'rehearsal';

/** The time on the stage, in milliseconds since the Unix epoch: it stands still, so every rehearsal is the same. */
export const STAGE_TIME = Date.UTC(2030, 0, 1);

function actor(seed: number): Signer {
  return identityFromSeed(new Uint8Array(32).fill(seed)).signer;
}
