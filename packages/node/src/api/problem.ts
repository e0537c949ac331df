import { EscalationClosedError, InvalidOptionError, NodeStoppedError } from '../errors.ts';
import { codeOf } from './error-code.ts';

/** What an HTTP error says: the body is `{"error": {code, message, field?}}`. */
export interface ErrorBody {
  readonly error: { readonly code: string; readonly message: string; readonly field?: string };
}

/** A request that is answered with an HTTP error. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly statusCode: number;
  readonly code: string;
  readonly field: string | undefined;

  constructor(statusCode: number, code: string, message: string, field?: string) {
    super(message);
    this.statusCode = statusCode;
    this.code = code;
    this.field = field;
  }
}

/** How an exception is told to the client. What is not the client's doing is told without its inner workings. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof InvalidOptionError) return new Problem(400, 'bad_request', error.message, error.option);
  if (error instanceof EscalationClosedError) return new Problem(409, 'escalation_closed', error.message, 'id');
  if (error instanceof NodeStoppedError || codeOf(error) === 'ERR_MESH_NOT_RUNNING') {
    return new Problem(503, 'not_running', 'the node is stopping');
  }
  return ofFramework(error) ?? new Problem(500, 'internal', 'the node failed on this request; its log says more');
}

export function bodyOf({ code, message, field }: Problem): ErrorBody {
  return { error: field === undefined ? { code, message } : { code, message, field } };
}

const CODES: Readonly<Record<number, string>> = {
  400: 'bad_request',
  404: 'not_found',
  413: 'too_large',
  415: 'unsupported_media_type',
};

/** Fastify's own complaints about a request (bad JSON, a body too large) carry a status below 500. */
function ofFramework(error: unknown): Problem | undefined {
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number') return undefined;
  const { statusCode, message } = error;
  return statusCode < 500 ? new Problem(statusCode, CODES[statusCode] ?? 'bad_request', message) : undefined;
}
