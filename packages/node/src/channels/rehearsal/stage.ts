import type { Signer } from '@hoplite/p2p';
import { parseConfig } from '../../config/config.ts';
import type { Brake } from '../../admission/brakes.ts';
import { createLog } from '../../log.ts';
import { assemble, type Parts } from '../../parts.ts';
import { PeerDirectory } from '../../peer-directory.ts';
import { createRuntime } from '../../platform.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Store } from '../../ports/store.ts';
import type { Runtime } from '../../runtime.ts';
import { Permits, type Release } from '../../turns/permits.ts';
import type { DoorInit } from '../door.ts';
import { HELPER, STAGE_TIME } from './cast.ts';
import { stageAgent } from './stage-agent.ts';
import { stageMesh } from './stage-mesh.ts';
import { noWork, type StageWork } from './stage-work.ts';

/** Lower than the wire's and than that of most jobs on the stage, so that it is seen to be kept. */
export const STAGE_HOPS = 3;

const PLENTY = { burst: 10_000, perMinute: 10_000 };

const CONFIG = parseConfig({
  name: 'stage',
  maxHopDepth: STAGE_HOPS,
  rates: { perPeer: PLENTY, perOrigin: PLENTY },
});

const CARD = { description: '', skills: [], version: '' };

/** Time that stands still. What is to happen soon happens when everything that waits for nothing has. */
export const STAGE_CLOCK: Clock = {
  now: () => STAGE_TIME,
  soon: (callback) => queueMicrotask(callback),
  after: () => ({ clear: () => undefined }),
};

export interface StageInit {
  /** Whose node it is: with an empty peer ID, one that does not know it. */
  readonly signer: Signer;
  readonly store: Store;
  readonly brakes: readonly Brake[] | undefined;
}

/**
 * The parts of a node, all of them and the real ones, where nothing is at stake: no network, a store of its own that is
 * forgotten, an agent that plays one. What is done there is watched.
 */
export class Stage {
  readonly parts: DoorInit;
  #work: StageWork = noWork();

  constructor({ signer, store, brakes }: StageInit) {
    const runtime = this.#runtime(signer, store);
    const parts: Parts = assemble(runtime, brakes);
    this.parts = { runtime, inbound: parts.inbound, exchanges: parts.exchanges };
  }

  /** Watches from now on. */
  watch(): StageWork {
    this.#work = noWork();
    return this.#work;
  }

  #runtime(signer: Signer, store: Store): Runtime {
    const peers = new PeerDirectory(signer.peerId, { ...CARD, name: 'stage' });
    peers.joined({ peerId: HELPER.peerId, card: { ...CARD, name: 'helper' }, addresses: [] });
    let ids = 0;
    const runtime = createRuntime({
      mesh: stageMesh(signer, (message) => void this.#work.left.push(message)),
      clock: STAGE_CLOCK,
      ids: { next: () => `stage-${(ids += 1)}`, bytes: (count) => new Uint8Array(count) },
      store: {
        ...store,
        addMessage: (message) => {
          // A post that is only kept has a room on its other side, and nobody is owed anything.
          this.#work.recorded += message.direction === 'out' || message.peer === message.author ? 1 : 0;
          return store.addMessage(message);
        },
      },
      agent: stageAgent(() => (this.#work.turns += 1)),
      peers,
      log: createLog({ level: 'silent' }),
      config: CONFIG,
      emit: (event) => {
        if (event.event === 'turn:started') {
          this.#work.depths.push(event.depth);
        }
      },
    });
    return { ...runtime, permits: new WatchedPermits(() => (this.#work.permits += 1)) };
  }
}

/** Permits whose taking is noticed. */
class WatchedPermits extends Permits {
  readonly #onTaken: () => void;

  constructor(onTaken: () => void) {
    super(CONFIG.turns.concurrent);
    this.#onTaken = onTaken;
  }

  override tryAcquire(): Release | undefined {
    this.#onTaken();
    return super.tryAcquire();
  }
}
