import { networkInterfaces } from 'node:os';
import { multiaddr } from '@multiformats/multiaddr';
import { describe, expect, test, vi } from 'vitest';
import { advertised } from '../src/advertised.ts';

vi.mock('node:os', async (original) => ({ ...(await original<object>()), networkInterfaces: vi.fn() }));

const LOCAL = '/ip4/127.0.0.1/tcp/4001';
const LAN = '/ip4/192.168.1.20/tcp/4001';
const DOCKER = '/ip4/172.17.0.1/tcp/4001';

function told(...addresses: readonly string[]): readonly string[] {
  const of = (address: string) => [{ address }] as ReturnType<typeof networkInterfaces>[string];
  vi.mocked(networkInterfaces).mockReturnValue({
    lo: of('127.0.0.1'),
    eth0: of('192.168.1.20'),
    docker0: of('172.17.0.1'),
  });
  return advertised(addresses.map((address) => multiaddr(address))).map((address) => address.toString());
}

describe('what is told to others', () => {
  test('is the address on the LAN, not that of loopback or of a container network', () => {
    expect(told(LOCAL, LAN, DOCKER)).toEqual([LAN]);
  });

  test('is a virtual network’s when there is no LAN', () => {
    expect(told(LOCAL, DOCKER)).toEqual([DOCKER]);
  });

  test('is loopback’s when there is nothing else', () => {
    expect(told(LOCAL, '/ip6/::1/tcp/4001')).toEqual([LOCAL, '/ip6/::1/tcp/4001']);
  });

  test('is a name that resolves elsewhere, as it is', () => {
    expect(told('/dns4/alpha.lan/tcp/4001', LOCAL)).toEqual(['/dns4/alpha.lan/tcp/4001']);
  });

  test('is nothing when it listens nowhere', () => {
    expect(told()).toEqual([]);
  });
});
