import type { FastifyInstance } from 'fastify';
import { jobOptions, signalOf } from '../job-stream.ts';
import { listQuery, postBody, read, roomParams } from '../schemas.ts';
import type { RouteContext } from './context.ts';

/** Each answers with an attempt: `{"ok": true, "value": …}` or `{"ok": false, "refusal": …}`. */
export function roomRoutes(app: FastifyInstance, { node }: RouteContext): void {
  app.get('/rooms', () => node.rooms());

  app.post('/rooms/:room/join', (request) => node.joinRoom(read(roomParams, request.params).room));

  app.post('/rooms/:room/leave', (request) => node.leaveRoom(read(roomParams, request.params).room));

  app.get('/rooms/:room/posts', (request) => {
    const { room } = read(roomParams, request.params);
    return node.readRoom(room, read(listQuery, request.query));
  });

  app.post('/rooms/:room/posts', (request, reply) => {
    const { room } = read(roomParams, request.params);
    const { text, wake, ...fields } = read(postBody, request.body);
    const options = { ...jobOptions(fields), signal: signalOf(request, reply) };
    return node.post(room, text, wake === undefined ? options : { ...options, wake });
  });
}
