/**
 * A node in a process of its own, for tests that kill it: `scripted-process.ts DIRECTORY hang|echo`. Prints one line of
 * JSON when it is ready, and one for each turn that begins.
 */
import { createNode, defaultConfig } from '@hoplite/node';

const [, , directory = '', mode = 'echo'] = process.argv;

const node = await createNode({
  directory,
  config: {
    ...defaultConfig('victim'),
    listen: ['/ip4/127.0.0.1/tcp/0'],
    mdns: false,
    turns: { concurrent: 1, queuedPerPeer: 8, queued: 8 },
  },
  agent: {
    description: 'scripted by a test',
    skills: [],
    idempotent: false,
    run: async ({ brief }) => {
      process.stdout.write(`${JSON.stringify({ event: 'turn', brief })}\n`);
      if (mode === 'hang') {
        await new Promise(() => undefined);
      }
      return { kind: 'done', result: { echoed: brief } };
    },
  },
});
process.stdout.write(`${JSON.stringify({ event: 'ready', peerId: node.peerId, addresses: node.addresses })}\n`);
