import type { FastifyInstance } from 'fastify';
import { VERSION } from '../../version.ts';
import type { NodeStatus } from '../wire.ts';
import type { RouteContext } from './context.ts';

export function statusRoutes(app: FastifyInstance, context: RouteContext): void {
  const { node, clock, startedAt } = context;

  app.get('/status', (): NodeStatus => {
    const now = clock.now();
    const uptime = Math.round((now - startedAt) / 1000);
    const { peerId, name, addresses } = node;
    return { peerId, name, addresses, uptime, pid: process.pid, version: VERSION, now };
  });

  app.post('/stop', (_request, reply) => {
    reply.raw.once('finish', () => context.requestStop());
    return reply.code(202).send({ stopping: true });
  });
}

/** For whoever watches over processes: no token, and nothing told. */
export function healthRoute(app: FastifyInstance, context: RouteContext): void {
  app.get('/healthz', (_request, reply) => {
    const ok = isHealthy(context);
    return reply.code(ok ? 200 : 503).send({ ok });
  });
}

/** It listens, its store answers, and it is not on its way down. */
function isHealthy(context: RouteContext): boolean {
  if (context.isStopping() || context.node.addresses.length === 0) return false;
  try {
    context.node.jobs({ limit: 1 });
    return true;
  } catch {
    return false;
  }
}
