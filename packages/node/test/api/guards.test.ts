import { connect } from 'node:net';
import { once } from 'node:events';
import { verifies } from '@hoplite/test/requirements';
import { describe, expect, test } from 'vitest';
import { strangerProblem } from '../../src/api/guards.ts';
import { runningApi, rawCall } from './running-api.ts';

verifies('node.cli.token');

describe('a request', () => {
  test.each(['127.0.0.1:4820', 'localhost:4820', 'LOCALHOST:4820', '[::1]:4820'])('for host %s is heard', (host) => {
    expect(strangerProblem({ host }, { port: 4820 })).toBeUndefined();
  });

  test.each([
    undefined,
    '',
    '127.0.0.1',
    'localhost:80',
    'evil.example:4820',
    'localhost.evil.example:4820',
    '0.0.0.0:4820',
  ])('for host %s is not: it may be DNS rebinding', (host) => {
    expect(strangerProblem({ host }, { port: 4820 })).toMatchObject({ statusCode: 403, code: 'wrong_host' });
  });

  test('of a web page is not heard, whatever it brings', async () => {
    const { call } = await runningApi();
    const answer = await call('GET', '/api/v1/status', { headers: { origin: 'http://127.0.0.1:3000' } });
    expect(answer).toMatchObject({ status: 403, json: { error: { code: 'wrong_origin' } } });
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect((await call('OPTIONS', '/api/v1/status', { headers: { origin: 'null' } })).status).toBe(403);
  });

  test('for another host is refused before its token is looked at', async () => {
    const { call } = await runningApi();
    expect(await call('GET', '/api/v1/status', { headers: { host: 'evil.example' } })).toMatchObject({
      status: 403,
      json: { error: { code: 'wrong_host' } },
    });
  });

  test.each([
    ['GET', '/api/v1/status'],
    ['GET', '/api/v1/peers'],
    ['POST', '/api/v1/delegate'],
    ['POST', '/api/v1/send'],
    ['POST', '/api/v1/rooms/lobby/posts'],
    ['GET', '/api/v1/jobs'],
    ['GET', '/api/v1/jobs/job-1/trace'],
    ['GET', '/api/v1/explain/job-1'],
    ['GET', '/api/v1/ids?part=job'],
    ['GET', '/api/v1/events'],
    ['GET', '/api/v1/inbox'],
    ['GET', '/api/v1/inbox/item-1'],
    ['POST', '/api/v1/inbox/item-1/answer'],
    ['POST', '/api/v1/inbox/item-1/release'],
    ['POST', '/api/v1/inbox/item-1/stop'],
    ['GET', '/api/v1/halts'],
    ['POST', '/api/v1/halt'],
    ['POST', '/api/v1/resume'],
    ['GET', '/metrics'],
    ['POST', '/api/v1/stop'],
    ['GET', '/api/v1/no-such-thing'],
    ['GET', '/'],
  ])('%s %s without the token is refused, and none is told', async (method, path) => {
    const { call, token } = await runningApi();
    for (const authorization of ['', 'Bearer nonsense', `Bearer ${token.toLowerCase()}`]) {
      const answer = await call(method, path, { headers: { authorization } });
      expect(answer).toMatchObject({ status: 401, json: { error: { code: 'wrong_token' } } });
      expect(answer.headers['www-authenticate']).toBe('Bearer');
      expect(answer.text).not.toContain(token);
    }
  });

  test.each([
    ['a path that is no URI', '/api/v1/%zz'],
    ['a path that is too long', `/api/v1/explain/${'x'.repeat(1000)}`],
  ])('for %s gets past no guard, and is told nothing of it', async (_what, path) => {
    const { api, call } = await runningApi();
    const bare = (headers: Readonly<Record<string, string>>) => rawCall(api.address.url, 'GET', path, { headers });
    expect(await bare({ host: 'evil.example' })).toMatchObject({
      status: 403,
      json: { error: { code: 'wrong_host' } },
    });
    expect(await bare({ origin: 'null' })).toMatchObject({ status: 403, json: { error: { code: 'wrong_origin' } } });
    const unknown = await bare({});
    expect(unknown).toMatchObject({ status: 401, json: { error: { code: 'wrong_token' } } });
    expect(unknown.headers).toMatchObject({ 'www-authenticate': 'Bearer', 'cache-control': 'no-store' });
    const operator = await call('GET', path);
    expect(operator).toMatchObject({ status: 404, json: { error: { code: 'not_found' } } });
    expect(operator.headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
    expect(operator.text).not.toMatch(/%zz|xxx/);
  });

  test('of more than 1 MiB is refused 413, and does not reach the node', async () => {
    const { call } = await runningApi();
    const body = { peer: 'beta', brief: 'x'.repeat(1024 * 1024) };
    expect(await call('POST', '/api/v1/delegate', { body })).toMatchObject({
      status: 413,
      json: { error: { code: 'too_large' } },
    });
  });

  test.each([
    ['no JSON', '{"peer":', 400],
    ['a prototype', '{"__proto__": {"x": 1}, "peer": "beta", "brief": "hi"}', 400],
  ])('with %s as its body is refused', async (_what, body, status) => {
    const { call } = await runningApi();
    expect(await call('POST', '/api/v1/delegate', { body })).toMatchObject({
      status,
      json: { error: { code: 'bad_request' } },
    });
  });

  test('of another media type is refused 415', async () => {
    const { call } = await runningApi();
    const answer = await call('POST', '/api/v1/delegate', {
      body: 'peer=beta',
      headers: { 'content-type': 'text/plain' },
    });
    expect(answer).toMatchObject({ status: 415, json: { error: { code: 'unsupported_media_type' } } });
  });

  test('that is not HTTP at all gets an error and a closed connection', async () => {
    const { api } = await runningApi();
    const socket = connect(api.address.port, api.address.host);
    let heard = '';
    socket.on('data', (chunk) => (heard += String(chunk)));
    socket.write('\u0016\u0003\u0001 this is no HTTP\r\n\r\n');
    await once(socket, 'close');
    expect(heard).toContain('400 Bad Request');
  });
});

test('health is told to everyone on this machine, and nothing else is', async () => {
  const { api } = await runningApi();
  expect(await rawCall(api.address.url, 'GET', '/healthz')).toMatchObject({ status: 200, json: { ok: true } });
  expect((await rawCall(api.address.url, 'GET', '/healthz', { headers: { host: 'evil.example' } })).status).toBe(403);
});
