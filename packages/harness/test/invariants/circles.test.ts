import { describe, expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import { watchInvariants } from '../../src/invariants/index.ts';
import type { Violation } from '../../src/record.ts';
import { SimulatedWorld } from '../../src/simulation/index.ts';
import { ToldWorld } from './told-world.ts';

verifies('harness.scenario.invariants-each-step');

const ROUND_MS = 35_000;

const root = { event: 'turn:started', epoch: 0, channel: 'task', depth: 0 } as const;
const toBeta = { messageId: 'm1', from: 'alpha', to: 'beta', outcomes: [] };
const toAlpha = { messageId: 'm2', from: 'beta', to: 'alpha', outcomes: [] };

/** The root turns of two serial agents wait for each other: what each has sent is queued behind the other’s. */
function deadlock(): ToldWorld {
  const world = new ToldWorld('alpha', 'beta');
  for (const name of ['alpha', 'beta']) {
    world.trace(name, [toBeta], { jobId: 'j1' });
    world.trace(name, [toAlpha], { jobId: 'j2' });
  }
  world.tell('alpha', { ...root, jobId: 'j1' });
  world.tell('beta', { ...root, jobId: 'j2' });
  world.wait('alpha', 'beta', 'm1');
  world.wait('beta', 'alpha', 'm2', { jobId: 'j2' });
  return world;
}

/** What is said of circles after each of these times. */
async function told(world: ToldWorld, ...times: readonly number[]): Promise<readonly string[][]> {
  const watch = watchInvariants(world);
  const look = (): string[] =>
    watch
      .always()
      .filter(({ rule }) => rule === 'I6')
      .map(({ detail }) => detail);
  const looks = [look()];
  for (const ms of times) {
    await world.advance(ms);
    looks.push(look());
  }
  return looks;
}

describe('a circle of waits', () => {
  test('is a violation when it outlives a round of detection, and not before', async () => {
    const says = expect.stringMatching(
      /more than 35 s: alpha \(job j1\) → beta \(job j2\) → alpha \(job j1\)/,
    ) as string;
    expect(await told(deadlock(), ROUND_MS - 1, 1, 1)).toEqual([[], [], [], [says]]);
  });

  test('is none when somebody in it waits anew, for another message', async () => {
    const world = deadlock();
    const watch = watchInvariants(world);
    expect(watch.always()).toEqual([]);
    await world.advance(ROUND_MS);
    expect(watch.always()).toEqual([]);
    world.unwait('beta');
    world.trace('alpha', [{ ...toAlpha, messageId: 'm3' }], { jobId: 'j2' });
    world.trace('beta', [{ ...toAlpha, messageId: 'm3' }], { jobId: 'j2' });
    world.wait('beta', 'alpha', 'm3', { jobId: 'j2' });
    await world.advance(1);
    expect(watch.always()).toEqual([]);
    await world.advance(ROUND_MS + 1);
    expect(watch.always()).toMatchObject([{ rule: 'I6' }]);
  });

  test('is none while a turn that runs can go on, as one does that was asked back', async () => {
    const world = deadlock();
    world.tell('beta', { ...root, jobId: 'j3', depth: 1, messageId: 'm9' });
    expect((await told(world, ROUND_MS, 1)).flat()).toEqual([]);
  });

  test('is none when the peers wait for each other in turns of one call: each waits for what it has asked itself', async () => {
    const world = new ToldWorld('alpha', 'beta');
    for (const name of ['alpha', 'beta']) world.trace(name, [toBeta, { ...toAlpha, parent: 'm1', depth: 2 }]);
    world.tell('alpha', { ...root, jobId: 'j1' });
    world.tell('beta', { ...root, jobId: 'j1', depth: 1, messageId: 'm1' });
    world.tell('alpha', { ...root, jobId: 'j1', depth: 2, messageId: 'm2' });
    world.wait('alpha', 'beta', 'm1');
    world.wait('beta', 'alpha', 'm2');
    expect((await told(world, ROUND_MS, 1)).flat()).toEqual([]);
  });

  test('is none when a message of it never arrived, or a person is waited for', async () => {
    const lost = deadlock();
    lost.trace('beta', [], { jobId: 'j1' });
    expect((await told(lost, ROUND_MS, 1)).flat()).toEqual([]);
    const asked = deadlock();
    asked.unwait('beta');
    asked.wait('beta', 'alpha', 'm2', { jobId: 'j2', kind: 'person' });
    expect((await told(asked, ROUND_MS, 1)).flat()).toEqual([]);
  });
});

test('a circle is found in a simulated world although nothing happens in it any more', async () => {
  const found: Violation[] = [];
  const other: Readonly<Record<string, string>> = { alpha: 'beta', beta: 'alpha' };
  await using world = await SimulatedWorld.create({
    peers: ['alpha', 'beta'],
    config: { turns: { concurrent: 1, serial: true, queuedPerPeer: 8, queued: 8 } },
    agents: Object.fromEntries(
      Object.entries(other).map(([name, peer]) => [
        name,
        async ({ tools }) => {
          await world.until(() => world.turns().length === 2);
          const result = await tools.call('delegate_task', { peer, brief: `from ${name}` });
          return result.ok ? 'ok' : result.refusal.reason;
        },
      ]),
    ),
  });
  // The nodes find circles by themselves: nobody is told here.
  for (const name of ['alpha', 'beta']) {
    await world.stop(name);
    await world.start(name, {
      mesh: (mesh) =>
        new Proxy(mesh, {
          get: (target, key) => {
            const value: unknown = key === 'notify' ? () => undefined : Reflect.get(target, key, target);
            return typeof value === 'function' ? (value.bind(target) as unknown) : value;
          },
        }),
    });
  }
  await world.meet();
  const watch = watchInvariants(world);
  world.onStep(() => void found.push(...watch.always()));
  const begun = world.now();
  await Promise.all(['alpha', 'beta'].map((name) => world.node(name).delegate(name, 'go', { timeoutMs: 120_000 })));
  await world.rest();
  found.push(...watch.always());
  expect(found.map(({ rule }) => rule)).toContain('I6');
  const at = (found.find(({ rule }) => rule === 'I6')?.at ?? 0) - begun;
  expect(at).toBeGreaterThan(ROUND_MS);
  expect(at).toBeLessThan(ROUND_MS + 15_000); // In virtual time: within three looks after it was over.
});
