import { describe, expect, test } from 'vitest';
import { INVARIANTS, watchInvariants } from '../../src/invariants/index.ts';
import { ToldWorld } from './told-world.ts';

type Told = (world: ToldWorld) => void;

const turn = { event: 'turn:started', jobId: 'j1', epoch: 0, channel: 'task', depth: 1 } as const;
const started = { event: 'job.started', jobId: 'j1', channel: 'task', target: 'beta' } as const;
const frozen = { event: 'frozen', jobId: 'j1', epoch: 0, reason: 'cannot: cycle', path: ['alpha', 'beta'] } as const;

/** What breaks each invariant at once, at any moment: the rule, what is told, and what is said about it. */
const ALWAYS: readonly (readonly [string, string, Told, RegExp])[] = [
  [
    'I1',
    'a job accounts for more than it was granted',
    (world) => {
      const job = world.job('alpha', { turns: 3, credit: { granted: 4, left: 2 } });
      world.tell('alpha', { event: 'job.done', job });
    },
    /3 turns and 2 left, and was granted 4/,
  ],
  [
    'I1',
    'a node accounts for more than a message granted',
    (world) => {
      const credit = { returned: 2, burnt: 1, open: 0 };
      world.trace('alpha', [{ outcomes: [{ peer: 'beta', state: 'answered', credit }] }]);
      world.tell('alpha', started);
    },
    /beta accounts for 3 turns, and was granted 2/,
  ],
  [
    'I2',
    'a job causes more turns than its credit',
    (world) => {
      world.job('alpha', { credit: { granted: 2, left: 0 } });
      world.tell('alpha', started);
      world.trace(
        'beta',
        ['a', 'b', 'c'].map((messageId) => ({ messageId })),
      );
      for (let count = 0; count < 3; count += 1) world.tell('beta', turn);
    },
    /caused 3 turns, and was granted 2/,
  ],
  [
    'I2',
    'a turn is deeper than the hop budget',
    (world) => {
      world.trace('beta', [{ depth: 4, parent: 'm0' }]);
      world.tell('beta', { ...turn, depth: 4 });
    },
    /4 hops deep/,
  ],
  [
    'I2',
    'a job is done along too long a path',
    (world) => {
      const path = ['alpha', 'beta', 'gamma', 'beta', 'gamma'];
      world.tell('alpha', { event: 'job.done', job: world.job('alpha', { path, depth: 4 }) });
    },
    /done along 4 hops/,
  ],
  [
    'I3',
    'one message runs a turn twice',
    (world) => {
      world.trace('beta', [{}]);
      world.tell('beta', turn);
      world.tell('beta', turn);
    },
    /ran 2 turns of the job for 1 messages/,
  ],
  [
    'I3',
    'one message wakes an agent twice, and nobody has kept it',
    (world) => {
      world.tell('beta', { ...turn, messageId: 'm1' });
      world.tell('beta', { ...turn, messageId: 'm1' });
    },
    /m1 woke the agent of beta 2 times/,
  ],
  [
    'I3',
    'a post is told of twice',
    (world) => {
      const post = { event: 'post', room: 'lobby', author: 'alpha', messageId: 'm1', text: 'hi' } as const;
      world.tell('beta', post);
      world.tell('beta', post);
    },
    /told of a post of alpha in #lobby twice/,
  ],
  [
    'I5',
    'an answer wakes an agent',
    (world) => {
      world.trace('beta', [{ act: 'inform', channel: 'session', credit: 0, outcomes: [] }]);
      world.tell('beta', { ...turn, channel: 'session' });
    },
    /a turn \(session 1\) began at beta, and no message there obliges it to/,
  ],
  [
    'I7',
    'a turn begins after a freeze',
    (world) => {
      world.trace('beta', [{}]);
      world.tell('beta', frozen);
      world.tell('beta', turn);
    },
    /began at beta, which had told of a freeze/,
  ],
  [
    'I7',
    'a turn begins after a halt of everything, of the job, or of its agent',
    (world) => {
      world.trace('beta', [{}]);
      const scope = { kind: 'peer', peer: 'id of beta' } as const;
      world.tell('beta', { event: 'halted', halt: { scope, by: 'alpha', at: 1, note: '' } });
      world.tell('beta', turn);
    },
    /a halt of its agent/,
  ],
  [
    'I8',
    'a halt is forgotten by a restart',
    (world) => world.revive('beta', { 'halt all': 'alpha: stop' }, {}),
    /beta has forgotten by its restart: halt all/,
  ],
  [
    'I9',
    'a message has lost the depth of its cause',
    (world) => {
      world.trace('beta', [{}, { messageId: 'm2', parent: 'm1', depth: 1, from: 'beta', to: 'gamma' }]);
      world.tell('beta', started);
    },
    /its depth is 1, and that of its cause 1/,
  ],
  [
    'I9',
    'a message is deep without a cause',
    (world) => {
      world.trace('beta', [{ depth: 2 }]);
      world.tell('beta', started);
    },
    /at depth 2 without a cause/,
  ],
  [
    'I9',
    'credit grows on the way, past an answer too',
    (world) => {
      world.trace('beta', [
        {},
        { messageId: 'm2', parent: 'm1', depth: 2, act: 'inform', credit: 0, from: 'beta', to: 'alpha', outcomes: [] },
        { messageId: 'm3', parent: 'm2', depth: 3, credit: 3 },
      ]);
      world.tell('beta', started);
    },
    /its credit is 3, and that of its cause 2/,
  ],
  [
    'I9',
    'two nodes have seen the same message with different causes',
    (world) => {
      world.trace('beta', [{}]);
      world.trace('alpha', [{ credit: 3 }]);
      world.tell('alpha', started);
      world.tell('beta', turn);
    },
    /is another to beta/,
  ],
];

