import { MAX_CONTENT_BYTES, decodeEnvelope, roomTopic, type InboundRequest } from '@hoplite/p2p';
import type { AgentAnswer, AgentTurn } from '@hoplite/node';
import type { JsonValue, ToolResult } from '@hoplite/tools';
import { describe, expect, test } from 'vitest';
import { verifies } from './requirements.ts';
import { Cluster, agentOf, done } from './support/cluster.ts';
import { HandDrivenPeer } from './support/hand-driven-peer.ts';

/** Any text with `part` in it. */
function containing(part: string): unknown {
  return expect.stringContaining(part);
}

/** A tool's value, or a failure of the test. */
async function value(result: Promise<ToolResult>): Promise<{ readonly [key: string]: JsonValue }> {
  const got = await result;
  if (!got.ok) throw new Error(`${got.refusal.reason}: ${got.refusal.detail}`);
  return got.value as { readonly [key: string]: JsonValue };
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** An agent that does nothing until it is told to; it says when it has begun, and when it was ended. */
function held(): {
  agent: ReturnType<typeof agentOf>;
  begun: Promise<AgentTurn>;
  release: (result: JsonValue) => void;
} {
  const begun = Promise.withResolvers<AgentTurn>();
  const released = Promise.withResolvers<JsonValue>();
  const agent = agentOf(async (turn) => {
    begun.resolve(turn);
    return done(await released.promise);
  });
  return { agent, begun: begun.promise, release: released.resolve };
}

function aborted(signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(signal.reason);
    signal.addEventListener('abort', () => resolve(signal.reason), { once: true });
  });
}

describe('one question, one answer', () => {
  test('a session message is answered once, and the answer is answered by nobody', async () => {
    verifies('node.turns.one-reply', 'node.turns.one-answer', 'node.brakes.terminal');
    await using cluster = await Cluster.start(['alpha', 'beta'], {
      agents: { beta: agentOf(() => done('Locked.')), alpha: agentOf(() => done('Ack.')) },
    });
    const report = await cluster.node('alpha').send('beta', 'do X');
    expect(report).toMatchObject({ state: 'done', result: 'Locked.', turns: 1 });
    // Whatever else would be on its way has crossed when a second exchange is through.
    await cluster.node('beta').send('alpha', 'and you?');
    expect(cluster.turns('alpha')).toBe(1);
    expect(cluster.turns('beta')).toBe(1);
  });

  test('an agent that fails, answers nothing or throws at once is answered for, and the next message works (V07)', async () => {
    verifies('node.turns.crash-does-not-mute', 'node.turns.one-answer');
    const answers = [
      (): never => {
        throw new Error('boom');
      },
      () => done(''),
      () => done('well'),
    ];
    await using cluster = await Cluster.start(['alpha', 'beta'], {
      agents: { beta: agentOf(() => answers.shift()?.() ?? done('no more')) },
    });
    const ask = () => cluster.node('alpha').delegate('beta', 'work');
    expect(await ask()).toMatchObject({
      state: 'failed',
      reason: 'agent_error',
      detail: containing('boom'),
    });
    expect(await ask()).toMatchObject({ state: 'failed', reason: 'agent_error' });
    expect(await ask()).toMatchObject({ state: 'done', result: 'well' });
  });

  test('an answer that cannot be sent is an agent error, and what the turn cost is still counted', async () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    const unusable = [
      { kind: 'done', result: 10n },
      { kind: 'done', result: circle },
      { kind: 'refuse', reason: 'x' },
      7,
    ];
    await using cluster = await Cluster.start(['alpha', 'beta'], {
      agents: { beta: agentOf(() => unusable.shift() as unknown as AgentAnswer) },
    });
    for (let count = unusable.length; count > 0; count -= 1) {
      const report = await cluster.node('alpha').delegate('beta', 'work');
      expect(report).toMatchObject({ state: 'failed', reason: 'agent_error', turns: 1, credit: { left: 31 } });
    }
  });

  test('a message whose deadline passes while it is queued is answered then, not when its turn would come', async () => {
    const { agent, begun, release } = held();
    await using cluster = await Cluster.start(['alpha', 'beta'], {
      agents: { beta: agent },
      config: { turns: { concurrent: 1, queuedPerPeer: 1, queued: 1 } },
    });
    await using mallory = await HandDrivenPeer.start(cluster.networkKey, cluster.node('beta').addresses);
    const first = cluster.node('alpha').delegate('beta', 'work');
    await begun;
    const to = cluster.node('beta').peerId;
    const body = { content: '"too late"', deadline: Date.now() + 200 };
    const reply = await mallory.send(to, mallory.compose({ to, body }));
    if (reply.kind !== 'answer') throw new Error(reply.refusal.detail);
    expect(decodeEnvelope('task', reply.envelope).body).toMatchObject({
      refusal: { reason: 'deadline' },
      settlement: { returned: 16, burnt: 0 },
    });
    // Its place in the queue is free again.
    const next = mallory.send(to, mallory.compose({ to }));
    release('done');
    expect(await first).toMatchObject({ state: 'done' });
    expect((await next).kind).toBe('answer');
  });

  test('an agent that does not answer in time is answered for with `deadline`', async () => {
    const { agent, begun } = held();
    await using cluster = await Cluster.start(['alpha', 'beta'], { agents: { beta: agent } });
    const report = cluster.node('alpha').delegate('beta', 'work', { timeoutMs: 300 });
    const turn = await begun;
    expect(await report).toMatchObject({ state: 'failed', reason: 'deadline' });
    await aborted(turn.signal);
  });

  test('progress reaches the operator while the task runs', async () => {
    verifies('p2p.channels.task-progress');
    await using cluster = await Cluster.start(['alpha', 'beta'], {
      agents: {
        beta: agentOf(async ({ tools }) => {
          await value(tools.call('report_progress', { note: 'half way', fraction: 0.5 }));
          return done('ready');
        }),
      },
    });
    const notes: unknown[] = [];
    await cluster.node('alpha').delegate('beta', 'work', { onProgress: (progress) => notes.push(progress) });
    expect(notes).toEqual([{ note: 'half way', fraction: 0.5 }]);
  });

  test('a result over the size limit is an agent error, and over the wire nothing breaks', async () => {
    await using cluster = await Cluster.start(['alpha', 'beta'], {
      agents: { beta: agentOf(() => done('x'.repeat(MAX_CONTENT_BYTES))) },
    });
    expect(await cluster.node('alpha').delegate('beta', 'work')).toMatchObject({
      state: 'failed',
      reason: 'agent_error',
    });
  });
});

