import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RequestChannel } from '../src/channels/request-channel.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Milliseconds between tries to open a stream on a connection that stands and takes none. */
async function pauses(random: number, count: number): Promise<number[]> {
  vi.spyOn(Math, 'random').mockReturnValue(random);
  const tries: number[] = [];
  const channel = new RequestChannel('b', 'task', {
    localPeer: 'a',
    connectTime: 60_000,
    open: () => {
      tries.push(Date.now());
      return Promise.reject(new Error('no stream for you'));
    },
    hurry: () => undefined,
    onSettled: () => undefined,
    onNotice: () => undefined,
    onMalformed: () => undefined,
    guard: (run) => run(),
  });
  channel.note({ kind: 'cancel', id: 'm', reason: '' });
  while (tries.length <= count) {
    await vi.advanceTimersByTimeAsync(10);
  }
  await channel.stop(AbortSignal.abort());
  return tries.slice(1).map((at, index) => at - (tries[index] ?? 0));
}

test('pauses between tries double up to 5 s', async () => {
  expect(await pauses(0.5, 9)).toEqual([200, 400, 800, 1_600, 3_200, 5_000, 5_000, 5_000, 5_000]);
});

test('peers that lost each other together do not try together', async () => {
  expect(await pauses(0, 3)).toEqual([100, 200, 400]);
  expect(await pauses(0.9, 3)).toEqual([280, 560, 1_120]);
});
