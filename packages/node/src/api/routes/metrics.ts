import type { FastifyInstance } from 'fastify';
import { METRICS_PATH, METRICS_TYPE } from '../wire.ts';
import type { RouteContext } from './context.ts';

/** At the root, where Prometheus looks; it sends the token when its `authorization.credentials_file` names the token file. */
export function metricsRoute(app: FastifyInstance, { node }: RouteContext): void {
  app.get(METRICS_PATH, async (_request, reply) => reply.type(METRICS_TYPE).send(await node.metrics()));
}
