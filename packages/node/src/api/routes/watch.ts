import type { FastifyInstance } from 'fastify';
import { read, usageQuery } from '../schemas.ts';
import type { RouteContext } from './context.ts';

/** What agents have used here, and whom they wait for. */
export function watchRoutes(app: FastifyInstance, { node }: RouteContext): void {
  app.get('/usage', (request) => node.usage(read(usageQuery, request.query)));

  app.get('/waits', () => node.waits());
}
