/**
 * Who may talk to the API at all, as pure functions over a request's headers. A web page in the operator's browser can
 * send requests to loopback: it has an `Origin`, or, by DNS rebinding, a `Host` that is not ours. And it has no token.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { bearsToken } from './api-token.ts';
import { Problem } from './problem.ts';

/** Names of this machine for itself, as they stand in a URL. */
export const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost', '[::1]'] as const;

/** What the guards compare with. */
export interface Door {
  readonly port: number;
  readonly token: string;
}

/** A wrong `Host` or any `Origin`; undefined when there is nothing to say against the request. */
export function strangerProblem(headers: IncomingHttpHeaders, { port }: Pick<Door, 'port'>): Problem | undefined {
  const host = headers.host?.toLowerCase();
  if (host === undefined || !LOOPBACK_HOSTS.some((name) => host === `${name}:${port}`)) {
    return new Problem(403, 'wrong_host', 'this API answers to loopback names only');
  }
  if (headers.origin !== undefined) {
    return new Problem(403, 'wrong_origin', 'this API does not answer web pages');
  }
  return undefined;
}

/** Everything that is asked of a request, wherever it goes. */
export function guardProblem(headers: IncomingHttpHeaders, door: Door): Problem | undefined {
  return strangerProblem(headers, door) ?? tokenProblem(headers, door);
}

/** No token, or not this node's. */
export function tokenProblem(headers: IncomingHttpHeaders, { token }: Pick<Door, 'token'>): Problem | undefined {
  if (bearsToken(headers.authorization, token)) return undefined;
  return new Problem(401, 'wrong_token', "send the token of the node's api-token file: Authorization: Bearer TOKEN");
}
