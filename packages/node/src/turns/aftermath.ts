import { CLOCK_SKEW_MS, composeNotice, type Message, type Settlement } from '@hoplite/p2p';
import type { Runtime } from '../runtime.ts';
import type { ComposedAnswer } from './answer.ts';
import type { Ledger } from './ledger.ts';

/** What is still to be told when a turn has been answered. */
export class Aftermath {
  readonly #runtime: Runtime;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  /** The asker has the answer from the stream; the others in the room, if there are any, hear it too. */
  tellRoom(room: string | undefined, { message, envelope }: ComposedAnswer): void {
    const { mesh, log } = this.#runtime;
    if (room !== undefined && message.link.act === 'inform') {
      mesh.publish(room, envelope).catch((error: unknown) => {
        log.debug({ err: error, room }, 'an answer was heard by nobody else');
      });
    }
  }

  /**
   * Credit that branches held when the turn answered goes back when they have settled, which may be by now.
   *
   * @param told what the asker knows: totals never go down, also when a crash has lost some of what they were made of
   */
  settleLater({ channel, lineage, link }: Message, ledger: Ledger, told?: Settlement): void {
    const { mesh, store } = this.#runtime;
    const settle = (): void => {
      if (ledger.open > 0) {
        return;
      }
      const { from: peer, messageId } = link;
      const summary = ledger.summary();
      const settlement = told === undefined ? summary : notBelow(told, summary, ledger.granted);
      // Kept, because the asker may be away: it is told again whenever it comes, until its job is over.
      store.putSettlement({ peer, channel, messageId, settlement, until: lineage.job.expiresAt + CLOCK_SKEW_MS });
      mesh.settle(peer, channel, messageId, settlement);
    };
    ledger.onChange(settle);
    settle();
  }

  /** Tells an asker that has come what it is owed of earlier answers. */
  settleWith(peer: string): void {
    const { mesh, store } = this.#runtime;
    for (const { channel, messageId, settlement } of store.settlementsFor(peer)) {
      mesh.settle(peer, channel, messageId, settlement);
    }
  }

  /**
   * Tells the origin of a job that a turn of it ran here, when the answer goes to somebody else: so it sees when a peer
   * in between spends more than it was granted.
   */
  sendReceipt({ lineage }: Message): void {
    const { clock, ids, mesh } = this.#runtime;
    const { origin } = lineage;
    if (lineage.depth < 2 || origin === undefined || origin === mesh.localPeer) {
      return;
    }
    const stamp = { id: ids.next(), at: clock.now(), until: lineage.job.expiresAt + CLOCK_SKEW_MS };
    mesh.notify(origin, composeNotice({ kind: 'receipt', witness: lineage }, stamp, mesh.signer));
  }
}

/** A final settlement that takes nothing back of what was told before. */
function notBelow(told: Settlement, last: Settlement, granted: number): Settlement {
  const returned = Math.min(Math.max(last.returned, told.returned), granted - told.burnt);
  return { ...last, returned, burnt: granted - returned };
}