/** The same for those that need rest. */
const AT_REST: readonly (readonly [string, string, Told, RegExp])[] = [
  [
    'I1',
    'turns were run that nobody paid for',
    (world) => {
      world.job('alpha', { target: 'beta', credit: { granted: 4, left: 4 } });
      world.tell('alpha', started);
      world.trace('beta', [{}]);
      world.tell('beta', turn);
      world.tell('beta', { event: 'turn:ended', jobId: 'j1', outcome: 'done' });
    },
    /used up 0 of its credit for 1 turns/,
  ],
  [
    'I4',
    'a message has no end',
    (world) => {
      world.trace('beta', [{ outcomes: [{ peer: 'beta', state: 'waiting' }] }]);
      world.tell('beta', started);
    },
    /no end of message m1 from alpha to beta/,
  ],
  [
    'I6',
    'two wait for each other',
    (world) => {
      world.trace('alpha', [
        { outcomes: [{ peer: 'beta', state: 'waiting' }] },
        { messageId: 'm2', from: 'beta', to: 'alpha', outcomes: [{ peer: 'alpha', state: 'waiting' }] },
      ]);
      world.tell('alpha', started);
    },
    /alpha → beta → alpha/,
  ],
  ['I10', 'a job stays open', (world) => void world.job('alpha', { state: 'open' }), /a job of alpha is open still/],
  [
    'I10',
    'a turn never ends',
    (world) => {
      world.trace('beta', [{}]);
      world.tell('beta', turn);
    },
    /1 turns still run at beta/,
  ],
  [
    'I11',
    'honest work is stopped',
    (world) => void world.job('alpha', { state: 'stopped', reason: 'max_hops' }),
    /a job of alpha is stopped max_hops/,
  ],
  [
    'I11',
    'a brake fires on honest work',
    (world) => {
      const refused = { event: 'refused', direction: 'inbound', channel: 'task', reason: 'busy' } as const;
      world.tell('beta', { ...refused, detail: 'full', path: [] });
    },
    /a brake fired on honest work at beta: busy, full/,
  ],
  [
    'I11',
    'a person is asked about honest work',
    (world) => world.ask('alpha', { jobId: 'j1', reason: 'max_hops' }),
    /something waits for a person at alpha: max_hops/,
  ],
];

