import type { Terminal } from './terminal.ts';

/** A picture on a terminal that is drawn again and again in the same place. */
export interface Screen {
  draw(picture: string): void;
  /** Gives the terminal back as it was, with the last picture below what stood there. */
  end(): void;
}

// xterm's: the alternate screen keeps what was on the terminal; lines are cut rather than wrapped while we draw.
const ENTER = '\u001B[?1049h\u001B[?7l\u001B[?25l';
const LEAVE = '\u001B[?25h\u001B[?7h\u001B[?1049l';
const CLEAR = '\u001B[H\u001B[2J';

/** @returns undefined where nothing can be drawn twice: in a file, a pipe, or on a terminal that knows no positions */
export function openScreen({ stdout, env }: Pick<Terminal, 'stdout' | 'env'>): Screen | undefined {
  if (!stdout.isTty || env['TERM'] === 'dumb') return undefined;
  let last: string | undefined;
  return {
    draw(picture) {
      const begin = last === undefined ? ENTER : '';
      last = picture;
      stdout.write(`${begin}${CLEAR}${fitted(picture, stdout.rows)}`);
    },
    end() {
      if (last !== undefined) stdout.write(`${LEAVE}${last}\n`);
      last = undefined;
    },
  };
}

/** The lines that there is room for, and how many there is none for. */
function fitted(picture: string, rows: number): string {
  const lines = picture.split('\n');
  if (lines.length <= rows) return lines.join('\r\n');
  const shown = lines.slice(0, Math.max(0, rows - 1));
  return [...shown, `… ${lines.length - shown.length} more lines`].join('\r\n');
}
