import { once } from 'node:events';
import { chmodSync, existsSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { verifies } from '@hoplite/test/requirements';
import type { ProgressNote } from '@hoplite/p2p';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadToken, tokenFile } from '../../src/api/api-token.ts';
import { openClient } from '../../src/api/client.ts';
import { ApiError, NodeNotRunningError, PrivateFileError, WrongTokenError } from '../../src/api/errors.ts';
import { publishNodeFile, readNodeFile } from '../../src/api/node-file.ts';
import { startApi } from '../../src/api/server.ts';
import type { HopliteNode, JobReport } from '../../src/sdk.ts';
import { rawCall, runningApi, temporaryDirectory } from './running-api.ts';
import { alpha, done, scriptedNode, stopped, summary } from './scripted-node.ts';

verifies('node.cli.token', 'node.cli.delegate-object');

/** A delegation whose course the test decides. */
function steeredJob() {
  const began = Promise.withResolvers<Parameters<HopliteNode['delegate']>[2] & object>();
  const report = Promise.withResolvers<JobReport>();
  const delegate: HopliteNode['delegate'] = (_to, _brief, options = {}) => {
    began.resolve(options);
    return report.promise;
  };
  return { delegate, began: began.promise, end: report.resolve, fail: report.reject };
}

/** A directory whose node is another program by now, which answers all with 503 and this body. */
async function otherProgram(body: string): Promise<string> {
  const directory = temporaryDirectory();
  const server = createServer((_request, response) => response.writeHead(503).end(body)).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  loadToken(directory);
  publishNodeFile(directory, { pid: process.pid, http: `http://127.0.0.1:${port}`, peerId: 'x', name: 'x' });
  return directory;
}

describe('a client', () => {
  test('finds the running node by its data directory', async () => {
    const { directory, api } = await runningApi();
    expect(readNodeFile(directory)).toEqual({
      pid: process.pid,
      http: api.address.url,
      peerId: alpha.peerId,
      name: 'alpha',
    });
    expect(statSync(join(directory, 'node.json')).mode & 0o777).toBe(0o600);
    expect(await openClient(directory).peers()).toEqual([alpha]);
    expect(await openClient(directory).status()).toMatchObject({ name: 'alpha' });
  });

  test('reads jobs, and takes one that is not there for absent', async () => {
    const { directory } = await runningApi({
      jobs: () => [summary],
      job: (id) => (id === 'job-1' ? summary : undefined),
    });
    const client = openClient(directory);
    expect(await client.jobs(10)).toEqual([summary]);
    expect(await client.job('job-1')).toEqual(summary);
    expect(await client.job('a/b')).toBeUndefined();
  });

  test('hears of progress while a job runs, then how it ended', async () => {
    const job = steeredJob();
    const { directory } = await runningApi({ delegate: job.delegate });
    const notes: ProgressNote[] = [];
    const heard = Promise.withResolvers<undefined>();
    const onProgress = (note: ProgressNote): void => {
      if (notes.push(note) === 2) heard.resolve(undefined);
    };
    const result = openClient(directory).delegate({ peer: 'beta', brief: 'hi' }, { onProgress });
    const { onProgress: tell } = await job.began;
    tell?.({ note: 'reading\nfiles', fraction: 0.5 });
    tell?.({ note: 'writing' });
    await heard.promise;
    expect(notes).toEqual([{ note: 'reading\nfiles', fraction: 0.5 }, { note: 'writing' }]);
    job.end(done);
    expect(await result).toEqual(done);
  });

  test('gets a refusal as a result', async () => {
    const { directory } = await runningApi({ delegate: async () => stopped });
    expect(await openClient(directory).delegate({ peer: 'beta', brief: 'hi' })).toEqual(stopped);
  });

  test('cancels the job when it goes away', async () => {
    const job = steeredJob();
    const { directory } = await runningApi({ delegate: job.delegate });
    const controller = new AbortController();
    const result = openClient(directory).delegate({ peer: 'beta', brief: 'hi' }, { signal: controller.signal });
    const { signal } = await job.began;
    controller.abort(new Error('enough'));
    await expect(result).rejects.toThrow('enough');
    await new Promise<void>((resolve) =>
      signal?.aborted === true ? resolve() : signal?.addEventListener('abort', () => resolve()),
    );
    expect(signal?.reason).toMatchObject({ code: 'ERR_CLIENT_GONE' });
    job.end(stopped); // Late, and to nobody: must not harm.
  });

  test('is told when the node stops in the middle of a job', async () => {
    const job = steeredJob();
    const { directory, api } = await runningApi({ delegate: job.delegate });
    const result = openClient(directory).delegate({ peer: 'beta', brief: 'hi' });
    const { signal } = await job.began;
    await Promise.all([expect(result).rejects.toThrow('stopped before it had answered'), api.stop()]);
    expect(signal?.aborted).toBe(true);
  });

  test('gets an error that comes after the answer has begun', async () => {
    const job = steeredJob();
    const { directory } = await runningApi({ delegate: job.delegate });
    const result = openClient(directory).delegate({ peer: 'beta', brief: 'hi' });
    await job.began;
    job.fail(new Error('the disk is full'));
    await expect(result).rejects.toMatchObject({ name: 'ApiError', code: 'internal', status: 0 });
  });

  test.each([
    '{"error":"Service Unavailable","statusCode":503}',
    '{"error":null}',
    '{"error":{}}',
    'null',
    '<html>',
    '',
  ])('makes a sentence of an error that is not the API’s: %j', async (body) => {
    const call = openClient(await otherProgram(body)).peers();
    await expect(call).rejects.toMatchObject({ name: 'ApiError', status: 503, code: 'unknown' });
    await expect(call).rejects.toThrow('the node answered with HTTP status 503');
  });

  test('gets bad input named', async () => {
    const { directory } = await runningApi();
    const call = openClient(directory).delegate({ peer: 'beta', brief: 'hi', credit: -1 });
    await expect(call).rejects.toBeInstanceOf(ApiError);
    await expect(call).rejects.toMatchObject({ status: 400, code: 'bad_request', field: 'credit' });
  });
});

