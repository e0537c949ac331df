import type { Script } from '../world/world.ts';
import { aborted } from './hand-on.ts';
import type { AdversaryOptions } from './options.ts';

/** Says that it is nearly done, over and over, and never is. */
export function reportsFalseProgress({ times = 200 }: AdversaryOptions = {}): Script {
  return async (turn) => {
    for (let count = 0; count < times; count += 1) {
      await turn.tools.call('report_progress', { note: `nearly done (${count})`, fraction: 0.99 });
    }
    await aborted(turn);
    return 'nearly done';
  };
}
