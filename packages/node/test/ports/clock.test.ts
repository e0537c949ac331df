import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import { clockCompliance } from '../../compliance/index.ts';
import { systemClock, type Clock } from '../../src/ports/clock.ts';

verifies('node.ports.compliance');

clockCompliance('the system clock', () => ({ clock: systemClock }));

/** The least virtual clock, to show that the suite fits one. */
class VirtualClock implements Clock {
  #now = 1_000_000;
  #timers: { readonly due: number; readonly callback: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  soon(callback: () => void): void {
    setImmediate(callback);
  }

  after(ms: number, callback: () => void) {
    const timer = { due: this.#now + Math.max(0, ms), callback };
    this.#timers.push(timer);
    return { clear: () => void (this.#timers = this.#timers.filter((other) => other !== timer)) };
  }

  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      const [next] = this.#timers.filter(({ due }) => due <= end).sort((a, b) => a.due - b.due);
      if (next === undefined) break;
      this.#now = next.due;
      this.#timers = this.#timers.filter((other) => other !== next);
      next.callback();
    }
    this.#now = end;
  }
}

clockCompliance('a virtual clock', () => {
  const clock = new VirtualClock();
  return { clock, advance: (ms) => clock.advance(ms) };
});

test('a timer of the system clock does not keep the process alive', async () => {
  const clock = new URL('../../src/ports/clock.ts', import.meta.url).href;
  const program = `import { systemClock } from '${clock}'; systemClock.after(600_000, () => {}); console.log('end');`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  expect(stdout).toBe('end\n');
});
