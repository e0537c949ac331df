import { systemClock, type Clock } from '@hoplite/node';
import { cut, printable, type Terminal } from '@hoplite/node/cli';

/** Tells people that something goes on, on stderr: in place on a terminal, a line now and then elsewhere. */
export interface Progress {
  say(words: string): void;
  /** Takes back what stands on the terminal. */
  end(): void;
}

const REDRAW_MS = 100;
const LINE_MS = 5000;
const CLEAR_LINE = '\r\u001B[K';

/** @param clock - what tells how long ago something was said */
export function progressOn(
  { stderr, env }: Terminal,
  isQuiet: boolean,
  clock: Pick<Clock, 'now'> = systemClock,
): Progress {
  if (isQuiet) return { say: () => {}, end: () => {} };
  const isDrawn = stderr.isTty && env['TERM'] !== 'dumb';
  // Something that is soon over says nothing: it would only blink.
  let saidAt = clock.now();
  let stands = false;
  return {
    say(words) {
      const now = clock.now();
      if (now - saidAt < (isDrawn ? REDRAW_MS : LINE_MS)) return;
      saidAt = now;
      stands = isDrawn;
      const line = printable(words);
      stderr.write(isDrawn ? `${CLEAR_LINE}${cut(line, stderr.columns - 1)}` : `${line}\n`);
    },
    end() {
      if (stands) stderr.write(CLEAR_LINE);
      stands = false;
    },
  };
}
