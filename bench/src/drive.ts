import { median } from './statistics.ts';

/** How hard to call, and for how long. */
export interface Load {
  /** Calls that are under way at any moment. */
  readonly inFlight: number;
  readonly milliseconds: number;
}

export interface Driven {
  /** Microseconds from a call to its reply: the median. */
  readonly p50: number;
  readonly perSecond: number;
}

/** Makes calls, a new one whenever one has been answered, until the time is over. */
export async function drive(call: () => Promise<void>, { inFlight, milliseconds }: Load): Promise<Driven> {
  const latencies: number[] = [];
  const began = performance.now();
  const until = began + milliseconds;
  const caller = async (): Promise<void> => {
    for (let now = performance.now(); now < until;) {
      await call();
      const after = performance.now();
      latencies.push(after - now);
      now = after;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, caller));
  const seconds = (performance.now() - began) / 1000;
  return { p50: median(latencies) * 1000, perSecond: latencies.length / seconds };
}