describe('cancelling', () => {
  test('an operator who cancels ends the remote turn and its children', async () => {
    verifies('p2p.channels.cancel');
    const { agent, begun } = held();
    await using cluster = await Cluster.start(['alpha', 'beta', 'gamma'], { agents: { gamma: agent } });
    const cancel = new AbortController();
    const brief = { skill: 'relay', input: { path: ['gamma'], brief: 'work' } };
    const report = cluster.node('alpha').delegate('beta', brief, { signal: cancel.signal });
    const turn = await begun;
    cancel.abort();
    expect(await report).toMatchObject({ state: 'failed', reason: 'cancelled' });
    expect(await aborted(turn.signal)).toMatchObject({ reason: 'cancelled' });
  });

  test('a requester that goes away for good ends the remote turn and its children (V08)', async () => {
    verifies('node.turns.requester-gone');
    const { agent, begun } = held();
    await using cluster = await Cluster.start(['beta', 'gamma'], {
      agents: { gamma: agent },
      config: { requesterGraceSeconds: 1 },
    });
    const requester = await HandDrivenPeer.start(cluster.networkKey, cluster.node('beta').addresses);
    const brief = { skill: 'relay', input: { path: ['gamma'], brief: 'work' } };
    const message = requester.compose({
      to: cluster.node('beta').peerId,
      body: { content: JSON.stringify(brief), deadline: Date.now() + 60_000 },
    });
    const reply = requester.send(cluster.node('beta').peerId, message).catch(() => undefined);
    const turn = await begun;
    await requester.mesh.stop();
    await reply;
    expect(await aborted(turn.signal)).toMatchObject({ reason: 'cancelled' });
  });
});

