import { CODE_P2P, multiaddr, type Component } from '@multiformats/multiaddr';
import { InvalidAddressError } from './errors.ts';
import { isPeerId } from './lineage/signature.ts';
import { messageOf } from './mesh-event.ts';

/** The peer that a multiaddr names, if it names one. @throws {InvalidAddressError} */
export function peerIn(address: string): string | undefined {
  const components = componentsOf(address);
  if (components.length === 0) {
    throw new InvalidAddressError(address, 'it is empty');
  }
  const peer = components.findLast((component) => component.code === CODE_P2P)?.value;
  if (peer !== undefined && !isPeerId(peer)) {
    throw new InvalidAddressError(address, `${JSON.stringify(peer)} is no peer ID`);
  }
  return peer;
}

function componentsOf(address: string): Component[] {
  try {
    return multiaddr(address).getComponents();
  } catch (error) {
    throw new InvalidAddressError(address, messageOf(error), error);
  }
}
