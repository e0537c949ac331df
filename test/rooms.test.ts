import { describe, expect, test } from 'vitest';
import { Cluster } from './support/cluster.ts';
import { held } from './support/scripted.ts';

describe('rooms', () => {
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
      config: { turns: { concurrent: 1, serial: false, queuedPerPeer: 0, queued: 0 } },
    });
    const first = cluster.node('alpha').delegate('beta', 'work');
    await begun;
    const post = await cluster.node('alpha').post('lobby', 'for the record', { wake: ['beta'] });
    expect(post).toMatchObject({ ok: true, value: { replies: [{ refusal: { reason: 'busy' } }] } });
    expect(JSON.stringify(cluster.node('beta').readRoom('lobby'))).toContain('for the record');
    release('done');
    await first;
  });

  test('with too little credit the rest are not woken, and it says who', async () => {
    await using cluster = await Cluster.start(['alpha', 'beta', 'gamma']);
    const post = await cluster.node('alpha').post('lobby', 'echo all?', { wake: 'everyone', credit: 1 });
    expect(post).toMatchObject({ ok: true, value: { notWoken: [{ refusal: { reason: 'max_turns' } }] } });
    expect(cluster.turns()).toBe(1);
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
