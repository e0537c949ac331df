import { verifies } from '@hoplite/test/requirements';
import { MAX_ID_LENGTH, PeerUnreachableError } from '@hoplite/p2p';
import type { Attempt, RoomView } from '@hoplite/tools';
import { describe, expect, test, vi } from 'vitest';
import type { HopliteNode, PostReport } from '../../src/sdk.ts';
import { runningApi } from './running-api.ts';
import { alpha, done, stopped, summary } from './scripted-node.ts';

verifies('node.cli.token', 'node.cli.peers-jobs', 'node.cli.send-room');

const notInRoom: Attempt<never> = {
  ok: false,
  refusal: { reason: 'not_in_room', detail: 'join lobby first', path: [] },
};

describe('status', () => {
  test('says who and where the node is', async () => {
    let now = 1_000_000;
    const { call } = await runningApi(
      {},
      { clock: { now: () => now, after: () => ({ clear: () => {} }), soon: setImmediate } },
    );
    now += 12_345;
    expect((await call('GET', '/api/v1/status')).json).toEqual({
      peerId: alpha.peerId,
      name: 'alpha',
      addresses: ['/ip4/127.0.0.1/tcp/4001/p2p/12D3KooWAlpha'],
      uptime: 12,
      pid: process.pid,
      version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
      now,
    });
  });

  test('a node that listens nowhere, or whose store does not answer, is not healthy', async () => {
    const deaf = await runningApi({ addresses: [] });
    expect(await deaf.call('GET', '/healthz')).toMatchObject({ status: 503, json: { ok: false } });
    const broken = await runningApi({
      jobs: () => {
        throw new Error('database is not open');
      },
    });
    expect(await broken.call('GET', '/healthz')).toMatchObject({ status: 503, json: { ok: false } });
  });

  test('stop is answered first, and then done', async () => {
    const onStop = vi.fn();
    const { call } = await runningApi({}, { onStop });
    expect(await call('POST', '/api/v1/stop')).toMatchObject({ status: 202, json: { stopping: true } });
    await vi.waitFor(() => expect(onStop).toHaveBeenCalledOnce());
  });
});

describe('peers', () => {
  test('are listed', async () => {
    const { call } = await runningApi();
    expect((await call('GET', '/api/v1/peers')).json).toEqual([alpha]);
  });

  test('can be connected to, and one that does not answer is a refusal', async () => {
    const connect = vi.fn<HopliteNode['connect']>().mockResolvedValueOnce({ ...alpha, name: 'beta', self: false });
    const { call } = await runningApi({ connect });
    const body = { address: '/ip4/127.0.0.1/tcp/1' };
    expect((await call('POST', '/api/v1/peers/connect', { body })).json).toMatchObject({
      ok: true,
      value: { name: 'beta' },
    });
    connect.mockRejectedValueOnce(new PeerUnreachableError('/ip4/127.0.0.1/tcp/1'));
    expect(await call('POST', '/api/v1/peers/connect', { body })).toMatchObject({
      status: 200,
      json: { ok: false, refusal: { reason: 'unreachable' } },
    });
    expect(connect).toHaveBeenCalledWith(body.address, { signal: expect.any(AbortSignal) as AbortSignal });
  });
});