describe('waiting', () => {
  test('a turn that waits holds no permit: with one permit each, questions can go round', async () => {
    verifies('node.turns.permit-released');
    await using cluster = await Cluster.start(['alpha', 'beta'], {
      config: { turns: { concurrent: 1, queuedPerPeer: 8, queued: 8 } },
    });
    const brief = {
      skill: 'relay',
      input: { path: ['beta', 'alpha'], via: 'session', brief: { skill: 'echo', input: 'round' } },
    };
    const report = await cluster.node('alpha').delegate('alpha', brief, { timeoutMs: 5000 });
    expect(report).toMatchObject({ state: 'done', result: containing('round'), turns: 3 });
  });

  test('a wait that timed out leaves no ghost: the late answer is filed under its own question (V14)', async () => {
    verifies('tools.wait.late-answer', 'tools.wait.in-reply-to');
    await using cluster = new Cluster({
      agents: {
        alpha: agentOf(async ({ tools }) => {
          const first = await value(tools.call('send_message', { peer: 'mallory', text: 'Q1' }));
          const nothing = await value(
            tools.call('wait_for_message', { message_id: first['message_id'] ?? '', timeout_seconds: 0 }),
          );
          const second = await value(tools.call('send_message', { peer: 'mallory', text: 'Q2', wait_seconds: 10 }));
          const late = await value(
            tools.call('wait_for_message', { message_id: first['message_id'] ?? '', timeout_seconds: 10 }),
          );
          return done({
            nothing: nothing['status'] ?? null,
            second: second['reply'] ?? null,
            late: late['replies'] ?? null,
          });
        }),
      },
    });
    await cluster.add('alpha');
    await using mallory = await HandDrivenPeer.start(cluster.networkKey, cluster.node('alpha').addresses);
    await cluster.until(() =>
      cluster
        .node('alpha')
        .peers()
        .some(({ peerId }) => peerId === mallory.peerId),
    );
    const asked: InboundRequest[] = [];
    mallory.onRequest((request) => {
      request.accept();
      asked.push(request);
      if (asked.length === 2) {
        // The later question is answered first.
        for (const each of asked.reverse()) answer(mallory, each);
      }
    });
    const report = await cluster.node('alpha').delegate('alpha', 'go');
    expect(report.result).toMatchObject({
      nothing: 'waiting',
      second: { content: 'to Q2' },
      late: [{ content: 'to Q1' }],
    });
  });

  test('what was answered after the asking turn was over is read by a later one, refusals as refusals', async () => {
    verifies('tools.wait.late-answer');
    const asked: string[] = [];
    await using cluster = new Cluster({
      agents: {
        alpha: agentOf(async ({ brief, tools }) => {
          if (brief === 'ask') {
            const sent = await value(tools.call('send_message', { peer: 'mallory', text: 'Q' }));
            const post = await value(tools.call('post_to_room', { room: 'lobby', text: 'R', wake: ['mallory'] }));
            asked.push(textOf(sent['message_id']), textOf(post['message_id']));
            return done('asked');
          }
          const read = (message_id: string) =>
            value(tools.call('wait_for_message', { message_id, timeout_seconds: 0 }));
          return done(await Promise.all(asked.map(async (id) => (await read(id))['replies'] ?? null)));
        }),
      },
    });
    const alpha = await cluster.add('alpha');
    await using mallory = await HandDrivenPeer.start(cluster.networkKey, alpha.addresses);
    mallory.mesh.joinRoom('lobby');
    await cluster.until(() => alpha.rooms().some(({ present }) => present.length > 0));
    const both = Promise.withResolvers<undefined>();
    mallory.onRequest((request) => {
      request.accept();
      if (mallory.inbox.length === 2) both.resolve(undefined);
    });
    await alpha.delegate('alpha', 'ask');
    await both.promise;
    for (const request of mallory.inbox) {
      if (request.channel === 'session') {
        const refusal = { reason: 'agent_refused', detail: 'no', path: [] } as const;
        request.answer(mallory.answerTo(decodeEnvelope('session', request.envelope), '', refusal));
      } else {
        answer(mallory, request);
      }
    }
    const settled = () => alpha.jobs().every(({ state }) => state !== 'open');
    await cluster.until(settled);
    const report = await alpha.delegate('alpha', 'read');
    expect(report.result).toMatchObject([[{ refusal: { reason: 'agent_refused' } }], [{ content: 'to R' }]]);
  });

  test('an answer that is there before anyone waits for it is not lost', async () => {
    verifies('tools.wait.registered-first');
    await using cluster = await Cluster.start(['alpha', 'beta'], {
      agents: {
        alpha: agentOf(async ({ tools }) => {
          const { message_id } = await value(tools.call('send_message', { peer: 'beta', text: 'echo quick' }));
          await value(tools.call('delegate_task', { peer: 'beta', brief: 'echo meanwhile' }));
          const got = await value(tools.call('wait_for_message', { message_id: message_id ?? '', timeout_seconds: 0 }));
          return done(got['status'] ?? null);
        }),
      },
    });
    expect((await cluster.node('alpha').delegate('alpha', 'go')).result).toBe('complete');
  });

  test('replies count: a third question to the same peer in one turn is over the hop limit', async () => {
    verifies('node.lineage.reply-counts');
    await using cluster = await Cluster.start(['alpha', 'beta', 'gamma'], {
      agents: {
        alpha: agentOf(async ({ tools }) => {
          const reasons: string[] = [];
          for (const peer of ['beta', 'beta', 'beta', 'gamma']) {
            const got = await tools.call('send_message', { peer, text: `echo ${reasons.length}`, wait_seconds: 10 });
            reasons.push(got.ok ? 'ok' : got.refusal.reason);
          }
          return done(reasons);
        }),
      },
    });
    const report = await cluster.node('alpha').delegate('alpha', 'go');
    expect(report).toMatchObject({ state: 'stopped', reason: 'max_hops', result: ['ok', 'ok', 'max_hops', 'ok'] });
  });

  test('a question, and then a task for who answered it, is no cycle', async () => {
    await using cluster = await Cluster.start(['alpha', 'beta'], {
      agents: {
        alpha: agentOf(async ({ tools }) => {
          await value(tools.call('send_message', { peer: 'beta', text: 'echo free?', wait_seconds: 10 }));
          const got = await value(tools.call('delegate_task', { peer: 'beta', brief: 'echo work' }));
          return done(got);
        }),
      },
    });
    expect(await cluster.node('alpha').delegate('alpha', 'go')).toMatchObject({ state: 'done', turns: 3 });
  });
});

