import type { Channel } from '@hoplite/p2p';
import type { MakeDoor } from './door.ts';

/** The doors of a node. A channel of the wire without one does not compile. */
export const DOORS: Readonly<Record<Channel, MakeDoor>> = {
  task: ({ inbound }) => ({ channel: 'task', onRequest: (request) => inbound.onRequest(request) }),
  session: ({ inbound }) => ({ channel: 'session', onRequest: (request) => inbound.onRequest(request) }),
  room: ({ inbound }) => ({
    channel: 'room',
    onRequest: (request) => inbound.onRequest(request),
    onPost: (post) => inbound.onPost(post),
  }),
};
