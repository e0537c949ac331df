import { isPeerId } from '@hoplite/p2p';
import { resolvePeer } from '@hoplite/tools';
import type { FastifyInstance } from 'fastify';
import type { HaltScope, HopliteNode } from '../../sdk.ts';
import { Problem } from '../problem.ts';
import { haltBody, read } from '../schemas.ts';
import type { HaltTarget } from '../wire.ts';
import type { RouteContext } from './context.ts';

/** The emergency brake: a job, one peer's agent or everything, everywhere. */
export function haltRoutes(app: FastifyInstance, { node }: RouteContext): void {
  app.get('/halts', () => node.halts());

  app.post('/halt', (request) => {
    const { note, ...target } = read(haltBody, request.body);
    return node.halt(scopeOf(node, target), note);
  });

  app.post('/resume', async (request): Promise<HaltTarget> => {
    const { note, ...target } = read(haltBody, request.body);
    const scope = scopeOf(node, target);
    await node.resume(scope, note);
    return targetOf(scope);
  });
}

interface Target {
  readonly job?: string | undefined;
  readonly peer?: string | undefined;
}

/** A job that is not known here is passed on all the same: other peers may know it. */
function scopeOf(node: HopliteNode, { job, peer }: Target): HaltScope {
  if (job !== undefined) return { kind: 'job', jobId: job };
  return peer === undefined ? { kind: 'all' } : { kind: 'peer', peer: peerIdOf(node, peer) };
}

/** @throws {Problem} when it is neither a known peer nor a peer ID: a halt of nobody would look like one */
function peerIdOf(node: HopliteNode, query: string): string {
  const peer = resolvePeer(query, node.peers());
  if (peer.ok) return peer.value.peerId;
  if (isPeerId(query)) return query;
  const { reason, detail } = peer.refusal;
  throw new Problem(reason === 'unknown_peer' ? 404 : 409, reason, `${reason}: ${detail}`, 'peer');
}

function targetOf(scope: HaltScope): HaltTarget {
  switch (scope.kind) {
    case 'job':
      return { job: scope.jobId };
    case 'peer':
      return { peer: scope.peer };
    case 'all':
      return { all: true };
  }
}
