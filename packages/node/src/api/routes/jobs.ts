import type { FastifyInstance } from 'fastify';
import { answerWithJob, jobOptions } from '../job-stream.ts';
import { Problem } from '../problem.ts';
import { delegateBody, jobParams, listQuery, read, sendBody } from '../schemas.ts';
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
    const { id } = read(jobParams, request.params);
    const job = node.job(id);
    if (job === undefined) throw new Problem(404, 'not_found', `no job ${JSON.stringify(id)} began at this node`, 'id');
    return job;
  });
}