describe('rooms', () => {
  const view: RoomView = { room: 'lobby', present: [], posts: 0 };
  const report: PostReport = {
    jobId: 'job-1',
    messageId: 'message-1',
    room: 'lobby',
    recipients: 2,
    replies: [],
    notWoken: [],
  };

  test('are joined, listed, read and left', async () => {
    const { call } = await runningApi({
      joinRoom: (room) => ({ ok: true, value: { ...view, room } }),
      leaveRoom: (room) => ({ ok: true, value: { room } }),
      rooms: () => [view],
      readRoom: (_room, options) => ({
        ok: true,
        value: [{ messageId: '1', author: 'x', authorName: 'x', text: String(options?.limit), at: 0 }],
      }),
    });
    expect((await call('POST', '/api/v1/rooms/lobby/join')).json).toEqual({ ok: true, value: view });
    expect((await call('GET', '/api/v1/rooms')).json).toEqual([view]);
    expect((await call('GET', '/api/v1/rooms/lobby/posts?limit=7')).json).toMatchObject({ value: [{ text: '7' }] });
    expect((await call('GET', '/api/v1/rooms/lobby/posts')).json).toMatchObject({ value: [{ text: '100' }] });
    expect((await call('POST', '/api/v1/rooms/lobby/leave')).json).toEqual({ ok: true, value: { room: 'lobby' } });
  });

  test('a refusal is a result, with its reason', async () => {
    const { call } = await runningApi({ readRoom: () => notInRoom });
    expect(await call('GET', '/api/v1/rooms/lobby/posts')).toMatchObject({ status: 200, json: notInRoom });
  });

  test('are posted to, with those to wake and the limits of the job', async () => {
    const post = vi.fn<HopliteNode['post']>().mockResolvedValue({ ok: true, value: report });
    const { call } = await runningApi({ post });
    const body = { text: 'hello', wake: ['beta'], credit: 4, maxDepth: 2, timeoutSeconds: 1.5 };
    expect((await call('POST', '/api/v1/rooms/lobby/posts', { body })).json).toEqual({ ok: true, value: report });
    expect(post).toHaveBeenCalledWith('lobby', 'hello', {
      wake: ['beta'],
      credit: 4,
      maxDepth: 2,
      timeoutMs: 1500,
      signal: expect.any(AbortSignal) as AbortSignal,
    });
    await call('POST', '/api/v1/rooms/lobby/posts', { body: { text: 'hello' } });
    expect(post).toHaveBeenLastCalledWith('lobby', 'hello', { signal: expect.any(AbortSignal) as AbortSignal });
  });
});

describe('jobs', () => {
  test('are listed, and one is found by its ID', async () => {
    const { call } = await runningApi({
      jobs: (options) => (options?.limit === 2 ? [summary, summary] : [summary]),
      job: (id) => (id === 'job-1' ? summary : undefined),
    });
    expect((await call('GET', '/api/v1/jobs')).json).toEqual([summary]);
    expect((await call('GET', '/api/v1/jobs?limit=2')).json).toEqual([summary, summary]);
    expect((await call('GET', '/api/v1/jobs/job-1')).json).toEqual(summary);
    expect(await call('GET', '/api/v1/jobs/other')).toMatchObject({ status: 404, json: { error: { field: 'id' } } });
  });

  test('one is found by an ID that is as long as IDs of other peers may be, with letters that are escaped', async () => {
    const ids = ['x'.repeat(MAX_ID_LENGTH), '/'.repeat(MAX_ID_LENGTH), 'é'.repeat(MAX_ID_LENGTH)];
    const { call } = await runningApi({ job: (id) => (ids.includes(id) ? summary : undefined) });
    for (const id of ids) {
      const answer = await call('GET', `/api/v1/jobs/${encodeURIComponent(id)}`);
      expect(answer).toMatchObject({ status: 200, json: summary });
    }
    expect(await call('GET', `/api/v1/jobs/${'y'.repeat(MAX_ID_LENGTH)}`)).toMatchObject({
      status: 404,
      json: { error: { code: 'not_found', field: 'id' } },
    });
  });

  test('a stopped one is a result with status 200', async () => {
    const { call } = await runningApi({ delegate: async () => stopped });
    const body = { peer: 'beta', brief: { skill: 'relay' } };
    const answer = await call('POST', '/api/v1/delegate', { body, headers: { accept: 'application/json' } });
    expect(answer).toMatchObject({ status: 200, json: stopped });
    expect(answer.headers['content-type']).toContain('application/json');
  });

  test('text is said to a peer’s agent', async () => {
    const send = vi.fn<HopliteNode['send']>().mockResolvedValue(done);
    const { call } = await runningApi({ send });
    const body = { peer: 'beta', text: 'hello', credit: 3 };
    expect((await call('POST', '/api/v1/send', { body, headers: { accept: 'application/json' } })).json).toEqual(done);
    expect(send).toHaveBeenCalledWith('beta', 'hello', { credit: 3, signal: expect.any(AbortSignal) as AbortSignal });
  });
});

