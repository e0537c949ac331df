import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds in which what was begun at start comes to rest. */
const REST = 500;

/** Bytes of memory that this process holds at rest, after its garbage is collected. Needs `--expose-gc`. */
export async function residentMemory(): Promise<number> {
  for (let pass = 0; pass < 3; pass += 1) {
    await sleep(REST);
    globalThis.gc?.();
  }
  return process.memoryUsage.rss();
}
