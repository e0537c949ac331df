import type { Brake } from '../../admission/brakes.ts';
import { openSqliteStore } from '../../store/sqlite-store.ts';
import { LOCAL, STAGE_ROOM } from './cast.ts';
import { STAGE_CLOCK, Stage } from './stage.ts';

/** Where doors are rehearsed: at a node that is well, and at one that does not know its own ID. */
export interface Stages {
  readonly named: Stage;
  readonly nameless: Stage;
  /** Forgets what was played. */
  close(): void;
}

/**
 * Sets up both stages. Nothing of a node is on them but its code, so what happens there is the same every time.
 *
 * @param brakes in place of the ones that a node has
 */
export function openStages(brakes?: readonly Brake[]): Stages {
  const store = openSqliteStore({ file: ':memory:', clock: STAGE_CLOCK });
  store.joinRoom(STAGE_ROOM);
  const nobody = { peerId: '', sign: (bytes: Uint8Array) => LOCAL.sign(bytes) };
  return {
    named: new Stage({ signer: LOCAL, store, brakes }),
    nameless: new Stage({ signer: nobody, store, brakes }),
    close: () => store.close(),
  };
}
