import { isIPv4 } from 'node:net';
import { InvalidAddressError, isPeerId } from '@hoplite/p2p';

const ADDRESS = /^\/ip4\/([0-9.]+)\/tcp\/(\d{1,5})(?:\/p2p\/([A-Za-z0-9]+))?$/;

/** Where a simulated peer is found: `/ip4/<address>/tcp/<port>`. */
export function addressOf(index: number): string {
  return `/ip4/10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}/tcp/4001`;
}

/**
 * Reads where a peer is, and who it is if that is said.
 *
 * @throws {InvalidAddressError}
 */
export function parseAddress(address: string): { readonly place: string; readonly peer: string | undefined } {
  const [, ip = '', port = '', peer] = ADDRESS.exec(address) ?? [];
  if (!isIPv4(ip) || Number(port) > 65_535) {
    throw new InvalidAddressError(address, 'the simulated network has addresses such as /ip4/10.0.0.1/tcp/4001 only');
  }
  if (peer !== undefined && !isPeerId(peer)) {
    throw new InvalidAddressError(address, `${peer} is no peer ID`);
  }
  return { place: `/ip4/${ip}/tcp/${Number(port)}`, peer };
}
