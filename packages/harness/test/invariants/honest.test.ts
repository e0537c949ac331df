import { describe, expect, test } from 'vitest';
import { watchInvariants } from '../../src/invariants/index.ts';
import { hopOf, ToldWorld } from './told-world.ts';

/** alpha gives beta a task, which hands a part on to gamma: all goes well. */
function honestWorld(): ToldWorld {
  const world = new ToldWorld('alpha', 'beta', 'gamma');
  world.tell('alpha', { event: 'peer:joined', peerId: 'id of beta', name: 'beta' });
  world.job('alpha', { target: 'beta', state: 'open' });
  world.tell('alpha', { event: 'job.started', jobId: 'j1', channel: 'task', target: 'beta' });
  const first = hopOf({});
  const second = hopOf({
    messageId: 'm2',
    parent: 'm1',
    depth: 2,
    from: 'beta',
    to: 'gamma',
    credit: 1,
    outcomes: [{ peer: 'gamma', state: 'answered', credit: { returned: 0, burnt: 1, open: 0 } }],
  });
  world.trace('beta', [first, second]);
  world.trace('gamma', [{ ...first, channel: undefined, outcomes: [] } as never, second]);
  world.tell('beta', { event: 'turn:started', jobId: 'j1', epoch: 0, channel: 'task', depth: 1 });
  world.tell('gamma', { event: 'turn:started', jobId: 'j1', epoch: 0, channel: 'task', depth: 2 });
  world.tell('gamma', { event: 'turn:ended', jobId: 'j1', outcome: 'done' });
  world.tell('beta', { event: 'turn:ended', jobId: 'j1', outcome: 'done' });
  const job = world.job('alpha', {
    target: 'beta',
    path: ['alpha', 'beta', 'gamma'],
    depth: 2,
    turns: 2,
    credit: { granted: 4, left: 2 },
  });
  world.trace('alpha', [first]);
  world.tell('alpha', { event: 'job.done', job });
  return world;
}

describe('an honest run', () => {
  test('breaks no invariant, at any moment or at rest', () => {
    const world = honestWorld();
    const watch = watchInvariants(world, { isLegit: true });
    expect(watch.always()).toEqual([]);
    expect(watch.atRest()).toEqual([]);
  });

  test('is looked at once: what was read is not read again', () => {
    const world = honestWorld();
    const watch = watchInvariants(world);
    watch.always();
    const traced: string[] = [];
    for (const name of world.running) {
      const node = world.node(name);
      const trace = node.trace.bind(node);
      Object.assign(node, { trace: (id: string) => (traced.push(id), trace(id)) });
    }
    watch.always();
    expect(traced).toEqual([]);
  });

  test('of a job that tells a lot is read at each doubling, not each time', () => {
    const world = honestWorld();
    const watch = watchInvariants(world);
    let traced = 0;
    const node = world.node('alpha');
    const trace = node.trace.bind(node);
    Object.assign(node, { trace: (id: string) => ((traced += 1), trace(id)) });
    for (let count = 0; count < 1024; count += 1) {
      world.tell('alpha', { event: 'progress', jobId: 'j1', from: 'beta', progress: { note: 'on it' } } as never);
      watch.always();
    }
    expect(traced).toBeLessThan(16);
  });
});
