import { isIP } from 'node:net';
import { InvalidArgumentError } from 'commander';

/**
 * Reads an address as people write them, `HOST:PORT`, as the multiaddr that the config wants; multiaddrs stay as they
 * are. Collects: the option may be given several times.
 */
export function collectAddress(text: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, multiaddrOf(text)];
}

/** `127.0.0.1:4001` is `/ip4/127.0.0.1/tcp/4001`. */
export function multiaddrOf(text: string): string {
  if (text.startsWith('/')) return text;
  const [, bracketed, bare, port] = /^(?:\[([0-9a-f:.]+)\]|([^:/\s]+)):(\d{1,5})$/i.exec(text) ?? [];
  const host = bracketed ?? bare;
  if (host === undefined || port === undefined || Number(port) > 65_535) {
    throw new InvalidArgumentError('Expected HOST:PORT or a multiaddr such as /ip4/192.168.1.7/tcp/4001.');
  }
  const family = { 4: 'ip4', 6: 'ip6' }[isIP(host)];
  if (family === undefined && host.toLowerCase() === 'localhost') return `/ip4/127.0.0.1/tcp/${port}`;
  return `/${family ?? 'dns'}/${host}/tcp/${port}`;
}

/** Host and port of a multiaddr, as sockets want them. */
export function socketAddress(multiaddr: string): { readonly host: string; readonly port: number } | undefined {
  const [, family, host, transport, port] = multiaddr.split('/');
  const isKnown = /^(ip4|ip6|dns|dns4|dns6)$/.test(family ?? '');
  return isKnown && host !== undefined && transport === 'tcp' && port !== undefined
    ? { host, port: Number(port) }
    : undefined;
}

/** Whether only this machine can reach a multiaddr. */
export function isLoopbackAddress(multiaddr: string): boolean {
  return /^\/(ip4\/127\.|ip6\/::1\/)/.test(multiaddr);
}
