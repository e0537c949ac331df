import { request as httpRequest, type IncomingMessage } from 'node:http';
import { codeOf } from './error-code.ts';
import { ApiError, NodeNotRunningError, WrongTokenError } from './errors.ts';
import type { ErrorBody } from './problem.ts';
import { API_ROOT } from './wire.ts';

/** What nobody has to think about is answered within this time, or the node hangs. */
const QUICK_TIMEOUT_MS = 30_000;

/** Where a node is, and what it asks to be shown. */
export interface Target {
  readonly directory: string;
  readonly url: string;
  readonly token: string;
}

export interface Call {
  readonly method: 'GET' | 'PATCH' | 'POST';
  readonly path: string;
  /** What the path is below. @default {@link API_ROOT} */
  readonly base?: string;
  readonly body?: unknown;
  /** @default 'application/json' */
  readonly accept?: string;
  /** Whether the answer may take as long as agents take. */
  readonly slow?: boolean;
  readonly signal?: AbortSignal;
}

/** The answer to a call, as it arrives. Throws as the client does. */
export async function* chunks(target: Target, call: Call): AsyncGenerator<string> {
  yield* chunksOf(target, call, await send(target, call));
}

/** The lines of the answer to a call. Resolves when the answer begins. */
export async function openLines(target: Target, call: Call): Promise<AsyncGenerator<string>> {
  return linesOf(chunksOf(target, call, await send(target, call)));
}

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of text) {
    const whole = (rest + chunk).split('\n');
    rest = whole.pop() ?? '';
    yield* whole;
  }
}

/** Sends a request and resolves with the head of an answer that is no error. */
function send(target: Target, call: Call): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const content = call.body === undefined ? undefined : Buffer.from(JSON.stringify(call.body));
  const request = httpRequest(`${target.url}${call.base ?? API_ROOT}${call.path}`, {
    method: call.method,
    agent: false, // One connection per call, so that nothing keeps the program from ending.
    headers: {
      authorization: `Bearer ${target.token}`,
      accept: call.accept ?? 'application/json',
      ...(content && { 'content-type': 'application/json', 'content-length': content.byteLength }),
    },
    ...(call.slow === true ? {} : { timeout: QUICK_TIMEOUT_MS }),
    ...(call.signal && { signal: call.signal }),
  });
  request.once('response', (response) => {
    response.setEncoding('utf8');
    if ((response.statusCode ?? 0) < 400) resolve(response);
    else errorOf(target, call, response).then(reject, reject);
  });
  request.once('timeout', () => request.destroy(new ApiError(0, 'no_answer', 'the node does not answer')));
  request.on('error', (error) => reject(failureOf(target, call, error)));
  request.end(content);
  return promise;
}

async function* chunksOf(target: Target, call: Call, response: IncomingMessage): AsyncGenerator<string> {
  try {
    for await (const chunk of response) yield String(chunk);
  } catch (error) {
    throw failureOf(target, call, error);
  }
}

async function errorOf(target: Target, call: Call, response: IncomingMessage): Promise<Error> {
  const status = response.statusCode ?? 0;
  let text = '';
  for await (const chunk of chunksOf(target, call, response)) text += chunk;
  if (status === 401) return new WrongTokenError(target.directory);
  const { code, message, field } = errorIn(text) ?? {
    code: 'unknown',
    message: `the node answered with HTTP status ${status}`,
  };
  return new ApiError(status, code, message, field);
}

/** What the framework says when it is not asked, or another program on that port, has another shape. */
function errorIn(text: string): ErrorBody['error'] | undefined {
  try {
    const { error } = JSON.parse(text) as { readonly error?: Partial<ErrorBody['error']> };
    const { code, message, field } = error ?? {};
    if (typeof code !== 'string' || typeof message !== 'string') return undefined;
    return typeof field === 'string' ? { code, message, field } : { code, message };
  } catch {
    return undefined;
  }
}

/** What a broken connection means. */
function failureOf(target: Target, call: Call, error: unknown): unknown {
  if (call.signal?.aborted === true) return call.signal.reason;
  const code = codeOf(error);
  if (code === 'ECONNREFUSED') return new NodeNotRunningError(target.directory, 'before', error);
  if (code === 'ECONNRESET' || code === 'EPIPE') return new NodeNotRunningError(target.directory, 'meanwhile', error);
  return error;
}
