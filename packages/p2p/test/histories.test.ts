import { describe, expect, test } from 'vitest';
import { Histories, MAX_HISTORIES, fitting } from '../src/channels/histories.ts';
import { MAX_FRAME_BYTES } from '../src/index.ts';
import { encodeFrame, type Frame } from '../src/wire/frame-codec.ts';
import { verifies } from '@hoplite/test/requirements';

verifies('p2p.channels.history');

const question = (id: string) => ({ kind: 'history', id, room: 'ops', since: 0, limit: 2 }) as const;

describe('posts for one frame', () => {
  test('are all of them when they fit, in their order', () => {
    const posts = [1, 2, 3].map((fill) => new Uint8Array(10).fill(fill));
    expect(fitting(posts)).toEqual(posts);
    expect(fitting([])).toEqual([]);
  });

  test('are the newest when not, without gaps', () => {
    const sizes = [10, 500_000, 10, 600_000].map((size) => new Uint8Array(size));
    expect(fitting(sizes).map((post) => post.byteLength)).toEqual([10, 600_000]);
  });

  test.each([1, 2, 100, 256])('fill it with %i of a size, and not more', (count) => {
    const most = Math.floor((MAX_FRAME_BYTES - 512) / count) - 4;
    const posts = Array.from({ length: count }, () => new Uint8Array(most));
    expect(fitting(posts)).toHaveLength(count);
    const frame = encodeFrame({ kind: 'posts', id: '深'.repeat(128), envelopes: fitting(posts) });
    expect(frame.byteLength).toBeLessThanOrEqual(MAX_FRAME_BYTES);
    expect(fitting([...posts, new Uint8Array(1024)])).toHaveLength(count === 1 ? 1 : count);
  });

  test('may be the largest envelope there can be', () => {
    expect(fitting([new Uint8Array(MAX_FRAME_BYTES - 1024)])).toHaveLength(1);
  });
});

describe('questions of one peer', () => {
  /** Lets what is due run. */
  const due = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  test('are a few at once; more have to wait until one of them is answered', async () => {
    const histories = new Histories({ onHistory: () => [], guard: (run) => run() });
    const answers: Frame[] = [];
    const ask = (peer: string, id: string) => histories.ask(peer, question(id), (posts) => answers.push(posts));
    const ids = Array.from({ length: MAX_HISTORIES + 2 }, (_, index) => `q${index}`);
    expect(ids.map((id) => ask('a', id))).toEqual(ids.map((_, index) => index < MAX_HISTORIES));
    expect(ask('b', 'mine')).toBe(true);
    await due();
    expect(answers.map((answer) => 'id' in answer && answer.id)).toEqual([...ids.slice(0, MAX_HISTORIES), 'mine']);
    expect(ask('a', 'again')).toBe(true);
  });

  test('that the node fails to answer count no longer, and get none', async () => {
    const faults: unknown[] = [];
    const guard = (run: () => void): void => {
      try {
        run();
      } catch (error) {
        faults.push(error);
      }
    };
    const failing = (): never => {
      throw new Error('the store is gone');
    };
    const histories = new Histories({ onHistory: failing, guard });
    const answers: Frame[] = [];
    for (let round = 0; round < 3; round += 1) {
      for (let count = 0; count < MAX_HISTORIES; count += 1) {
        expect(histories.ask('a', question('q'), (posts) => answers.push(posts))).toBe(true);
      }
      await due();
    }
    expect([faults.length, answers.length]).toEqual([3 * MAX_HISTORIES, 0]);
  });

  test('are not put to a node that has stopped', async () => {
    let asked = 0;
    const histories = new Histories({ onHistory: () => ((asked += 1), []), guard: (run) => run() });
    histories.ask('a', question('q'), () => undefined);
    histories.stop();
    await due();
    expect(asked).toBe(0);
  });
});
