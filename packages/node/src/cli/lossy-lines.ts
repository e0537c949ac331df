import type { Output } from './terminal.ts';

/** Bytes that may wait for whoever reads an output. One line may be larger, and passes. */
const MAX_UNREAD_BYTES = 4 * 1024 * 1024;

export interface LossyLines {
  write(line: string): void;
  /** Lines that were dropped, and of which nothing has been said yet. */
  readonly dropped: number;
}

/**
 * Lines for a reader who may stall: what it does not read in time is dropped, or it would fill our memory.
 *
 * @param notice says, before the next line that there is room for, how many were dropped
 */
export function lossyLines(output: Output, notice: (dropped: number) => string): LossyLines {
  let dropped = 0;
  return {
    get dropped() {
      return dropped;
    },
    write(line) {
      if (output.unread > MAX_UNREAD_BYTES) {
        dropped += 1;
        return;
      }
      if (dropped > 0) output.write(`${notice(dropped)}\n`);
      dropped = 0;
      output.write(`${line}\n`);
    },
  };
}
