import type { Attempt, PeerSummary } from '@hoplite/tools';
import type { FastifyInstance } from 'fastify';
import { signalOf } from '../job-stream.ts';
import { Problem } from '../problem.ts';
import { connectBody, read } from '../schemas.ts';
import type { RouteContext } from './context.ts';

export function peerRoutes(app: FastifyInstance, { node }: RouteContext): void {
  app.get('/peers', () => node.peers());

  app.post('/peers/connect', async (request, reply): Promise<Attempt<PeerSummary>> => {
    const { address } = read(connectBody, request.body);
    try {
      return { ok: true, value: await node.connect(address, { signal: signalOf(request, reply) }) };
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error)) throw error;
      // A peer that does not answer is a result, like every "no" of the network; an address that cannot be read is not.
      if (error.code === 'ERR_PEER_UNREACHABLE') {
        return { ok: false, refusal: { reason: 'unreachable', detail: error.message, path: [] } };
      }
      if (error.code === 'ERR_INVALID_ADDRESS') {
        throw new Problem(400, 'bad_request', `address: ${error.message}`, 'address');
      }
      throw error;
    }
  });
}
