import { networkInterfaces } from 'node:os';
import { isLoopback } from '@libp2p/utils';
import { getNetConfig, isNetworkAddress } from '@libp2p/utils';
import type { Multiaddr } from '@multiformats/multiaddr';

/** Networks inside one machine: containers, virtual machines. Nobody else on the LAN can reach their addresses. */
const VIRTUAL_INTERFACE = /^(docker|br-|veth|virbr|vmnet|vboxnet|cni|flannel|cali|lxc|lxd|podman)/;

/** How well an address can be reached from elsewhere: only those of the best kind that there is are told. */
type Reach = 'lan' | 'virtual' | 'loopback';

/**
 * The addresses worth telling to others: none of loopback or of virtual networks when there are better ones. On a
 * machine without a network the loopback addresses remain, so that nodes on that machine still find each other.
 */
export function advertised(addresses: Multiaddr[]): Multiaddr[] {
  const virtual = virtualHosts();
  const kinds = addresses.map((address) => reachOf(address, virtual));
  const best = (['lan', 'virtual', 'loopback'] as const).find((kind) => kinds.includes(kind));
  return addresses.filter((_, index) => kinds[index] === best);
}

function reachOf(address: Multiaddr, virtual: ReadonlySet<string>): Reach {
  if (isLoopback(address)) {
    return 'loopback';
  }
  return isNetworkAddress(address) && virtual.has(getNetConfig(address).host) ? 'virtual' : 'lan';
}

function virtualHosts(): ReadonlySet<string> {
  const hosts = new Set<string>();
  for (const [name, addresses] of Object.entries(networkInterfaces())) {
    for (const { address } of addresses ?? []) {
      if (VIRTUAL_INTERFACE.test(name)) {
        hosts.add(address);
      }
    }
  }
  return hosts;
}