describe('credit', () => {
  test('what a turn leaves behind settles later, and only then is the job finished', async () => {
    verifies('node.credit.settlement');
    const { agent, begun, release } = held();
    await using cluster = await Cluster.start(['alpha', 'beta', 'gamma'], {
      agents: {
        beta: agentOf(async ({ tools }) => {
          await value(tools.call('send_message', { peer: 'gamma', text: 'when you have time' }));
          return done('asked');
        }),
        gamma: agent,
      },
    });
    const report = await cluster.node('alpha').delegate('beta', 'go');
    expect(report).toMatchObject({ state: 'done', result: 'asked', turns: 1 });
    expect(cluster.node('alpha').job(report.jobId)?.state).toBe('open');
    await begun;
    release('at last');
    await cluster.until(() => cluster.node('alpha').job(report.jobId)?.state === 'done');
    expect(cluster.node('alpha').job(report.jobId)).toMatchObject({
      turns: 2,
      credit: { granted: 32, left: 30 },
      path: ['alpha', 'beta', 'gamma'],
    });
  });

  test('a request that never left costs nothing: a peer that is away is `unreachable`', async () => {
    await using cluster = await Cluster.start(['alpha', 'beta']);
    await cluster.stop('beta');
    const report = await cluster.node('alpha').delegate('beta', 'work', { timeoutMs: 500 });
    expect(report).toMatchObject({
      state: 'failed',
      reason: 'unreachable',
      turns: 0,
      credit: { granted: 32, left: 32 },
    });
  });

  test('a queue that is full refuses `busy`, and what was accepted is answered', async () => {
    verifies('node.brakes.busy');
    const { agent, begun, release } = held();
    await using cluster = await Cluster.start(['alpha', 'beta'], {
      agents: { beta: agent },
      config: { turns: { concurrent: 1, queuedPerPeer: 1, queued: 8 } },
    });
    const ask = () => cluster.node('alpha').delegate('beta', 'work');
    const first = ask();
    await begun;
    const others = [ask(), ask(), ask()];
    const busy = await Promise.race(others);
    expect(busy).toMatchObject({ state: 'stopped', reason: 'busy' });
    release('done');
    const reports = await Promise.all([first, ...others]);
    expect(reports.map(({ reason, state }) => reason ?? state).sort()).toEqual(['busy', 'busy', 'done', 'done']);
  });
});

