import { connect } from 'node:net';
import { socketAddress } from '../address.ts';
import { ok, warn, type Check, type Finding } from './check.ts';

const CONNECT_TIMEOUT_MS = 2000;

/** Whether the node has peers, and the ones it was given by address can be reached. */
export const peers: Check = async ({ config, running }) => {
  const connected = (await running?.client.peers())?.filter((peer) => peer.connected && !peer.self);
  // An old address of a peer that has been found otherwise does no harm.
  const isConnected = (address: string): boolean =>
    connected?.some(({ peerId }) => address.endsWith(`/${peerId}`)) === true;
  const addresses = (config?.peers ?? []).filter((address) => !isConnected(address));
  const found = await Promise.all(addresses.map(reach));
  return [...(connected === undefined ? [] : [judgeConnected(connected.map(({ name }) => name))]), ...found];
};

function judgeConnected(names: readonly string[]): Finding {
  if (names.length > 0) return ok('peers', `connected: ${names.join(', ')}`);
  const mend = 'is another node up, and in the same network ("network" above must be equal)? Else see multicast above';
  return warn('peers', 'none is connected', mend);
}

async function reach(address: string): Promise<Finding> {
  const target = socketAddress(address);
  if (target === undefined) return warn('peers', `${address} is not understood`, 'see "peers" in hoplite.json');
  const problem = await connectProblem(target.host, target.port);
  if (problem === undefined) return ok('peers', `${target.host}:${target.port} answers`);
  return warn(
    'peers',
    `${target.host}:${target.port}: ${problem}`,
    'is that node up, and its port open in the firewall?',
  );
}

function connectProblem(host: string, port: number): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const socket = connect({ host, port, timeout: CONNECT_TIMEOUT_MS });
  socket.once('connect', () => resolve(undefined));
  socket.once('timeout', () => resolve(`no answer in ${CONNECT_TIMEOUT_MS / 1000} s`));
  socket.once('error', (error) => resolve(error.message));
  return promise.finally(() => socket.destroy());
}
