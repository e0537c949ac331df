import { setTimeout as sleep } from 'node:timers/promises';

const POLL = 20;
const LIMIT = 15_000;

/** Resolves when a condition holds. @throws when it does not within 15 seconds */
export async function until(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + LIMIT;
  while (!condition()) {
    if (performance.now() > deadline) {
      throw new Error(`did not come about: ${condition.toString()}`);
    }
    await sleep(POLL);
  }
}
