import type { ServerResponse } from 'node:http';
import type { ProgressNote } from '@hoplite/p2p';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { JobOptions, JobReport } from '../sdk.ts';
import { bodyOf, problemOf } from './problem.ts';
import type { RouteContext } from './routes/context.ts';
import { NDJSON, type JobFields, type JobLine } from './wire.ts';

/** Begins a job; the API adds what cancels it and who hears of its progress. */
export type BeginJob<T> = (options: JobOptions) => Promise<T>;

/** A client that goes away ends what it asked for. */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError';
  readonly code = 'ERR_CLIENT_GONE';

  constructor() {
    super('whoever asked for this went away');
  }
}

/**
 * Aborted when the client closes its connection before it has the answer. An answer may be hours away, so the idle limit
 * of the connection is lifted until then.
 */
export function signalOf(request: FastifyRequest, reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  request.raw.socket.setTimeout(0);
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new ClientGoneError());
  });
  return controller.signal;
}

export function jobOptions({ credit, maxDepth, timeoutSeconds }: JobFields): JobOptions {
  return {
    ...(credit === undefined ? {} : { credit }),
    ...(maxDepth === undefined ? {} : { maxDepth }),
    ...(timeoutSeconds === undefined ? {} : { timeoutMs: Math.ceil(timeoutSeconds * 1000) }),
  };
}

/**
 * Runs a job and tells the client how it goes: a line of JSON per note of progress and a last one with the report, or,
 * to a client that accepts `application/json` only, the report alone.
 */
export async function answerWithJob(
  { onFailure }: Pick<RouteContext, 'onFailure'>,
  request: FastifyRequest,
  reply: FastifyReply,
  begin: BeginJob<JobReport>,
): Promise<JobReport | undefined> {
  const signal = signalOf(request, reply);
  if (!wantsStream(request.headers.accept)) return begin({ signal });
  void reply.hijack();
  await streamJob(reply.raw, signal, begin, (error) => onFailure(error, request.routeOptions.url));
  return undefined;
}

function wantsStream(accept = '*/*'): boolean {
  return !accept.includes('application/json') || accept.includes(NDJSON);
}

async function streamJob(
  response: ServerResponse,
  signal: AbortSignal,
  begin: BeginJob<JobReport>,
  onFailure: (error: unknown) => void,
): Promise<void> {
  response.writeHead(200, { 'content-type': `${NDJSON}; charset=utf-8`, 'cache-control': 'no-store' });
  response.flushHeaders();
  const write = (line: JobLine): void => {
    if (!response.destroyed) response.write(`${JSON.stringify(line)}\n`);
  };
  const onProgress = (progress: ProgressNote): void => {
    // Only the newest state matters: a client that reads slowly misses notes rather than filling our memory.
    if (!response.writableNeedDrain && !response.writableEnded) write({ progress });
  };
  try {
    write({ report: await begin({ signal, onProgress }) });
  } catch (error) {
    const problem = problemOf(error);
    if (problem.statusCode >= 500 && !signal.aborted) onFailure(error);
    write(bodyOf(problem));
  }
  response.end();
}
