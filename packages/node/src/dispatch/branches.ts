import type { Channel, Lineage, Message, Settlement, Stop } from '@hoplite/p2p';
import { stopsJob } from '../admission/reasons.ts';
import type { Timer } from '../ports/clock.ts';
import type { Runtime } from '../runtime.ts';
import type { Sender } from './sender.ts';

/** Credit that one request to one peer holds, until it has settled. */
export interface Branch {
  readonly sender: Sender;
  readonly peer: string;
  /** Its name in the ledger. */
  readonly id: string;
  readonly key: string;
  readonly credit: number;
  /** When the job expires, and what is open then is given up. */
  readonly expiresAt: number;
}

interface OpenBranch {
  readonly branch: Branch;
  /** Runs once the answer is there. */
  expiry?: Timer;
}

/** Told when a peer accounts for more than it was granted, or takes back what it said before. */
type OverclaimListener = (lineage: Lineage, peer: string, settlement: Settlement) => void;

/** The credit that requests hold, with the answer and after it: entered in the ledgers of those who sent them. */
export class Branches {
  readonly #runtime: Runtime;
  readonly #open = new Map<string, OpenBranch>();
  #onOverclaimed: OverclaimListener | undefined;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  onOverclaimed(listener: OverclaimListener): void {
    this.#onOverclaimed = listener;
  }

  /** Grants what the sender's ledger has reserved. From now on it may settle, also before the answer comes. */
  grant(sender: Sender, { channel, lineage, link }: Message, peer: string, credit: number): Branch {
    const id = `${link.messageId}/${peer}`;
    const key = openKey(peer, channel, link.messageId);
    sender.ledger.grant(id, credit);
    const branch: Branch = { sender, peer, id, key, credit, expiresAt: lineage.job.expiresAt };
    this.#open.set(key, { branch });
    return branch;
  }

  /** The answer came, with what had become of the credit by then; without it, all is given up. */
  answered(branch: Branch, settlement: Settlement | undefined): void {
    const { clock } = this.#runtime;
    const open = this.#open.get(branch.key);
    if (open === undefined) {
      return; // The last settlement came before the answer, and says more.
    }
    if (settlement === undefined) {
      this.lost(branch);
      return;
    }
    if (settlement.open > 0) {
      open.expiry = clock.after(branch.expiresAt - clock.now(), () => this.lost(branch));
    } else {
      this.#open.delete(branch.key);
    }
    this.#enter(branch, settlement);
  }

  /** More became known of credit that was open when the answer came. */
  settled(peer: string, channel: Channel, id: string, settlement: Settlement): void {
    const open = this.#open.get(openKey(peer, channel, id));
    if (open === undefined) {
      return;
    }
    this.#enter(open.branch, settlement);
    if (settlement.open === 0) {
      this.#forget(open.branch);
    }
  }

  /** Nothing ran: all comes back. A brake of the other side may have stopped the job. */
  unspent(branch: Branch, stop?: Stop, detail?: string): void {
    this.#forget(branch);
    const stops = stop === undefined ? [] : [stop];
    const settlement = { returned: branch.credit, burnt: 0, open: 0, path: [], stops, stopCount: stops.length };
    this.#enter(branch, settlement, detail);
  }

  /** What is still open is given up: it counts as burnt, and is never minted again. */
  lost(branch: Branch): void {
    this.#forget(branch);
    branch.sender.ledger.writeOff(branch.id);
  }

  /** Enters what has become of a branch. A brake that fired below it has stopped the job. */
  #enter({ sender, id, peer }: Branch, claimed: Settlement, detail?: string): void {
    const { log, threads } = this.#runtime;
    // Only the brakes that stop a job do; a later version may name others.
    const settlement = { ...claimed, stops: claimed.stops.filter(({ reason }) => stopsJob(reason)) };
    if (!sender.ledger.settle(id, settlement)) {
      log.warn({ peer, message: id }, 'a settlement does not add up');
      this.#onOverclaimed?.(sender.lineage, peer, settlement);
    }
    for (const stop of settlement.stops) {
      threads.stopped(sender.lineage, detail === undefined ? stop : { ...stop, detail });
    }
  }

  #forget({ key }: Branch): void {
    this.#open.get(key)?.expiry?.clear();
    this.#open.delete(key);
  }
}

function openKey(peer: string, channel: Channel, id: string): string {
  return `${peer}\n${channel}\n${id}`;
}
