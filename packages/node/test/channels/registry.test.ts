import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  CHANNELS,
  encodeEnvelope,
  type Channel,
  type InboundRequest,
  type MeshHandlers,
  type Refusal,
} from '@hoplite/p2p';
import { verifies } from '@hoplite/test/requirements';
import { describe, expect, onTestFinished, test } from 'vitest';
import { MemoryStore } from '../../compliance/index.ts';
import { BRAKES } from '../../src/admission/brakes.ts';
import { behindDoors } from '../../src/channels/behind-doors.ts';
import type { MakeDoor } from '../../src/channels/door.ts';
import { DOORS } from '../../src/channels/doors.ts';
import { ChannelRegistry } from '../../src/channels/registry.ts';
import { ChannelNotCompliantError, ChannelTakenError } from '../../src/errors.ts';
import { AssembledNode } from '../../src/hoplite-node.ts';
import { A, B, message, rootOf, TOPIC, ROOM } from '../admission/crossings.ts';
import { doing, inboundAt } from '../turns/inbound-at.ts';
import { atRest } from '../turns/node-at.ts';
import { runtimeAt, type RuntimeAtInit } from '../turns/runtime-at.ts';
import { doorWithBrake } from './planted-doors.ts';

verifies('node.channels.registered');

const CARD = { name: 'local', description: '', skills: [], version: '1' };

/** What comes in by a channel: a message that its node may answer. */
function requestOn(channel: Channel, onRefused: (refusal: Refusal) => void = () => {}): InboundRequest {
  const asked = message(rootOf(), { channel, from: B, to: A });
  return {
    ...{ peer: B.peerId, channel, id: asked.link.messageId, envelope: encodeEnvelope(asked) },
    signal: new AbortController().signal,
    accept: () => {},
    progress: () => {},
    answer: () => {},
    refuse: onRefused,
  };
}

/** A node with all its parts, of which a test holds the mesh's end. */
function nodeWith(doors: Partial<Record<Channel, MakeDoor>>, init: RuntimeAtInit = {}) {
  let handlers: MeshHandlers | undefined;
  const start = async (given: MeshHandlers): Promise<void> => void (handlers = given);
  const at = runtimeAt(A, { ...init, mesh: { start, ...init.mesh } });
  const release = async (): Promise<void> => {};
  const node = new AssembledNode({
    runtime: at.runtime,
    card: CARD,
    rooms: [ROOM],
    listeners: new Set(),
    doors,
    release,
  });
  onTestFinished(() => node.stop());
  const on = (): MeshHandlers => {
    if (handlers === undefined) throw new Error('the network has not started');
    return handlers;
  };
  return { ...at, node, on };
}

describe('a registry', () => {
  test('opens a door that passes the checklist, and brings messages of its channel there', async () => {
    const at = inboundAt(A);
    const channels = new ChannelRegistry(at.runtime);
    await channels.register(DOORS.session, at);
    expect(CHANNELS.filter((channel) => channels.has(channel))).toEqual(['session']);
    channels.onRequest(requestOn('session'));
    await atRest();
    expect(at.ran).toEqual(['"hello"']);
  });

  test('does not open one that fails it, and says which question, and what was seen', async () => {
    const at = inboundAt(A);
    const channels = new ChannelRegistry(at.runtime);
    const failure = await channels.register(doorWithBrake('depth'), at).catch((error: unknown) => error);
    if (!(failure instanceof ChannelNotCompliantError)) throw new Error('it was opened');
    expect(failure).toMatchObject({ code: 'ERR_CHANNEL_NOT_COMPLIANT', channel: 'session' });
    expect(failure.unmet.map(({ question }) => question)).toEqual(['validated']);
    expect(failure.message).toContain(
      'a message beyond the limit of the wire was answered, and must be refused with max_hops',
    );
    expect(failure.message).toContain('docs/adding-a-channel.md');
    expect(channels.has('session')).toBe(false);
  });

  test('fails a door a second time as it did the first', async () => {
    const at = inboundAt(A);
    const bad = doorWithBrake('local-id');
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await expect(new ChannelRegistry(at.runtime).register(bad, at)).rejects.toBeInstanceOf(ChannelNotCompliantError);
    }
  });

  test('rehearses with the brakes of its node, also what has passed with the usual ones', async () => {
    const at = inboundAt(A);
    await new ChannelRegistry(at.runtime).register(DOORS.task, at);
    const brakes = BRAKES.filter(({ name }) => name !== 'no-cycle');
    const weak = new ChannelRegistry(at.runtime, brakes);
    await expect(weak.register(DOORS.task, at)).rejects.toMatchObject({ unmet: [{ question: 'forged' }] });
  });

  test('opens one door for a channel', async () => {
    const at = inboundAt(A);
    const channels = new ChannelRegistry(at.runtime);
    await channels.register(DOORS.task, at);
    await expect(channels.register(DOORS.task, at)).rejects.toBeInstanceOf(ChannelTakenError);
  });

  test('touches nothing of the node while it rehearses', async () => {
    const at = inboundAt(A);
    const [before, next] = [await at.runtime.metrics.text(), at.runtime.ids.next()];
    const channels = new ChannelRegistry(at.runtime, BRAKES);
    for (const channel of CHANNELS) await channels.register(DOORS[channel], at);
    await atRest();
    expect([at.events, at.ran, at.sent, at.told.broadcast, at.told.charged]).toEqual([[], [], [], [], []]);
    expect([at.store.countRecent(0), at.store.notices(10), at.store.rooms()]).toEqual([[], [], []]);
    expect(at.runtime.ids.next()).toBe(next.replace('1', '2'));
    expect([at.runtime.permits.held, at.clock.timers, await at.runtime.metrics.text()]).toEqual([0, 0, before]);
  });

  test.each(CHANNELS)(
    'refuses a message for the %s channel when nobody has registered it, and keeps why',
    (channel) => {
      const at = inboundAt(A);
      const refusals: Refusal[] = [];
      new ChannelRegistry(at.runtime).onRequest(requestOn(channel, (refusal) => void refusals.push(refusal)));
      expect(refusals).toMatchObject([{ reason: 'unauthorized', path: [B.peerId] }]);
      expect(refusals[0]?.detail).toContain(`no door is registered for the ${channel} channel`);
      expect(at.events).toMatchObject([{ event: 'refused', direction: 'inbound', channel, reason: 'unauthorized' }]);
    },
  );

  test('tells its people of a post for which nobody has registered', () => {
    const at = inboundAt(A);
    const post = message(rootOf(), { channel: 'room', from: B, to: A });
    new ChannelRegistry(at.runtime).onPost({ author: B.peerId, room: ROOM, envelope: encodeEnvelope(post) });
    expect(at.events).toMatchObject([{ event: 'refused', channel: 'room', reason: 'unauthorized' }]);
    expect(at.store.posts(ROOM, 10)).toEqual([]);
  });
});

