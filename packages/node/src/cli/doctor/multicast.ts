import { createSocket, type Socket } from 'node:dgram';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { messageOf, ok, warn, type Check, type Finding } from './check.ts';

/** Multicast DNS (RFC 6762). */
const GROUP = '224.0.0.251';
const PORT = 5353;

const WAIT_MS = 1500;

const MEND =
  "allow UDP port 5353 in the firewall (in a container: use the host's network), or give peers by address with --peer";

/** Whether a multicast packet comes back to us on some interface: without it, peers do not find each other by themselves. */
export const multicast: Check = async ({ config }) => {
  if (config?.mdns === false) return [ok('multicast', 'not used: mDNS is off in hoplite.json')];
  const hosts = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
  if (hosts.length === 0) return [warn('multicast', 'this machine is in no network', 'connect it to one')];
  const socket = createSocket({ type: 'udp4', reuseAddr: true });
  try {
    socket.bind(PORT);
    await once(socket, 'listening');
    const heard = await Promise.all(hosts.map((host) => hearsItself(socket, host)));
    return [
      judge(
        hosts.filter((_, index) => heard[index] === true),
        hosts,
      ),
    ];
  } catch (error) {
    return [warn('multicast', `port ${PORT}: ${messageOf(error)}`, MEND)];
  } finally {
    socket.close();
  }
};

function judge(working: readonly string[], all: readonly string[]): Finding {
  if (working.length > 0) return ok('multicast', `works on ${working.join(', ')}`);
  return warn('multicast', `nothing comes back on ${all.join(', ')}`, MEND);
}

/** Sends a question that nobody will answer, and waits for it to arrive. */
async function hearsItself(socket: Socket, host: string): Promise<boolean> {
  const packet = question(`hoplite-doctor-${randomBytes(6).toString('hex')}`);
  const arrived = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => arrived.resolve(false), WAIT_MS);
  const listener = (message: Buffer): void => {
    if (message.equals(packet)) arrived.resolve(true);
  };
  socket.on('message', listener);
  const sender = createSocket({ type: 'udp4', reuseAddr: true });
  try {
    socket.addMembership(GROUP, host);
    sender.bind(0, host);
    await once(sender, 'listening');
    sender.setMulticastInterface(host);
    sender.setMulticastLoopback(true);
    sender.send(packet, PORT, GROUP, (error) => {
      if (error !== null) arrived.resolve(false);
    });
    return await arrived.promise;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
    socket.off('message', listener);
    sender.close();
  }
}

/** A DNS query for a TXT record of `<label>.local` (RFC 1035). */
function question(label: string): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
  const name = [label, 'local'].map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)]));
  return Buffer.concat([header, ...name, Buffer.from([0, 0, 16, 0, 1])]);
}