describe('rooms', () => {
  test('a post reaches everyone once, wakes nobody by itself, and same texts of two authors both arrive', async () => {
    verifies('p2p.channels.rooms-gossipsub', 'node.rooms.exactly-once', 'node.brakes.terminal');
    await using cluster = await Cluster.start(['alpha', 'beta', 'gamma']);
    const said = ['one', 'two', 'three', 'four', 'five', 'hi'];
    for (const text of said) await cluster.node('alpha').post('lobby', text);
    await cluster.node('beta').post('lobby', 'hi');
    const heard = (name: string) => {
      const posts = cluster.node(name).readRoom('lobby');
      return posts.ok ? posts.value.map(({ authorName, text }) => `${authorName}: ${text}`).sort() : [];
    };
    await cluster.until(() => ['alpha', 'beta', 'gamma'].every((name) => heard(name).length >= said.length + 1));
    const expected = [...said.map((text) => `alpha: ${text}`), 'beta: hi'].sort();
    for (const name of ['alpha', 'beta', 'gamma']) {
      expect(heard(name)).toEqual(expected);
    }
    expect(cluster.turns()).toBe(0);
  });

  test('a post wakes those it names, each answers once, and everyone hears the answers', async () => {
    await using cluster = await Cluster.start(['alpha', 'beta', 'gamma']);
    const post = await cluster.node('alpha').post('lobby', 'echo status?', { wake: ['beta'] });
    expect(post).toMatchObject({
      ok: true,
      value: { replies: [{ from: 'beta', text: 'status?' }], notWoken: [] },
    });
    const heard = () => {
      const posts = cluster.node('gamma').readRoom('lobby');
      return posts.ok ? posts.value.map(({ authorName, text }) => `${authorName}: ${text}`) : [];
    };
    await cluster.until(() => heard().length >= 2);
    expect(heard()).toEqual(['alpha: echo status?', 'beta: status?']);
    expect([cluster.turns('beta'), cluster.turns('gamma')]).toEqual([1, 0]);
  });

  test('a post that is refused as a task of work is stored as a post all the same', async () => {
    const { agent, begun, release } = held();
    await using cluster = await Cluster.start(['alpha', 'beta'], {
      agents: { beta: agent },
      config: { turns: { concurrent: 1, queuedPerPeer: 0, queued: 0 } },
    });
    const first = cluster.node('alpha').delegate('beta', 'work');
    await begun;
    const post = await cluster.node('alpha').post('lobby', 'for the record', { wake: ['beta'] });
    expect(post).toMatchObject({ ok: true, value: { replies: [{ refusal: { reason: 'busy' } }] } });
    expect(JSON.stringify(cluster.node('beta').readRoom('lobby'))).toContain('for the record');
    release('done');
    await first;
  });

  test('posting where nobody listens, or too much, is an error that the caller sees (V02)', async () => {
    verifies('tools.rooms.nobody-listens');
    await using cluster = await Cluster.start(['alpha', 'beta']);
    const alpha = cluster.node('alpha');
    alpha.joinRoom('den');
    expect(await alpha.post('den', 'anyone?')).toMatchObject({ ok: false, refusal: { reason: 'nobody_listening' } });
    expect(alpha.readRoom('den')).toEqual({ ok: true, value: [] });
    const tooLarge = await alpha.post('lobby', 'x'.repeat(MAX_CONTENT_BYTES + 1));
    expect(tooLarge).toMatchObject({ ok: false, refusal: { reason: 'too_large' } });
    expect(await alpha.post('attic', 'hi')).toMatchObject({ ok: false, refusal: { reason: 'not_in_room' } });
  });

  test('with too little credit the rest are not woken, and it says who', async () => {
    await using cluster = await Cluster.start(['alpha', 'beta', 'gamma']);
    const post = await cluster.node('alpha').post('lobby', 'echo all?', { wake: 'everyone', credit: 1 });
    expect(post).toMatchObject({ ok: true, value: { notWoken: [{ refusal: { reason: 'max_turns' } }] } });
    expect(cluster.turns()).toBe(1);
  });

  test('a post that was signed for one room is refused in another (X04)', async () => {
    verifies('p2p.lineage.x04-replayed');
    await using cluster = await Cluster.start(['alpha']);
    await using mallory = await HandDrivenPeer.start(cluster.networkKey, cluster.node('alpha').addresses);
    const to = cluster.node('alpha').peerId;
    const body = {
      content: 'echo hi',
      room: 'elsewhere',
      wake: [{ peer: to, credit: 16 }],
      deadline: Date.now() + 9000,
    };
    const message = mallory.compose({ channel: 'room', to: roomTopic('elsewhere'), body });
    expect(await mallory.send(to, message)).toMatchObject({ kind: 'refused', refusal: { reason: 'not_in_room' } });
    const lying = mallory.compose({ channel: 'room', to: roomTopic('elsewhere'), body: { ...body, room: 'lobby' } });
    expect(await mallory.send(to, lying)).toMatchObject({ kind: 'refused', refusal: { reason: 'malformed' } });
  });
});

