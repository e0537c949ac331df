import { describe, expect, test } from 'vitest';
import type { InboundRequest } from '@hoplite/p2p';
import { Answering } from '../../src/simulation/network/answering.ts';
import { VirtualClock } from '../../src/simulation/virtual-clock.ts';

const GRACE_MS = 30_000;
const FRAME = { kind: 'request', id: 'x', envelope: new Uint8Array(1) } as const;

describe('a requester that comes and goes', () => {
  test('is given up a grace time after it was last there, and no sooner for an earlier time away', async () => {
    const clock = new VirtualClock();
    const requests: InboundRequest[] = [];
    const answering = new Answering({
      localPeer: 'beta',
      clock,
      grace: GRACE_MS,
      send: () => undefined,
      onRequest: (request) => void requests.push(request),
      onHistory: () => [],
      onMalformed: () => undefined,
      guard: (run) => run(),
    });
    const isGivenUp = (): boolean => requests.some(({ signal }) => signal.aborted);
    answering.onConnected('alpha');
    answering.onFrame('alpha', 'task', FRAME, false);
    answering.onDisconnected('alpha');
    await clock.advance(10_000);
    // Back, and away again before it had got to repeat the request; then back, with it.
    answering.onConnected('alpha');
    answering.onDisconnected('alpha');
    await clock.advance(GRACE_MS - 1);
    answering.onConnected('alpha');
    answering.onFrame('alpha', 'task', FRAME, false);
    await clock.advance(2 * GRACE_MS);
    expect(requests).toHaveLength(2);
    expect(isGivenUp()).toBe(false);
    answering.onDisconnected('alpha');
    await clock.advance(GRACE_MS - 1);
    expect(isGivenUp()).toBe(false);
    await clock.advance(1);
    expect(isGivenUp()).toBe(true);
  });
});