describe('a client without a node', () => {
  test('says how to start one', () => {
    const directory = temporaryDirectory();
    expect(() => openClient(directory)).toThrow(NodeNotRunningError);
    expect(() => openClient(directory)).toThrow(`hoplite up --dir ${directory}`);
  });

  test('is not fooled by the file that a killed node left behind', async () => {
    const directory = temporaryDirectory();
    loadToken(directory);
    const file = { pid: 2 ** 22 + 1, http: 'http://127.0.0.1:9', peerId: 'x', name: 'x' };
    publishNodeFile(directory, file);
    expect(() => openClient(directory)).toThrow(NodeNotRunningError);
    // Nor when the process ID is in use again.
    publishNodeFile(directory, { ...file, pid: process.pid });
    await expect(openClient(directory).status()).rejects.toThrow(NodeNotRunningError);
  });

  test('takes a file that says nothing for none', () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'node.json'), '{', { mode: 0o600 });
    expect(readNodeFile(directory)).toBeUndefined();
    expect(() => openClient(directory)).toThrow(NodeNotRunningError);
  });

  test('says so when the token is not the node’s', async () => {
    const { directory } = await runningApi();
    writeFileSync(tokenFile(directory), 'B'.repeat(43));
    await expect(openClient(directory).status()).rejects.toThrow(WrongTokenError);
  });

  test('does not use a token that others may read', async () => {
    const { directory } = await runningApi();
    chmodSync(tokenFile(directory), 0o644);
    expect(() => openClient(directory)).toThrow(PrivateFileError);
  });
});

describe('the API', () => {
  test('takes its address back when it stops, and may be stopped twice', async () => {
    const { directory, api } = await runningApi();
    await Promise.all([api.stop(), api.stop()]);
    expect(existsSync(join(directory, 'node.json'))).toBe(false);
    await expect(rawCall(api.address.url, 'GET', '/healthz')).rejects.toThrow();
  });

  test('says so when its port is taken, and publishes nothing', async () => {
    const { api } = await runningApi();
    const directory = temporaryDirectory();
    const second = startApi({ node: scriptedNode(), directory, port: api.address.port });
    await expect(second).rejects.toThrow(/another program.*--http/);
    expect(readNodeFile(directory)).toBeUndefined();
  });

  test.each(['0.0.0.0', '::', '192.0.2.1', 'example.com'])('does not listen on %s', async (host) => {
    const started = startApi({ node: scriptedNode(), directory: temporaryDirectory(), host });
    await expect(started).rejects.toThrow('for this machine only');
  });

  test('streams to whoever does not ask for one JSON object', async () => {
    const { call } = await runningApi({ delegate: async () => done });
    const answer = await call('POST', '/api/v1/delegate', { body: { peer: 'beta', brief: 'hi' } });
    expect(answer.headers['content-type']).toContain('application/x-ndjson');
    expect(answer.text).toBe(`${JSON.stringify({ report: done })}\n`);
  });
});