test('a post that woke another peer wakes nobody after a restart', async () => {
  await using cluster = await Cluster.start(['alpha', 'beta', 'gamma']);
  await cluster.node('alpha').post('lobby', 'echo hi', { wake: ['beta'] });
  const posts = () => cluster.node('gamma').readRoom('lobby');
  await cluster.until(() => JSON.stringify(posts()).includes('echo hi'));
  await cluster.stop('gamma');
  await cluster.add('gamma');
  await cluster.meet();
  expect(await cluster.node('alpha').send('gamma', 'echo still there?')).toMatchObject({ state: 'done' });
  expect(cluster.turns('gamma')).toBe(1);
});

describe('rights', () => {
  test('a peer without the right to a channel is refused there, and only there', async () => {
    verifies('p2p.membership.rights', 'node.brakes.unauthorized');
    await using cluster = await Cluster.start(['alpha', 'beta'], {
      config: (name) => (name === 'beta' ? { defaultRights: ['session'] } : {}),
    });
    const alpha = cluster.node('alpha');
    expect(await alpha.delegate('beta', 'echo x')).toMatchObject({ state: 'stopped', reason: 'unauthorized' });
    expect(await alpha.send('beta', 'echo x')).toMatchObject({ state: 'done' });
  });

  test('a peer that nobody knows is named with the candidates', async () => {
    await using cluster = await Cluster.start(['alpha', 'beta']);
    const report = await cluster.node('alpha').delegate('bob2', 'work');
    expect(report).toMatchObject({ state: 'failed', reason: 'unknown_peer', detail: containing('beta') });
  });
});

describe('stopping', () => {
  test('a node that stops answers what runs with `interrupted`, and takes on nothing more', async () => {
    const { agent, begun } = held();
    await using cluster = await Cluster.start(['alpha', 'beta', 'gamma'], { agents: { beta: agent } });
    const remote = cluster.node('alpha').delegate('beta', 'work');
    await begun;
    const own = cluster.node('gamma').delegate('beta', 'work');
    const gone = cluster.stop('beta');
    expect(await remote).toMatchObject({ state: 'failed', reason: 'interrupted' });
    expect(await own).toMatchObject({ reason: expect.stringMatching(/interrupted|busy|unreachable/) as unknown });
    await gone;
  });
});

describe('restarts', () => {
  test('a repeat after a restart gets the recorded answer and runs nothing', async () => {
    verifies('node.brakes.duplicate');
    await using cluster = await Cluster.start(['alpha']);
    await using mallory = await HandDrivenPeer.start(cluster.networkKey, cluster.node('alpha').addresses);
    const to = cluster.node('alpha').peerId;
    const message = mallory.compose({ to });
    const first = await mallory.send(to, message);
    await cluster.stop('alpha');
    const again = await cluster.add('alpha');
    await mallory.mesh.connect(again.addresses[0] ?? '');
    const turns = cluster.turns();
    expect(await mallory.send(to, message)).toEqual(first);
    expect(cluster.turns()).toBe(turns);
  });
});

/** Answers a request as an honest peer would, by hand. */
function answer(peer: HandDrivenPeer, request: InboundRequest): void {
  const asked = decodeEnvelope(request.channel, request.envelope);
  request.answer(peer.answerTo(asked, `to ${asked.body.content}`));
}
