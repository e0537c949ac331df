import { MAX_HOP_DEPTH, obliges, type Act, type Channel, type Lineage, type Refusal } from '@hoplite/p2p';
import type { Attempt } from '@hoplite/tools';
import { applyBrakes } from '../admission/brakes.ts';
import type { MessageCrossing } from '../admission/crossing.ts';
import { NodeView } from '../admission/node-view.ts';
import { MAX_IN_FLIGHT_PER_PEER } from '../admission/policy.ts';
import { stopsJob } from '../admission/reasons.ts';
import type { Runtime } from '../runtime.ts';
import { shareOf } from '../turns/credit.ts';
import type { Requests } from './requests.ts';
import type { Sender } from './sender.ts';

/** A message that is to leave, as the brakes need it. */
export interface Leaving {
  readonly channel: Channel;
  /** Peer ID, or the topic of a room. */
  readonly to: string;
  readonly act: Act;
  /** Whom it is to reach: the last of the path that a refusal names. */
  readonly reach: string;
  /** Peers that it is to wake. */
  readonly children: number;
}

/** What may cross: the lineage to extend, and the credit to carry. */
export interface Clearance {
  readonly parent: Lineage;
  readonly share: number;
}

/** Decides whether a message may leave: the same brakes as on the way in, and a share of the sender's credit. */
export class Clearing {
  readonly #runtime: Runtime;
  readonly #requests: Requests;

  constructor(runtime: Runtime, requests: Requests) {
    this.#runtime = runtime;
    this.#requests = requests;
  }

  /** Applies the brakes, waits for credit while branches hold it, and reserves the share. */
  async clear(sender: Sender, leaving: Leaving): Promise<Attempt<Clearance>> {
    const { ledger } = sender;
    const view = new NodeView(this.#runtime, {
      hasCredit: () => ledger.available > 0 || ledger.open > 0,
      hasCapacity: (peer) => this.#requests.inFlight(peer) < MAX_IN_FLIGHT_PER_PEER,
    });
    for (;;) {
      const crossing = this.#crossing(sender, leaving);
      // Without a local ID nothing of a chain is checked: the brakes refuse it first.
      if (view.localPeer !== '' && !sender.isVerified(this.#runtime.mesh.verify)) {
        const detail = 'the message that woke this turn does not bear the signature of its sender';
        return this.#refused(sender, crossing, { reason: 'malformed', detail, path: crossing.path });
      }
      const stopped = applyBrakes(crossing, view);
      if (stopped !== undefined) {
        return this.#refused(sender, crossing, stopped.refusal);
      }
      const limit = Math.min(crossing.lineage.job.maxDepth, view.maxHopDepth, MAX_HOP_DEPTH);
      const share = shareFor(leaving, ledger.available, crossing.depth + 1 < limit);
      if (share > 0 || !obliges(leaving.act)) {
        ledger.reserve(share); // At once: another message of this turn may be on its way out as well.
        return { ok: true, value: { parent: crossing.lineage, share } };
      }
      const aborted = await sender.waiting(settledOrAborted(sender));
      if (aborted) {
        const detail = 'the turn ended while it waited for credit';
        return this.#refused(sender, crossing, { reason: 'cancelled', detail, path: crossing.path });
      }
    }
  }

  #crossing(sender: Sender, { channel, to, act, reach }: Leaving): MessageCrossing {
    const lineage = sender.parentFor(to);
    const localPeer = this.#runtime.mesh.localPeer;
    return {
      kind: 'message',
      direction: 'outbound',
      channel,
      peer: to,
      act,
      answers: false,
      lineage,
      depth: lineage.depth + 1,
      visited: [...lineage.visited, localPeer],
      path: [...lineage.chain, localPeer, reach],
    };
  }

  #refused(sender: Sender, crossing: MessageCrossing, refusal: Refusal): { readonly ok: false; refusal: Refusal } {
    const { reason, path, detail } = refusal;
    if (stopsJob(reason)) {
      sender.ledger.addStop({ reason, path });
    }
    this.#runtime.emit({
      event: 'refused',
      direction: 'outbound',
      jobId: crossing.lineage.job.jobId,
      channel: crossing.channel,
      reason,
      detail,
      path: this.#runtime.peers.names(path),
    });
    return { ok: false, refusal };
  }
}

/** A message's share: as for one child, but at least one for each that it wakes while there is that much. */
function shareFor({ act, children }: Leaving, available: number, childHasHopLeft: boolean): number {
  if (!obliges(act)) {
    return 0;
  }
  return Math.min(available, Math.max(children, shareOf(available, childHasHopLeft)));
}

/** Resolves when a branch has settled (false), or the sender is to end (true). */
async function settledOrAborted(sender: Sender): Promise<boolean> {
  const { signal } = sender;
  if (signal.aborted) {
    return true;
  }
  const aborted = Promise.withResolvers<void>();
  const onAbort = (): void => aborted.resolve();
  signal.addEventListener('abort', onAbort, { once: true });
  await Promise.race([sender.ledger.changed(), aborted.promise]);
  signal.removeEventListener('abort', onAbort);
  return signal.aborted;
}
