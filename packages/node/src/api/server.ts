/**
 * The HTTP API: the node's SDK over loopback, for the command line and the page. Whoever can read the token file of the
 * data directory is the operator; nobody else is heard.
 *
 * A refusal is a result: status 200 and a typed body, because the request was carried out and this is its outcome.
 * Status 400 and above mean that the request itself was wrong or could not be carried out.
 */
import { isIPv6 } from 'node:net';
import { fastify, type FastifyInstance, type FastifyReply } from 'fastify';
import type { Log } from '../log.ts';
import { systemClock, type Clock } from '../ports/clock.ts';
import { systemIds, type Ids } from '../ports/ids.ts';
import type { HopliteNode } from '../sdk.ts';
import { loadToken } from './api-token.ts';
import { ApiListenError } from './errors.ts';
import { LOOPBACK_HOSTS, guardProblem, strangerProblem, type Door } from './guards.ts';
import { publishNodeFile, removeNodeFile } from './node-file.ts';
import { Problem, bodyOf, problemOf } from './problem.ts';
import { breakerRoutes } from './routes/breaker.ts';
import type { RouteContext } from './routes/context.ts';
import { eventRoutes } from './routes/events.ts';
import { haltRoutes } from './routes/halts.ts';
import { inboxRoutes } from './routes/inbox.ts';
import { jobRoutes } from './routes/jobs.ts';
import { metricsRoute } from './routes/metrics.ts';
import { peerRoutes } from './routes/peers.ts';
import { roomRoutes } from './routes/rooms.ts';
import { healthRoute, statusRoutes } from './routes/status.ts';
import { watchRoutes } from './routes/watch.ts';
import { API_ROOT } from './wire.ts';

const MAX_BODY_BYTES = 1024 * 1024;
const MAX_CONNECTIONS = 128;
/** Longest part of a path, as it was sent: an ID, of which each character may have been written as "%2F". */
const MAX_PARAM_LENGTH = 3 * 256;
/** A request must be there, whole, within this time. */
const REQUEST_TIMEOUT_MS = 30_000;
/** A connection on which nothing moves is closed; not while a job's answer is awaited. */
const IDLE_TIMEOUT_MS = 60_000;

export interface ApiInit {
  readonly node: HopliteNode;
  /** The node's data directory: the token is kept, and the address published, here. */
  readonly directory: string;
  /** A loopback address. @default '127.0.0.1' */
  readonly host?: string;
  /** 0 means any. @default 0 */
  readonly port?: number;
  readonly log?: Log;
  readonly clock?: Clock;
  readonly ids?: Ids;
  /** Called when a client asks the node to stop. */
  readonly onStop?: () => void;
}

export interface Api {
  readonly address: { readonly host: string; readonly port: number; readonly url: string };
  /** Ends what runs, and takes the address back. Safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Listens, and publishes where in the data directory.
 *
 * @throws {ApiListenError} when the address is not a loopback one, or is taken
 * @throws {PrivateFileError} when others may read the token
 */
export async function startApi(init: ApiInit): Promise<Api> {
  const { node, directory, host = '127.0.0.1', port = 0, clock = systemClock, ids = systemIds } = init;
  if (!isLoopback(host))
    throw new ApiListenError(host, port, 'it is for this machine only, and this is no loopback name');
  const token = loadToken(directory, ids);
  let stopped: Promise<void> | undefined;
  // The port is known only once it listens; until then nobody is heard.
  const door: { -readonly [K in keyof Door]: Door[K] } = { port: 0, token };
  const app = build(door, {
    node,
    clock,
    startedAt: clock.now(),
    isStopping: () => stopped !== undefined,
    onFailure: (err, route) => init.log?.error({ err, route }, 'a request to the API failed'),
    requestStop: () => init.onStop?.(),
  });
  door.port = await listen(app, host, port);
  const url = `http://${isIPv6(host) ? `[${host}]` : host}:${door.port}`;
  publishNodeFile(directory, { pid: process.pid, http: url, peerId: node.peerId, name: node.name });
  return {
    address: { host, port: door.port, url },
    stop() {
      if (stopped === undefined) removeNodeFile(directory);
      return (stopped ??= Promise.resolve(app.close()));
    },
  };
}

function build(door: Door, context: RouteContext): FastifyInstance {
  const nothingHere = new Problem(404, 'not_found', `there is nothing here: see ${API_ROOT}/status`);
  const app = fastify({
    logger: false, // It would write headers, and with them the token.
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: IDLE_TIMEOUT_MS,
    // On stop, connections are cut, which cancels the jobs behind them.
    forceCloseConnections: true,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    // Of a path that is too long or no URI, the router complains by itself, before any hook.
    frameworkErrors: (_error, request, reply) => {
      void answer(reply, guardProblem(request.headers, door) ?? nothingHere);
    },
  });
  app.server.maxConnections = MAX_CONNECTIONS;
  app.removeContentTypeParser('text/plain'); // JSON only: a plain form of a web page must not be heard.
  app.setErrorHandler((error, request, reply) => {
    const problem = problemOf(error);
    if (problem.statusCode >= 500) context.onFailure(error, request.routeOptions.url);
    return answer(reply, problem);
  });
  app.setNotFoundHandler(() => {
    throw nothingHere;
  });
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(HEADERS);
    const isOpen = request.routeOptions.url === '/healthz';
    done(isOpen ? strangerProblem(request.headers, door) : guardProblem(request.headers, door));
  });
  healthRoute(app, context);
  metricsRoute(app, context);
  void app.register(
    (routes, _options, done) => {
      const work = [peerRoutes, jobRoutes, roomRoutes, inboxRoutes, haltRoutes];
      for (const add of [statusRoutes, ...work, breakerRoutes, watchRoutes, eventRoutes]) add(routes, context);
      done();
    },
    { prefix: API_ROOT },
  );
  return app;
}

/** Of every answer. */
const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

function answer(reply: Pick<FastifyReply, 'headers' | 'code'>, problem: Problem) {
  void reply.headers(problem.statusCode === 401 ? { ...HEADERS, 'www-authenticate': 'Bearer' } : HEADERS);
  return reply.code(problem.statusCode).send(bodyOf(problem));
}

async function listen(app: FastifyInstance, host: string, port: number): Promise<number> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    await app.close();
    throw new ApiListenError(host, port, whyNot(error), error);
  }
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

function whyNot(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return 'another program does; choose another port with --http, or 0 for any';
  return error instanceof Error ? error.message : String(error);
}

/** All of 127.0.0.0/8 is this machine, but only its names in {@link LOOPBACK_HOSTS} are answered to. */
function isLoopback(host: string): boolean {
  return LOOPBACK_HOSTS.some((name) => name === host || name === `[${host}]`);
}
