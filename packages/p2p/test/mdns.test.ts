import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { verifies } from '@hoplite/test/requirements';
import { expect, test } from 'vitest';
import { generateNetworkKey, networkFingerprint } from '../src/index.ts';
import { startPeer } from './support.ts';

const GROUP = '224.0.0.251';

/** Whether this machine brings multicast back to itself: some sandboxes do not. */
async function hasMulticast(): Promise<boolean> {
  const socket = createSocket({ type: 'udp4', reuseAddr: true });
  try {
    socket.bind(0);
    await once(socket, 'listening');
    socket.addMembership(GROUP);
    const { port } = socket.address();
    const heard = once(socket, 'message', { signal: AbortSignal.timeout(1_000) });
    socket.send('hello', port, GROUP);
    await heard;
    return true;
  } catch {
    return false;
  } finally {
    socket.close();
  }
}

const multicast = await hasMulticast();

test.runIf(multicast)(
  'peers of one network find each other by mDNS, and those of another do not even try',
  async () => {
    verifies('p2p.host.mdns-own-tag');
    const networkKey = generateNetworkKey();
    const [a, b, stranger] = await Promise.all([
      startPeer(networkKey, { mdns: true }),
      startPeer(networkKey, { mdns: true }),
      startPeer(generateNetworkKey(), { mdns: true }),
    ]);
    await Promise.all([a.meets(b), b.meets(a)]);
    expect(stranger.mesh.peers()).toEqual([]);
    expect([a, b, stranger].flatMap((peer) => peer.eventsOf('stranger'))).toEqual([]);
  },
);

test('the service tag tells networks apart and gives nothing of the key away', () => {
  verifies('p2p.host.mdns-own-tag');
  const [one, other] = [generateNetworkKey(), generateNetworkKey()];
  expect(networkFingerprint(one)).not.toBe(networkFingerprint(other));
  // RFC 6763, section 7.2: at most fifteen characters, without the underscore.
  expect(`hop-${networkFingerprint(one)}`.length).toBeLessThanOrEqual(15);
});
