import { isIP, isIPv4, isIPv6 } from 'node:net';
import { isPeerId } from '@hoplite/p2p';

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?)*\.?$/i;

const isHost: Readonly<Record<string, (host: string) => boolean>> = {
  ip4: isIPv4,
  ip6: (host) => isIPv6(host) && !host.includes('%'),
  dns: (host) => isIP(host) === 0 && HOST_NAME.test(host),
  dns4: (host) => isIP(host) === 0 && HOST_NAME.test(host),
  dns6: (host) => isIP(host) === 0 && HOST_NAME.test(host),
};

/** Whether `text` is a multiaddr that a node can listen on: `/ip4/0.0.0.0/tcp/0`. Port 0 means any. */
export function isListenAddress(text: string): boolean {
  const [, family = '', host = '', transport, port = '', ...rest] = text.split('/');
  return isTcp(text, family, host, transport, port, 0) && family.startsWith('ip') && rest.length === 0;
}

/** Whether `text` is a multiaddr that a node can dial: `/ip4/192.168.1.7/tcp/4001`, with or without `/p2p/<peer ID>`. */
export function isDialAddress(text: string): boolean {
  const [, family = '', host = '', transport, port = '', ...rest] = text.split('/');
  const [p2p, peerId = '', ...more] = rest;
  const names = rest.length === 0 || (p2p === 'p2p' && isPeerId(peerId) && more.length === 0);
  return isTcp(text, family, host, transport, port, 1) && names;
}

/** Multiaddr of a TCP port (https://github.com/multiformats/multiaddr): the one transport that a node has. */
function isTcp(
  text: string,
  family: string,
  host: string,
  transport: string | undefined,
  port: string,
  lowest: number,
): boolean {
  const validHost = Object.hasOwn(isHost, family) && isHost[family]?.(host) === true;
  const validPort = /^\d{1,5}$/.test(port) && Number(port) >= lowest && Number(port) <= 65_535;
  return text.startsWith('/') && validHost && transport === 'tcp' && validPort;
}

/** Whether `host` is reachable from this machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}
