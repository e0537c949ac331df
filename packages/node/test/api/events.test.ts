import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { verifies } from '@hoplite/test/requirements';
import { describe, expect, test } from 'vitest';
import { openClient } from '../../src/api/client.ts';
import { MAX_STREAMS } from '../../src/api/event-streams.ts';
import type { NodeEvent } from '../../src/node-events.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { runningApi, type RunningApi } from './running-api.ts';
import { scriptedEvents, stopped } from './scripted-node.ts';

verifies('node.cli.token', 'node.api.events');

const left: NodeEvent = { at: 1, event: 'peer:left', peerId: '12D3', name: 'be\nta\u2028\u001B[2J' };
const over: NodeEvent = { at: 2, event: 'job.done', job: stopped };

/** The bare answer, as a page would get it. */
async function listen({ api, token }: RunningApi): Promise<IncomingMessage> {
  const sent = request(`${api.address.url}/api/v1/events`, {
    agent: false,
    headers: { authorization: `Bearer ${token}` },
  }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return response.setEncoding('utf8');
}

describe('the events of a node', () => {
  test('come as server-sent events, one line of JSON each', async () => {
    const events = scriptedEvents();
    const response = await listen(await runningApi({ subscribe: events.subscribe }));
    expect(response.headers).toMatchObject({ 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    events.tell(left);
    expect(await once(response, 'data')).toEqual([`data: ${JSON.stringify(left)}\n\n`]);
    response.destroy();
  });

  test('come to a client from the moment that it has the head on, in order', async () => {
    const events = scriptedEvents();
    const { directory } = await runningApi({ subscribe: events.subscribe });
    const heard = await openClient(directory).events();
    events.tell(left);
    events.tell(over);
    expect(await heard.next()).toEqual({ done: false, value: left });
    expect(await heard.next()).toEqual({ done: false, value: over });
    await heard.return(undefined);
    await events.left();
  });

  test('have a heartbeat where nothing happens, which a client does not see', async () => {
    const events = scriptedEvents();
    const beats: (() => void)[] = [];
    const clock: Clock = {
      now: () => 0,
      after: (_ms, callback) => {
        beats.push(callback);
        return { clear: () => {} };
      },
      soon: setImmediate,
    };
    const running = await runningApi({ subscribe: events.subscribe }, { clock });
    const [response, heard] = [await listen(running), await openClient(running.directory).events()];
    for (const beat of beats.splice(0)) beat();
    expect(await once(response, 'data')).toEqual([':\n\n']);
    for (const beat of beats.splice(0)) beat(); // And again.
    expect(await once(response, 'data')).toEqual([':\n\n']);
    events.tell(left);
    expect(await heard.next()).toEqual({ done: false, value: left });
    await heard.return(undefined);
    response.destroy();
  });

  test('end when the client has had enough', async () => {
    const events = scriptedEvents();
    const { directory } = await runningApi({ subscribe: events.subscribe });
    const enough = new AbortController();
    const heard = await openClient(directory).events({ signal: enough.signal });
    const next = heard.next();
    enough.abort(new Error('enough'));
    await expect(next).rejects.toThrow('enough');
    await events.left();
    events.tell(left); // To nobody: must not harm.
  });

  test('end, rather than break off, when the node stops', async () => {
    const events = scriptedEvents();
    const { directory, api } = await runningApi({ subscribe: events.subscribe });
    const heard = await openClient(directory).events();
    const next = heard.next();
    await api.stop();
    expect(await next).toEqual({ done: true, value: undefined });
    expect(events.listeners).toBe(0);
  });

  test('are not kept for a client that does not read: it is cut', async () => {
    const events = scriptedEvents();
    const response = await listen(await runningApi({ subscribe: events.subscribe }));
    response.pause();
    const text = 'x'.repeat(1024 * 1024);
    const post: NodeEvent = { at: 1, event: 'post', room: 'lobby', author: '12D3', messageId: '1', text };
    let told = 0;
    while (events.listeners > 0 && told < 100) {
      events.tell(post);
      told += 1;
      await new Promise(setImmediate);
    }
    expect(events.listeners).toBe(0);
    expect(told).toBeGreaterThan(4);
    const closed = new Promise((resolve) => response.on('error', () => {}).once('close', resolve));
    response.resume();
    await closed;
    expect(response.complete).toBe(false);
  });

  test('a client that reads gets them all, however large', async () => {
    const events = scriptedEvents();
    const { directory } = await runningApi({ subscribe: events.subscribe });
    const heard = await openClient(directory).events();
    const text = '\u0001'.repeat(1024 * 1024); // Six times as long as JSON.
    for (const messageId of ['1', '2', '3']) {
      const post: NodeEvent = { at: 1, event: 'post', room: 'lobby', author: '12D3', messageId, text };
      events.tell(post);
      expect((await heard.next()).value).toEqual(post);
    }
    await heard.return(undefined);
  });

  test('are for so many clients at once, and the next may come when one has gone', async () => {
    const events = scriptedEvents();
    const running = await runningApi({ subscribe: events.subscribe });
    const open = await Promise.all(Array.from({ length: MAX_STREAMS }, () => listen(running)));
    expect(await running.call('GET', '/api/v1/events')).toMatchObject({
      status: 503,
      json: { error: { code: 'busy' } },
    });
    for (const response of open) response.on('error', () => {}).destroy();
    await events.left();
    (await listen(running)).destroy();
  });
});
