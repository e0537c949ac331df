import { obliges, type Lineage, type SignedLink } from '@hoplite/p2p';

/** Jobs whose receipts are remembered; beyond that the one heard of longest ago is forgotten. */
const MAX_JOBS = 256;

/** Receipts of one job that are remembered, at most. */
const MAX_RECEIPTS = 10_000;

/** Two links that together spend more than their author was granted. */
export interface DoubleSpend {
  /** Peer ID of who signed both. */
  readonly author: string;
  /** The link that granted the credit. */
  readonly grant: SignedLink;
  readonly spent: readonly [SignedLink, SignedLink];
  /** Turns that ran below the grant, its receiver's own included. */
  readonly turns: number;
}

/** What one peer has sent on of what one link granted it. */
interface Spending {
  /** By signature: what it sent, and the turns that ran below, by the message that woke each and who ran it. */
  readonly children: Map<string, { readonly link: SignedLink; readonly turns: Set<string> }>;
  /** It has been reported. */
  isFound: boolean;
}

/**
 * Compares what a job's peers were granted with the turns that ran below them, from the receipts of those who ran them. A
 * peer in between can claim what it likes in its settlements; it cannot take back its signatures.
 */
export class SpentCredit {
  readonly #jobs = new Map<string, { receipts: number; readonly spending: Map<string, Spending> }>();

  /**
   * Enters the receipt of a turn: the lineage of the message that woke it.
   *
   * @returns those who have spent more than they had, as far as this receipt shows it for the first time
   */
  enter(witness: Lineage, author: string): readonly DoubleSpend[] {
    const job = this.#job(`${witness.job.jobId}.${witness.job.epoch}`);
    const { links } = witness;
    const last = links.at(-1);
    if (last === undefined || job.receipts >= MAX_RECEIPTS) {
      return [];
    }
    const turn = `${hex(last.signature)}/${author}`;
    const found: DoubleSpend[] = [];
    let isNew = false;
    for (const [index, link] of links.slice(0, -1).entries()) {
      const next = links[index + 1];
      if (next === undefined || !obliges(link.act) || !obliges(next.act)) {
        continue;
      }
      const spending = spendingOf(job.spending, `${hex(link.signature)}/${next.from}`);
      const key = hex(next.signature);
      const child = spending.children.get(key) ?? { link: next, turns: new Set<string>() };
      spending.children.set(key, child);
      isNew ||= !child.turns.has(turn);
      child.turns.add(turn);
      const children = [...spending.children.values()];
      // What ran beyond a message's credit is the fault of who got that message. Who sent something on has run a turn itself.
      const turns = children.reduce((sum, { link, turns }) => sum + Math.min(link.credit, turns.size), 1);
      const [first, second] = children.slice(-2);
      if (!spending.isFound && turns > link.credit && first !== undefined && second !== undefined) {
        spending.isFound = true;
        found.push({ author: next.from, grant: link, spent: [first.link, second.link], turns });
      }
    }
    job.receipts += isNew ? 1 : 0;
    return found;
  }

  #job(key: string): { receipts: number; readonly spending: Map<string, Spending> } {
    const known = this.#jobs.get(key) ?? { receipts: 0, spending: new Map<string, Spending>() };
    this.#jobs.delete(key); // To the end.
    this.#jobs.set(key, known);
    const oldest = this.#jobs.size > MAX_JOBS ? this.#jobs.keys().next().value : undefined;
    if (oldest !== undefined) {
      this.#jobs.delete(oldest);
    }
    return known;
  }
}

function spendingOf(all: Map<string, Spending>, key: string): Spending {
  const known = all.get(key) ?? {
    children: new Map<string, { link: SignedLink; turns: Set<string> }>(),
    isFound: false,
  };
  all.set(key, known);
  return known;
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
