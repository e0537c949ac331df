import { verifies } from '@hoplite/test/requirements';
import { describe, expect, test, vi } from 'vitest';
import { openClient } from '../../src/api/client.ts';
import { EscalationClosedError } from '../../src/errors.ts';
import type { Explanation, HopliteNode } from '../../src/sdk.ts';
import { runningApi } from './running-api.ts';
import { alpha, escalation, halt, trace } from './scripted-node.ts';

verifies('node.cli.token');

const explanation: Explanation = {
  id: 'message-1',
  kind: 'message',
  jobId: 'job-1',
  happened: 'beta refused it',
  brake: 'cycle',
  reason: 'cannot: cycle',
  saw: ['alpha is on the chain'],
  path: ['alpha', 'beta', 'alpha'],
  advice: 'answer instead',
};

const beta = { ...alpha, name: 'beta', peerId: '12D3KooWBeta', self: false };
const PEER_ID = '12D3KooWEYotGXrd6JkaaVSKmNVgB3ttqkbeWp3VBsBeta9Zg5Ey';

describe('a job that the node has had a part in', () => {
  test('has a trace, an explanation, and is found by a part of its ID', async () => {
    const { directory } = await runningApi({
      trace: (id) => (id === 'job-1' ? trace : undefined),
      explain: (id) => (id === 'message-1' ? explanation : undefined),
      idsLike: (part) => (part === 'a/b?c' ? ['job-1', 'message-1'] : []),
    });
    const client = openClient(directory);
    expect(await client.trace('job-1')).toEqual(trace);
    expect(await client.explain('message-1')).toEqual(explanation);
    expect(await client.ids('a/b?c')).toEqual(['job-1', 'message-1']);
    expect(await client.ids('other')).toEqual([]);
    expect(await client.trace('other')).toBeUndefined();
    expect(await client.explain('other')).toBeUndefined();
  });

  test.each(['/jobs/other/trace', '/explain/other'])(
    '%s that is not known is 404, and says where to look',
    async (path) => {
      const { call } = await runningApi();
      const answer = await call('GET', `/api/v1${path}`);
      expect(answer).toMatchObject({ status: 404, json: { error: { code: 'not_found', field: 'id' } } });
      expect(answer.text).toContain('/api/v1/ids?part=');
    },
  );
});

describe('the inbox', () => {
  test('is listed, with what has been dealt with if so asked', async () => {
    const inbox = vi.fn<HopliteNode['inbox']>().mockReturnValue([escalation]);
    const { directory, call } = await runningApi({ inbox });
    expect((await call('GET', '/api/v1/inbox')).json).toEqual([escalation]);
    expect(inbox).toHaveBeenLastCalledWith({ all: false, limit: 100 });
    expect(await openClient(directory).inbox({ all: true, limit: 7 })).toEqual([escalation]);
    expect(inbox).toHaveBeenLastCalledWith({ all: true, limit: 7 });
  });

  test('has items, whether they wait or not', async () => {
    const closed = { ...escalation, id: 'item-2', state: 'answered' } as const;
    const { directory } = await runningApi({ inbox: (options) => (options?.all === true ? [closed] : []) });
    const client = openClient(directory);
    expect(await client.escalation('item-2')).toEqual(closed);
    expect(await client.escalation('item-3')).toBeUndefined();
  });

  test('takes the three decisions', async () => {
    const script = {
      answerEscalation: vi.fn<HopliteNode['answerEscalation']>().mockResolvedValue(escalation),
      releaseEscalation: vi.fn<HopliteNode['releaseEscalation']>().mockResolvedValue(escalation),
      stopEscalation: vi.fn<HopliteNode['stopEscalation']>().mockResolvedValue(escalation),
    };
    const { directory } = await runningApi(script);
    const client = openClient(directory);
    expect(await client.answerEscalation('item-1', 'it is done')).toEqual(escalation);
    expect(script.answerEscalation).toHaveBeenCalledWith('item-1', 'it is done');
    expect(await client.releaseEscalation('item-1', { credit: 8, timeoutSeconds: 1.5 })).toEqual(escalation);
    expect(script.releaseEscalation).toHaveBeenLastCalledWith('item-1', { credit: 8, timeoutMs: 1500 });
    await client.releaseEscalation('item-1', { credit: 8 });
    expect(script.releaseEscalation).toHaveBeenLastCalledWith('item-1', { credit: 8 });
    expect(await client.stopEscalation('item-1', 'why')).toEqual(escalation);
    expect(script.stopEscalation).toHaveBeenLastCalledWith('item-1', 'why');
    await client.stopEscalation('item-1', undefined);
    expect(script.stopEscalation).toHaveBeenLastCalledWith('item-1', undefined);
  });

  test('an item that is not there is 404, and says where to look', async () => {
    const { call, directory } = await runningApi({ stopEscalation: async () => undefined });
    const answer = await call('POST', '/api/v1/inbox/other/stop', { body: {} });
    expect(answer).toMatchObject({ status: 404, json: { error: { code: 'not_found', field: 'id' } } });
    expect(answer.text).toContain('/api/v1/inbox?all=true');
    expect(await openClient(directory).stopEscalation('other', undefined)).toBeUndefined();
  });

  test('what has been decided is not decided again: 409, with the reason', async () => {
    const { call } = await runningApi({
      answerEscalation: async (id) => {
        throw new EscalationClosedError(id, 'it was stopped yesterday');
      },
    });
    expect(await call('POST', '/api/v1/inbox/item-1/answer', { body: { text: 'x' } })).toMatchObject({
      status: 409,
      json: { error: { code: 'escalation_closed', message: 'it was stopped yesterday' } },
    });
  });
});

