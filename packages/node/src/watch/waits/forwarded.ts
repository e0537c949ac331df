/** Probes that are remembered; beyond that the one longest ago is forgotten. */
export const MAX_FORWARDED = 2048;

/** Which probes have come by, so that each takes every wait once. */
export class Forwarded {
  readonly #keys = new Set<string>();

  get size(): number {
    return this.#keys.size;
  }

  /** @returns whether it is new */
  note(key: string): boolean {
    if (this.#keys.has(key)) {
      return false;
    }
    const oldest = this.#keys.size < MAX_FORWARDED ? undefined : this.#keys.values().next().value;
    if (oldest !== undefined) {
      this.#keys.delete(oldest);
    }
    this.#keys.add(key);
    return true;
  }
}
