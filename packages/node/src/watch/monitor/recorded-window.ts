import type { Tick } from '../stall/tick.ts';

/** UTF-8 bytes of a window that is kept. */
export const MAX_WINDOW_BYTES = 64 * 1024;

/** A window as JSON, without its oldest ticks if it would be too long. */
export function recordedWindow(window: readonly Tick[]): string {
  const kept: string[] = [];
  let bytes = '[]'.length;
  for (const tick of window.toReversed()) {
    const json = JSON.stringify(tick);
    bytes += Buffer.byteLength(json) + ','.length;
    if (bytes > MAX_WINDOW_BYTES) {
      break;
    }
    kept.push(json);
  }
  return `[${kept.toReversed().join()}]`;
}

/** What was recorded; it was written here, so it is what it says. */
export function windowRecorded(json: string): readonly Tick[] {
  return JSON.parse(json) as readonly Tick[];
}
