import { MAX_STOPS, MAX_STOP_PAYLOAD, type Refusal, type Settlement, type Stop } from '@hoplite/p2p';

/** What a branch was granted, and what has become of it so far. */
export interface Account {
  readonly granted: number;
  readonly returned: number;
  readonly burnt: number;
}

/** One message that was sent, and what has become of its credit so far. */
interface Branch extends Account {
  returned: number;
  burnt: number;
  /** Stops that it has reported so far, in all and by name. */
  stopCount: number;
  named: number;
}

/**
 * The credit of one turn, or of one root event. At every moment
 * `granted = available + burnt (by itself and below) + open (held by branches, or reserved for one)`.
 */
export class Ledger {
  readonly granted: number;
  readonly #branches = new Map<string, Branch>();
  readonly #changed: (() => void)[] = [];
  #available: number;
  #burnt: number;
  #open = 0;
  #reserved = 0;
  #writtenOff = 0;
  #path: readonly string[];
  #stops: Stop[] = [];
  #stopCount = 0;
  #onChange: (() => void) | undefined;

  /**
   * @param granted what the waking message, or the job, granted
   * @param burns 1 for a turn, 0 for a root event that only sends; more when earlier runs of the turn have burnt some
   * @param path the peers up to and with this one
   */
  constructor(granted: number, burns: number, path: readonly string[]) {
    this.granted = granted;
    this.#burnt = burns;
    this.#available = granted - burns;
    this.#path = path;
  }

  /** What may still be given to branches. */
  get available(): number {
    return this.#available;
  }

  /** What branches hold, and what is reserved for them. */
  get open(): number {
    return this.#open + this.#reserved;
  }

  /** Branches that hold credit. */
  get openBranches(): number {
    return [...this.#branches.values()].filter(({ granted, returned, burnt }) => granted > returned + burnt).length;
  }

  /** What was given up, of what has burnt: whether turns ran with it is not known. */
  get writtenOff(): number {
    return this.#writtenOff;
  }

  /** The turn ended before its agent was run: it burns nothing. */
  unburn(): void {
    this.#burnt -= 1;
    this.#available += 1;
  }

  /** Takes `amount` of what is available for branches to come. @throws {RangeError} when there is not that much */
  reserve(amount: number): void {
    if (!Number.isSafeInteger(amount) || amount < 0 || amount > this.#available) {
      throw new RangeError(`cannot reserve ${amount} of ${this.#available}`);
    }
    this.#available -= amount;
    this.#reserved += amount;
  }

  /** Gives back what was reserved and is not to be granted. @throws {RangeError} when there is not that much */
  release(amount: number): void {
    this.#takeReserved(amount);
    this.#available += amount;
    this.#notify();
  }

  /** Gives `amount` of what was reserved to the branch `id`. @throws {RangeError} when there is not that much */
  grant(id: string, amount: number): void {
    if (amount < 1 || this.#branches.has(id)) {
      throw new RangeError(`cannot grant ${amount} to branch ${id}`);
    }
    this.#takeReserved(amount);
    this.#open += amount;
    this.#branches.set(id, { granted: amount, returned: 0, burnt: 0, stopCount: 0, named: 0 });
  }

  /**
   * Enters what has become of a branch, in totals so far, see {@link accounted}.
   *
   * @returns false when the claim did not add up
   */
  settle(id: string, settlement: Settlement): boolean {
    const branch = this.#branches.get(id);
    if (branch === undefined) {
      return false;
    }
    const { returned, burnt } = accounted(branch, settlement);
    this.#available += returned - branch.returned;
    this.#burnt += burnt - branch.burnt;
    this.#open -= returned - branch.returned + burnt - branch.burnt;
    branch.returned = returned;
    branch.burnt = burnt;
    if (returned + burnt === branch.granted) {
      this.#branches.delete(id);
    }
    this.#report(branch, settlement);
    this.#notify();
    const claimed = settlement.returned + settlement.burnt + settlement.open;
    return claimed === branch.granted && returned === settlement.returned && burnt === settlement.burnt;
  }

  /** Gives up what a branch still holds: it counts as burnt, and is never minted again. */
  writeOff(id: string): void {
    const branch = this.#branches.get(id);
    if (branch !== undefined) {
      const { burnt, granted, returned } = branch;
      this.#writtenOff += granted - returned - burnt;
      this.settle(id, { returned, burnt: granted - returned, open: 0, path: [], stops: [], stopCount: 0 });
    }
  }

  /** Notes that a brake stopped something here. */
  addStop(stop: Stop): void {
    this.#stopCount += 1;
    if (this.#stops.length < MAX_STOPS) {
      this.#stops.push(stop);
    }
  }

  /** What has become of the whole grant so far. */
  summary(): Settlement {
    return {
      returned: this.#available,
      burnt: this.#burnt,
      open: this.open,
      path: this.#path,
      stops: [...this.#stops],
      stopCount: this.#stopCount,
    };
  }

  /** Wakes those who wait for a change, so that they look again at whether it is worth waiting. */
  nudge(): void {
    for (const resolve of this.#changed.splice(0)) {
      resolve();
    }
  }

  /** Resolves when a branch has settled, at least in part, or at a {@link nudge}. */
  changed(): Promise<void> {
    return new Promise((resolve) => this.#changed.push(resolve));
  }

  /** Calls `listener` at every settlement of a branch from now on. */
  onChange(listener: () => void): void {
    this.#onChange = listener;
  }

  #takeReserved(amount: number): void {
    if (!Number.isSafeInteger(amount) || amount < 0 || amount > this.#reserved) {
      throw new RangeError(`cannot take ${amount} of ${this.#reserved} reserved`);
    }
    this.#reserved -= amount;
  }

  /** Stops are totals too: those that the branch reported before are not counted again. */
  #report(branch: Branch, { path, stops, stopCount }: Settlement): void {
    if (path.length > this.#path.length) {
      this.#path = path;
    }
    const total = Math.max(branch.stopCount, stopCount, stops.length);
    this.#stopCount += total - branch.stopCount;
    this.#stops.push(...stops.slice(branch.named, branch.named + MAX_STOPS - this.#stops.length));
    branch.stopCount = total;
    branch.named = Math.max(branch.named, stops.length);
  }

  #notify(): void {
    this.nudge();
    this.#onChange?.();
  }
}

/**
 * What has become of a branch after one more settlement, in totals so far. Totals never go down, and together never exceed
 * the grant: what a dishonest peer claims beyond that is cut off. With nothing open a settlement is final: what it does not
 * account for counts as burnt.
 */
export function accounted(
  branch: Account,
  settlement: Pick<Settlement, 'returned' | 'burnt' | 'open'>,
): { readonly returned: number; readonly burnt: number } {
  const returned = clamp(settlement.returned, branch.returned, branch.granted - branch.burnt);
  const left = branch.granted - returned;
  return { returned, burnt: settlement.open === 0 ? left : clamp(settlement.burnt, branch.burnt, left) };
}

/** A refusal as it is reported to the origin, with the beginning of what was to be said. */
export function stopOf({ reason, path }: Refusal, briefHash: Uint8Array | undefined, content: string): Stop {
  const payload = Buffer.from(content).subarray(0, MAX_STOP_PAYLOAD).toString();
  return { reason, path, payload, ...(briefHash === undefined ? {} : { briefHash }) };
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