describe('each invariant fails where it is broken', () => {
  test.each(ALWAYS)('%s, at once: %s', (rule, _, told, says) => {
    const world = new ToldWorld('alpha', 'beta', 'gamma');
    const watch = watchInvariants(world);
    expect(watch.always()).toEqual([]);
    told(world);
    const violations = watch.always();
    expect(violations.map((violation) => violation.rule)).toEqual([rule]);
    expect(violations[0]?.detail).toMatch(says);
    expect(watch.always()).toEqual([]);
  });

  test.each(AT_REST)('%s, at rest: %s', (rule, _, told, says) => {
    const world = new ToldWorld('alpha', 'beta', 'gamma');
    const watch = watchInvariants(world, { isLegit: true });
    told(world);
    const found = watch.atRest().filter((violation) => violation.rule === rule);
    expect(found.map(({ detail }) => detail)).toEqual([expect.stringMatching(says)]);
  });

  test('every invariant is broken by one of these', () => {
    const broken = new Set([...ALWAYS, ...AT_REST].map(([rule]) => rule));
    expect([...new Set(INVARIANTS.map(({ id }) => id))].filter((id) => !broken.has(id))).toEqual([]);
    expect(broken.size).toBe(11);
  });
});

describe('what only looks like a violation', () => {
  test('a turn that a crash interrupted may run again, once for each restart', () => {
    const world = new ToldWorld('alpha', 'beta');
    const watch = watchInvariants(world);
    world.trace('beta', [{}]);
    world.tell('beta', turn);
    expect(watch.always()).toEqual([]);
    world.revive('beta', {}, {});
    world.tell('beta', turn);
    expect(watch.always()).toEqual([]);
    world.tell('beta', turn);
    expect(watch.always().map(({ rule }) => rule)).toEqual(['I3']);
  });

  test('a released job has the credit of both epochs, and its freeze is over', () => {
    const world = new ToldWorld('alpha', 'beta');
    const watch = watchInvariants(world);
    world.trace('beta', [{}, { messageId: 'm2' }, { messageId: 'm3' }]);
    world.job('alpha', { credit: { granted: 1, left: 0 }, target: 'beta' });
    world.tell('alpha', started);
    world.tell('beta', turn);
    world.tell('beta', frozen);
    world.tell('alpha', { event: 'escalation', escalation: { kind: 'stop', state: 'released', jobId: 'j1' } } as never);
    const again = { ...turn, epoch: 1 } as const;
    world.tell('beta', again); // It is there before its origin tells.
    world.tell('beta', frozen); // Old news.
    expect(watch.always()).toEqual([]);
    world.job('alpha', { credit: { granted: 1, left: 0 }, target: 'beta', startedAt: 2000 });
    world.tell('alpha', started);
    expect(watch.always()).toEqual([]);
    world.tell('beta', again);
    expect(watch.always()).toMatchObject([{ rule: 'I2', jobId: 'j1' }]);
  });

  test('credit that a stranger spent twice is no violation of the nodes, once the evidence is there', () => {
    const world = new ToldWorld('alpha', 'beta');
    const watch = watchInvariants(world);
    world.tell('alpha', { event: 'peer:joined', peerId: 'somebody', name: 'mallory' });
    world.job('alpha', { credit: { granted: 1, left: 0 }, target: 'beta' });
    world.trace('beta', [{}, { messageId: 'm2' }]);
    world.tell('alpha', started);
    world.tell('beta', turn);
    world.tell('beta', turn);
    expect(watch.always()).toEqual([]);
    const suspected = watchInvariants(world).atRest();
    expect(suspected.filter(({ rule }) => rule === 'I2')).toHaveLength(1);
    const evidence = { kind: 'evidence', state: 'open', jobId: 'j1' };
    world.tell('beta', { event: 'escalation', escalation: evidence } as never);
    expect(watch.atRest().filter(({ rule }) => rule === 'I2')).toEqual([]);
  });
});
