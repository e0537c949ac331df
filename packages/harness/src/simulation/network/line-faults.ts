import type { Fault } from '../../world/fault.ts';

/** A fault of the network, as opposed to one of a clock. */
export type NetworkFault = Exclude<Fault, { readonly kind: 'skew' }>;

/** What is wrong with one line. */
export interface Quality {
  readonly lose: number;
  readonly duplicate: number;
  readonly reorder: number;
  /** Milliseconds, least and most. */
  readonly delay: readonly [number, number];
}

/** How long everything takes on a line that nothing is wrong with, in milliseconds. */
const USUAL_DELAY: readonly [number, number] = [1, 1];

type LineFault = Extract<NetworkFault, { readonly between?: readonly string[] }>;

/** What is wrong with the network now. Peers stand by name. */
export class LineFaults {
  /** Newest last; at most one of a kind and set of lines. */
  #faults: readonly LineFault[] = [];
  #groups: ReadonlyMap<string, number> | undefined;
  readonly #slow = new Map<string, number>();
  #version = 0;

  /** Another one whenever anything has changed. */
  get version(): number {
    return this.#version;
  }

  apply(fault: NetworkFault): void {
    this.#version += 1;
    switch (fault.kind) {
      case 'partition':
        this.#groups = new Map(fault.groups.flatMap((group, index) => group.map((name) => [name, index] as const)));
        return;
      case 'heal':
        this.#groups = undefined;
        this.#faults = [];
        return;
      case 'slow':
        this.#slow.set(fault.peer, Math.max(0, fault.ms));
        return;
      case 'lose':
      case 'duplicate':
      case 'reorder':
      case 'delay': {
        const lines = linesOf(fault);
        const others = this.#faults.filter((other) => other.kind !== fault.kind || linesOf(other) !== lines);
        this.#faults = [...others, fault];
      }
    }
  }

  /** Whether the network is whole between two peers. */
  areTogether(a: string, b: string): boolean {
    if (this.#groups === undefined) {
      return true;
    }
    const [first, second] = [this.#groups.get(a), this.#groups.get(b)];
    return first !== undefined && first === second;
  }

  /** Milliseconds that everything to or from a peer is held. */
  slowness(peer: string): number {
    return this.#slow.get(peer) ?? 0;
  }

  /** What is wrong with the line between two peers. */
  quality(a: string, b: string): Quality {
    let [lose, duplicate, reorder] = [0, 0, 0];
    let delay = USUAL_DELAY;
    for (const fault of this.#faults) {
      if (!isAbout(fault, a, b)) {
        continue;
      }
      if (fault.kind === 'delay') {
        delay = fault.ms;
      } else {
        lose = fault.kind === 'lose' ? fault.share : lose;
        duplicate = fault.kind === 'duplicate' ? fault.share : duplicate;
        reorder = fault.kind === 'reorder' ? fault.share : reorder;
      }
    }
    return { lose, duplicate, reorder, delay };
  }
}

/** A fault that names one peer is about all its lines: between it and itself there are none. */
function isAbout({ between }: LineFault, a: string, b: string): boolean {
  if (between === undefined || between.length === 0) {
    return true;
  }
  return between.length === 1 ? between.includes(a) || between.includes(b) : between.includes(a) && between.includes(b);
}

function linesOf({ between = [] }: LineFault): string {
  return JSON.stringify([...new Set(between)].sort());
}
