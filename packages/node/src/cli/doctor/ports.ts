import { once } from 'node:events';
import { createServer } from 'node:net';
import { socketAddress } from '../address.ts';
import { fail, messageOf, ok, type Check, type Finding } from './check.ts';

/** Whether the node could listen where it is to, or does so already. */
export const ports: Check = async ({ config, running }) => {
  if (running !== undefined) {
    const { addresses } = running.status;
    if (addresses.length > 0) return [ok('ports', `listens on ${addresses.join(', ')}`)];
    return [fail('ports', 'the node listens nowhere', 'see "listen" in hoplite.json, and hoplite.log')];
  }
  if (config === undefined) return [];
  const wanted = config.listen.flatMap((address) => socketAddress(address) ?? []);
  return Promise.all([...wanted, config.http].map(({ host, port }) => tryPort(host, port)));
};

async function tryPort(host: string, port: number): Promise<Finding> {
  const where = `${host}:${port === 0 ? 'any' : port}`;
  const server = createServer();
  try {
    server.listen({ host, port });
    await once(server, 'listening');
    return ok('ports', `${where} is free`);
  } catch (error) {
    const mend = `end the program that uses it, or choose another port in hoplite.json`;
    return fail('ports', `${where}: ${messageOf(error)}`, mend);
  } finally {
    server.close();
  }
}
