import type { FastifyInstance } from 'fastify';
import type { EscalationView } from '../../sdk.ts';
import { jobOptions } from '../job-stream.ts';
import { Problem } from '../problem.ts';
import { answerBody, idParams, inboxQuery, read, releaseBody, stopBody } from '../schemas.ts';
import { API_ROOT } from '../wire.ts';
import type { RouteContext } from './context.ts';

/** What waits for a person, and the three things that a person can do about it. */
export function inboxRoutes(app: FastifyInstance, { node }: RouteContext): void {
  app.get('/inbox', (request) => node.inbox(read(inboxQuery, request.query)));

  app.get('/inbox/:id', (request) => {
    const { id } = read(idParams, request.params);
    return found(node.escalation(id), id);
  });

  app.post('/inbox/:id/answer', async (request) => {
    const { id } = read(idParams, request.params);
    return found(await node.answerEscalation(id, read(answerBody, request.body).text), id);
  });

  app.post('/inbox/:id/release', async (request) => {
    const { id } = read(idParams, request.params);
    const { credit, timeoutSeconds } = read(releaseBody, request.body);
    return found(await node.releaseEscalation(id, { ...jobOptions({ timeoutSeconds }), credit }), id);
  });

  app.post('/inbox/:id/stop', async (request) => {
    const { id } = read(idParams, request.params);
    return found(await node.stopEscalation(id, read(stopBody, request.body).note), id);
  });
}

function found(item: EscalationView | undefined, id: string): EscalationView {
  if (item !== undefined) return item;
  const hint = `see ${API_ROOT}/inbox?all=true`;
  throw new Problem(404, 'not_found', `there is no item ${JSON.stringify(id)} in the inbox: ${hint}`, 'id');
}