describe('bad input', () => {
  test.each([
    ['POST', '/delegate', {}, 'peer'],
    ['POST', '/delegate', { peer: 'beta' }, 'brief'],
    ['POST', '/delegate', { peer: '', brief: 'hi' }, 'peer'],
    ['POST', '/delegate', { peer: 'beta', brief: '' }, 'brief'],
    ['POST', '/delegate', { peer: 'beta', brief: 7 }, 'brief'],
    ['POST', '/delegate', { peer: 'beta', brief: ['hi'] }, 'brief'],
    ['POST', '/delegate', { peer: 'beta', brief: 'x'.repeat(1_000_000) }, 'brief'],
    ['POST', '/delegate', { peer: 'beta', brief: 'hi', maxDepth: 0 }, 'maxDepth'],
    ['POST', '/delegate', { peer: 'beta', brief: 'hi', maxDepth: 5 }, 'maxDepth'],
    ['POST', '/delegate', { peer: 'beta', brief: 'hi', credit: 0 }, 'credit'],
    ['POST', '/delegate', { peer: 'beta', brief: 'hi', credit: 1.5 }, 'credit'],
    ['POST', '/delegate', { peer: 'beta', brief: 'hi', timeoutSeconds: 0 }, 'timeoutSeconds'],
    ['POST', '/delegate', { peer: 'beta', brief: 'hi', depth: 0 }, 'depth'],
    ['POST', '/send', { peer: 'beta', text: '\ud800' }, 'text'],
    ['POST', '/send', { peer: 'beta' }, 'text'],
    ['POST', '/rooms/lobby/posts', { text: 'hi', wake: 'all' }, 'wake'],
    ['POST', '/rooms/NO%20ROOM/posts', { text: 'hi' }, 'room'],
    ['POST', '/rooms/..%2f/join', undefined, 'room'],
    ['GET', '/rooms/lobby/posts?limit=0', undefined, 'limit'],
    ['GET', '/jobs?limit=many', undefined, 'limit'],
    ['GET', '/jobs?newest=1', undefined, 'newest'],
    ['POST', '/peers/connect', { address: 'localhost:1' }, 'address'],
  ])('%s %s %j names the field', async (method, path, body, field) => {
    const { call } = await runningApi();
    const answer = await call(method, `/api/v1${path}`, body === undefined ? {} : { body });
    expect(answer).toMatchObject({ status: 400, json: { error: { code: 'bad_request', field } } });
    expect((answer.json as { error: { message: string } }).error.message).toContain(field);
  });

  test('a path that is not there is 404', async () => {
    const { call } = await runningApi();
    expect(await call('GET', '/api/v1/nothing')).toMatchObject({ status: 404, json: { error: { code: 'not_found' } } });
  });

  test('what fails inside is logged, and told without its inner workings', async () => {
    const error = new Error('SQLITE_CORRUPT in /secret/place');
    const log = { error: vi.fn() };
    const { call } = await runningApi(
      {
        peers: () => {
          throw error;
        },
      },
      { log: log as never },
    );
    const answer = await call('GET', '/api/v1/peers');
    expect(answer).toMatchObject({ status: 500, json: { error: { code: 'internal' } } });
    expect(answer.text).not.toContain('secret');
    expect(log.error).toHaveBeenCalledWith({ err: error, route: '/api/v1/peers' }, expect.any(String));
  });
});