describe('halts', () => {
  test.each([
    [{ job: 'anything at all' }, { kind: 'job', jobId: 'anything at all' }],
    [{ peer: 'BETA' }, { kind: 'peer', peer: beta.peerId }],
    [{ peer: 'alpha' }, { kind: 'peer', peer: alpha.peerId }],
    [{ peer: '12D3KooWB' }, { kind: 'peer', peer: beta.peerId }],
    [{ peer: PEER_ID }, { kind: 'peer', peer: PEER_ID }],
    [{ all: true }, { kind: 'all' }],
  ] as const)('%j is about %j', async (target, scope) => {
    const script = {
      peers: () => [alpha, beta],
      halt: vi.fn<HopliteNode['halt']>().mockResolvedValue(halt),
      resume: vi.fn<HopliteNode['resume']>().mockResolvedValue(undefined),
    };
    const { directory } = await runningApi(script);
    const client = openClient(directory);
    expect(await client.halt({ ...target, note: 'enough' })).toEqual(halt);
    expect(script.halt).toHaveBeenCalledWith(scope, 'enough');
    expect(await client.resume(target)).toEqual(
      'peer' in target ? { peer: scope.kind === 'peer' && scope.peer } : target,
    );
    expect(script.resume).toHaveBeenCalledWith(scope, undefined);
  });

  test('of a peer that nobody is, or that several are, halt nobody', async () => {
    const { call } = await runningApi({ peers: () => [alpha, beta, { ...beta, peerId: '12D3KooWAnother' }] });
    expect(await call('POST', '/api/v1/halt', { body: { peer: 'gamma' } })).toMatchObject({
      status: 404,
      json: { error: { code: 'unknown_peer', field: 'peer' } },
    });
    expect(await call('POST', '/api/v1/resume', { body: { peer: 'beta' } })).toMatchObject({
      status: 409,
      json: { error: { code: 'ambiguous_peer', field: 'peer' } },
    });
  });

  test('are listed', async () => {
    const { directory } = await runningApi({ halts: () => [halt] });
    expect(await openClient(directory).halts()).toEqual([halt]);
  });
});

describe('metrics', () => {
  test('are at the root, in the text format of Prometheus', async () => {
    const text = '# TYPE hoplite_turns_total counter\nhoplite_turns_total 3\n';
    const { call, directory } = await runningApi({ metrics: async () => text });
    const answer = await call('GET', '/metrics');
    expect(answer).toMatchObject({ status: 200, text });
    expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(await openClient(directory).metrics()).toBe(text);
  });
});

test.each([
  ['GET', '/ids', undefined, 'part'],
  ['GET', '/ids?part=', undefined, 'part'],
  ['GET', `/ids?part=${'x'.repeat(161)}`, undefined, 'part'],
  ['GET', '/inbox?all=perhaps', undefined, 'all'],
  ['GET', '/inbox?limit=0', undefined, 'limit'],
  ['POST', '/inbox/item-1/answer', {}, 'text'],
  ['POST', '/inbox/item-1/answer', { text: '' }, 'text'],
  ['POST', '/inbox/item-1/release', {}, 'credit'],
  ['POST', '/inbox/item-1/release', { credit: 0 }, 'credit'],
  ['POST', '/inbox/item-1/release', { credit: 1, timeoutSeconds: -1 }, 'timeoutSeconds'],
  ['POST', '/inbox/item-1/stop', { note: 'x'.repeat(1025) }, 'note'],
  ['POST', '/inbox/item-1/stop', { why: 'x' }, 'why'],
  ['POST', '/halt', {}, 'the body'],
  ['POST', '/halt', { note: 'x' }, 'the body'],
  ['POST', '/halt', { job: 'x', all: true }, 'the body'],
  ['POST', '/halt', { all: false }, 'all'],
  ['POST', '/resume', { job: 'x', peer: 'y' }, 'the body'],
  ['POST', '/resume', { job: '' }, 'job'],
])('%s %s %j is wrong, and names the field', async (method, path, body, field) => {
  const { call } = await runningApi();
  const answer = await call(method, `/api/v1${path}`, body === undefined ? {} : { body });
  expect(answer).toMatchObject({ status: 400, json: { error: { code: 'bad_request' } } });
  expect((answer.json as { error: { message: string } }).error.message).toContain(field);
});
