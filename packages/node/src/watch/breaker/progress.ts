import { RecentKeys } from './recent-keys.ts';

/** Outcomes of calls that are remembered: what is among them is nothing new. */
const MAX_OUTCOMES = 64;

/** The same for what agents make. */
const MAX_ARTEFACTS = 256;

/**
 * Whether an agent has got anywhere in this beat. It has when a turn was answered, an acting call had a new outcome, its
 * goal is nearer, or it has made something new; and for now while an acting call that it began in this beat is not over.
 * What it says, looks at or is told is no progress.
 */
export class Progress {
  #isMade = false;
  /** Acting calls that began in this beat and are not over. */
  #inHand = 0;
  /** The same of those that began in earlier beats. */
  #inHandBefore = 0;
  readonly #outcomes = new RecentKeys(MAX_OUTCOMES);
  readonly #artefacts = new RecentKeys(MAX_ARTEFACTS);

  get isMade(): boolean {
    return this.#isMade || this.#inHand > 0;
  }

  /** A turn was answered, or the goal is nearer. */
  made(): void {
    this.#isMade = true;
  }

  callBegan(): void {
    this.#inHand += 1;
  }

  callEnded(): void {
    if (this.#inHandBefore > 0) {
      this.#inHandBefore -= 1; // In doubt it was an older one, so that a new one is not forgotten.
    } else {
      this.#inHand = Math.max(0, this.#inHand - 1);
    }
  }

  /** An acting call has succeeded. */
  acted(outcome: string): void {
    if (this.#outcomes.add(outcome)) {
      this.made();
    }
  }

  /** The agent has made something. @returns whether it is new */
  artefact(hash: string): boolean {
    const isNew = this.#artefacts.add(hash);
    if (isNew) {
      this.made();
    }
    return isNew;
  }

  /** A beat is over. */
  endBeat(): void {
    this.#isMade = false;
    this.#inHandBefore += this.#inHand;
    this.#inHand = 0;
  }

  reset(): void {
    this.endBeat();
    this.#outcomes.clear();
    this.#artefacts.clear();
  }
}
