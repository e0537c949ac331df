import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { loadToken } from '../../src/api/api-token.ts';
import { startApi, type Api, type ApiInit } from '../../src/api/server.ts';
import { scriptedNode } from './scripted-node.ts';

const undo: (() => unknown)[] = [];

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'hoplite-api-'));
  undo.push(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

export interface RunningApi {
  readonly api: Api;
  readonly directory: string;
  readonly token: string;
  call(method: string, path: string, options?: RawCall): Promise<RawAnswer>;
}

/** An API over a scripted node, taken down after the test. */
export async function runningApi(
  script: Parameters<typeof scriptedNode>[0] = {},
  init: Partial<ApiInit> = {},
): Promise<RunningApi> {
  const directory = temporaryDirectory();
  const api = await startApi({ node: scriptedNode(script), directory, ...init });
  undo.push(() => api.stop());
  const token = loadToken(directory);
  const call: RunningApi['call'] = (method, path, options = {}) =>
    rawCall(api.address.url, method, path, {
      ...options,
      headers: { authorization: `Bearer ${token}`, ...options.headers },
    });
  return { api, directory, token, call };
}

export interface RawCall {
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON, a text as it is. */
  readonly body?: unknown;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
  /** The text as JSON, if it is. */
  readonly json: unknown;
}

/** A request with whatever headers a test wants, `Host` and `Origin` included, which `fetch` would not let through. */
export function rawCall(url: string, method: string, path: string, options: RawCall = {}): Promise<RawAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>();
  const content = typeof options.body === 'object' ? JSON.stringify(options.body) : options.body;
  const headers = { ...(content === undefined ? {} : { 'content-type': 'application/json' }), ...options.headers };
  const request = httpRequest(`${url}${path}`, { method, headers, agent: false }, (response) => {
    let text = '';
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => (text += chunk));
    response.on('error', reject);
    response.on('end', () =>
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: parsed(text) }),
    );
  });
  request.on('error', reject);
  request.end(content);
  return promise;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
