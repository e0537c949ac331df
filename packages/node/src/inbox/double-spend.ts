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

/** What is known of the turns below one link. */
interface Below {
  readonly link: SignedLink;
  /** Turns, by the signature of the message that woke each and who ran it. */
  readonly turns: Set<string>;
  /** What its receiver sent on, by signature. */
  readonly children: Map<string, SignedLink>;
}

/**
 * Compares what a job's peers were granted with the turns that ran below them, from the receipts of those who ran them. A
 * peer in between can claim what it likes in its settlements; it cannot take back its signatures.
 */
export class SpentCredit {
  readonly #jobs = new Map<string, { receipts: number; readonly below: Map<string, Below> }>();

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
      const below = this.#below(job.below, link);
      const before = below.turns.size;
      below.turns.add(turn);
      below.children.set(hex(next.signature), next);
      isNew ||= below.turns.size > before;
      // Who sent something on has run a turn itself.
      const turns = below.turns.size + 1;
      const [first, second] = [...below.children.values()].filter(({ from }) => from === next.from).slice(-2);
      if (below.turns.size > before && turns > link.credit && first !== undefined && second !== undefined) {
        found.push({ author: next.from, grant: link, spent: [first, second], turns });
      }
    }
    job.receipts += isNew ? 1 : 0;
    return found;
  }

  #job(key: string): { receipts: number; readonly below: Map<string, Below> } {
    const known = this.#jobs.get(key) ?? { receipts: 0, below: new Map<string, Below>() };
    this.#jobs.delete(key); // To the end.
    this.#jobs.set(key, known);
    const oldest = this.#jobs.size > MAX_JOBS ? this.#jobs.keys().next().value : undefined;
    if (oldest !== undefined) {
      this.#jobs.delete(oldest);
    }
    return known;
  }

  #below(all: Map<string, Below>, link: SignedLink): Below {
    const key = hex(link.signature);
    const known = all.get(key) ?? { link, turns: new Set<string>(), children: new Map<string, SignedLink>() };
    all.set(key, known);
    return known;
  }
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