describe('a node', () => {
  test('does not start with a door that does not pass, and its network is never opened', async () => {
    const { node, on } = nodeWith({ ...DOORS, session: doorWithBrake('may-wake') });
    await expect(node.start()).rejects.toMatchObject({ name: 'ChannelNotCompliantError', channel: 'session' });
    expect(on).toThrow('the network has not started');
  });

  test('starts with its own doors, and answers on each of them', async () => {
    const ran: string[] = [];
    const agent = doing(async ({ channel }) => (ran.push(channel), { kind: 'done', result: 'ok' }));
    const { node, on } = nodeWith(DOORS, { agent, peers: { beta: B } });
    await node.start();
    for (const channel of CHANNELS) on().onRequest(requestOn(channel));
    await atRest();
    expect(ran).toEqual([...CHANNELS]);
  });

  test('hears a post by the door of its channel', async () => {
    const { node, on, store } = nodeWith(DOORS);
    await node.start();
    const post = message(rootOf(), { channel: 'room', from: B, to: A, act: 'inform' });
    expect(post.link.to).toBe(TOPIC);
    on().onPost({ author: B.peerId, room: ROOM, envelope: encodeEnvelope(post) });
    expect(store.posts(ROOM, 10)).toMatchObject([{ messageId: post.link.messageId }]);
  });

  test('refuses what comes by a channel that it has no door for, and its agent never sees it', async () => {
    const { session } = DOORS;
    const { node, on, store } = nodeWith({ session });
    await node.start();
    const refusals: Refusal[] = [];
    on().onRequest(requestOn('task', (refusal) => void refusals.push(refusal)));
    await atRest();
    expect(refusals).toMatchObject([{ reason: 'unauthorized' }]);
    expect(store.countRecent(0)).toEqual([]);
    const post = message(rootOf(), { channel: 'room', from: B, to: A, act: 'inform' });
    on().onPost({ author: B.peerId, room: ROOM, envelope: encodeEnvelope(post) });
    expect(store.posts(ROOM, 10)).toEqual([]);
  });

  test('does not run what an earlier run had taken on by a door that it has no more', async () => {
    const before = inboundAt(A, { store: new MemoryStore(), config: { turns: { concurrent: 1 } } });
    before.runtime.permits.tryAcquire(); // So that no turn begins before the restart.
    for (const channel of ['task', 'session'] as const) before.arrive(message(rootOf(), { channel, from: B, to: A }));
    await atRest();
    const ran: string[] = [];
    const agent = doing(async ({ channel }) => (ran.push(channel), { kind: 'done', result: 'ok' }));
    const { node, store } = nodeWith({ session: DOORS.session }, { store: before.store, agent });
    expect(store.unanswered(10)).toHaveLength(2);
    await node.start();
    await atRest();
    expect(ran).toEqual(['session']);
    expect(store.unanswered(10)).toEqual([]);
  });
});

describe('an agent behind doors', () => {
  const from = { peerId: B.peerId, name: 'beta', description: '', skills: [], connected: true, self: false };
  const tools = { call: async () => Promise.reject(new Error('not here')) };
  const unheard = { notes: { said: [], subscribe: () => () => undefined }, report: () => undefined };
  const asked = { channel: 'task', from, brief: 'go', signal: new AbortController().signal } as const;
  const turn = { ...asked, ...unheard, tools };
  const agent = { ...doing(async () => ({ kind: 'done', result: 'ran' })), description: 'mine', idempotent: true };

  test('runs for messages of a channel that has a door', async () => {
    expect(await behindDoors(agent, { has: () => true }).run(turn)).toEqual({ kind: 'done', result: 'ran' });
  });

  test('does not run for messages of one that has none', async () => {
    const answer = await behindDoors(agent, { has: () => false }).run(turn);
    expect(answer).toMatchObject({ kind: 'refuse', reason: 'unauthorized' });
  });

  test('says of itself what the agent says, now and later', () => {
    const behind = behindDoors(agent, { has: () => false });
    expect(behind).toMatchObject({ description: 'mine', idempotent: true, skills: [] });
  });
});

test('nothing in a node but the runner of turns calls an agent', () => {
  const source = join(import.meta.dirname, '../../src');
  const callers = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && /\bagent\s*\.run\(/.test(readFileSync(join(source, file), 'utf8')))
    .sort();
  expect(callers).toEqual(['channels/behind-doors.ts', 'turns/turns.ts']);
});
