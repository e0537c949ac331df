import type { FastifyInstance } from 'fastify';
import { answerWithJob, jobOptions } from '../job-stream.ts';
import { Problem } from '../problem.ts';
import { delegateBody, idParams, idsQuery, listQuery, read, sendBody } from '../schemas.ts';
import { API_ROOT } from '../wire.ts';
import type { RouteContext } from './context.ts';

export function jobRoutes(app: FastifyInstance, context: RouteContext): void {
  const { node } = context;

  app.post('/delegate', (request, reply) => {
    const { peer, brief, ...fields } = read(delegateBody, request.body);
    return answerWithJob(context, request, reply, (options) =>
      node.delegate(peer, brief, { ...jobOptions(fields), ...options }),
    );
  });

  app.post('/send', (request, reply) => {
    const { peer, text, ...fields } = read(sendBody, request.body);
    return answerWithJob(context, request, reply, (options) =>
      node.send(peer, text, { ...jobOptions(fields), ...options }),
    );
  });

  app.get('/jobs', (request) => node.jobs(read(listQuery, request.query)));

  app.get('/jobs/:id', (request) => {
    const { id } = read(idParams, request.params);
    const job = node.job(id);
    if (job === undefined) throw new Problem(404, 'not_found', `no job ${JSON.stringify(id)} began at this node`, 'id');
    return job;
  });

  app.get('/jobs/:id/trace', (request) => {
    const { id } = read(idParams, request.params);
    const trace = node.trace(id);
    if (trace === undefined) throw unknownId('job', id);
    return trace;
  });

  app.get('/explain/:id', (request) => {
    const { id } = read(idParams, request.params);
    const explanation = node.explain(id);
    if (explanation === undefined) throw unknownId('message, job or escalation', id);
    return explanation;
  });

  app.get('/ids', (request) => node.idsLike(read(idsQuery, request.query).part));
}

function unknownId(kind: string, id: string): Problem {
  const hint = `${API_ROOT}/jobs lists what began here, ${API_ROOT}/ids?part=… the IDs that begin or end so`;
  return new Problem(404, 'not_found', `this node knows no ${kind} ${JSON.stringify(id)}: ${hint}`, 'id');
}
