import type { FastifyInstance } from 'fastify';
import { EventStreams } from '../event-streams.ts';
import { Problem } from '../problem.ts';
import type { RouteContext } from './context.ts';

/** What the node tells its operator, as server-sent events. */
export function eventRoutes(app: FastifyInstance, { node, clock }: RouteContext): void {
  const streams = new EventStreams(node, clock);
  // Before connections are cut, so that clients see an end rather than a breakdown.
  app.addHook('preClose', () => streams.end());

  app.get('/events', { exposeHeadRoute: false }, (_request, reply) => {
    if (streams.isFull) throw new Problem(503, 'busy', 'as many clients as there may be listen to events already');
    streams.open(reply.raw);
    void reply.hijack();
  });
}
