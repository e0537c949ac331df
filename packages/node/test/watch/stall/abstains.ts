import { expect } from 'vitest';
import { diagnoseStall, type StallOptions } from '../../../src/watch/stall/classify.ts';
import { StallClassificationError, type Abstention } from '../../../src/watch/stall/errors.ts';
import type { Tick } from '../../../src/watch/stall/tick.ts';

/** Why nothing is said of a window; fails when something is, or when the error carries anything but the window itself. */
export function abstention(window: readonly Tick[], options?: StallOptions): Abstention {
  try {
    const verdict = diagnoseStall(window, options);
    throw new Error(`it is said to be a ${verdict.kind}`);
  } catch (error) {
    if (!(error instanceof StallClassificationError)) throw error;
    expect(error.window).toBe(window);
    return error.why;
  }
}
