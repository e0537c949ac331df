import { describe, expect, test } from 'vitest';
import { checkRecord } from '../../src/invariants/index.ts';
import type { JobSeen, MessageSeen, RunRecord, TurnSeen } from '../../src/record.ts';

function message(changes: Partial<MessageSeen> = {}): MessageSeen {
  return {
    at: 1,
    endedAt: 5,
    from: 'alpha',
    to: 'beta',
    channel: 'task',
    act: 'request',
    messageId: 'm1',
    jobId: 'j1',
    depth: 1,
    credit: 2,
    text: 'go',
    fate: { kind: 'handled' },
    ...changes,
  };
}

function turn(changes: Partial<TurnSeen> = {}): TurnSeen {
  return {
    peer: 'beta',
    jobId: 'j1',
    channel: 'task',
    depth: 1,
    startedAt: 2,
    endedAt: 4,
    outcome: 'done',
    ...changes,
  };
}

function job(changes: Partial<JobSeen> = {}): JobSeen {
  return {
    jobId: 'j1',
    origin: 'alpha',
    target: 'beta',
    channel: 'task',
    state: 'done',
    path: ['alpha', 'beta', 'gamma'],
    depth: 2,
    turns: 2,
    credit: { granted: 4, left: 2 },
    ...changes,
  };
}

const second = message({ at: 2, from: 'beta', to: 'gamma', messageId: 'm2', parent: 'm1', depth: 2, credit: 1 });

function record(changes: Partial<RunRecord> = {}): RunRecord {
  return {
    id: 'r',
    source: 'test',
    says: 'all goes well',
    kind: 'scenario',
    peers: ['alpha', 'beta', 'gamma'],
    startedAt: 0,
    endedAt: 9,
    messages: [
      message(),
      second,
      message({ at: 3, from: 'gamma', to: 'beta', act: 'done', messageId: 'm3', parent: 'm2', depth: 3, credit: 0 }),
    ],
    turns: [turn(), turn({ peer: 'gamma', depth: 2 })],
    jobs: [job()],
    waits: [],
    escalations: [],
    faults: [],
    violations: [],
    effort: { steps: 3 },
    ...changes,
  };
}

const stop = { at: 3, peer: 'alpha', kind: 'stop', jobId: 'j1', reason: 'max_hops', path: [] } as const;

describe('the record of a run', () => {
  test('that went well breaks nothing, and neither does an empty one', () => {
    expect(checkRecord(record())).toEqual([]);
    expect(checkRecord(record({ messages: [], turns: [], jobs: [] }))).toEqual([]);
  });

  test.each<readonly [string, string, Partial<RunRecord>, RegExp]>([
    ['I1', 'accounts for too much', { jobs: [job({ turns: 3 })] }, /3 turns and 2 left, and was granted 4/],
    [
      'I1',
      'ran turns that nobody paid for',
      { jobs: [job({ turns: 1, credit: { granted: 4, left: 3 } })] },
      /1 of its credit for 2 turns/,
    ],
    [
      'I2',
      'has a turn too deep',
      { turns: [turn(), turn({ peer: 'gamma', depth: 2 }), turn({ depth: 4, outcome: undefined as never })], jobs: [] },
      /4 hops deep/,
    ],
    ['I2', 'was done along too long a path', { jobs: [job({ depth: 4 })] }, /done along 4 hops/],
    [
      'I3',
      'handled a message twice',
      { messages: [message(), message(), second] },
      /m1 from alpha was handled twice at beta/,
    ],
    [
      'I3',
      'ran a turn twice',
      { turns: [turn(), turn()], jobs: [job({ credit: { granted: 8, left: 4 } })] },
      /beta ran 2 turns of the job for 1 messages/,
    ],
    [
      'I4',
      'left a message without an end',
      { messages: [message(), { ...second, fate: { kind: 'waiting' } }] },
      /m2 from beta to gamma has no end/,
    ],
    [
      'I5',
      'woke an agent by an answer',
      { turns: [turn(), turn({ peer: 'alpha', depth: 2, channel: 'session' })] },
      /a turn \(session 2\) began at alpha/,
    ],
    [
      'I6',
      'left two waiting for each other',
      {
        waits: [
          { from: 'alpha', to: 'beta', jobId: 'j1', channel: 'task', since: 1 },
          { from: 'beta', to: 'alpha', jobId: 'j2', channel: 'session', since: 1 },
        ],
      },
      /alpha → beta → alpha/,
    ],
    [
      'I7',
      'went on at the origin after it was stopped',
      {
        escalations: [stop],
        turns: [turn(), turn({ peer: 'alpha', startedAt: 4 })],
        messages: [message(), message({ from: 'beta', to: 'alpha', parent: 'm1', messageId: 'm2', depth: 1 })],
      },
      /after the job had been stopped there/,
    ],
    [
      'I9',
      'lost the depth of a chain',
      { messages: [message(), { ...second, depth: 1 }], turns: [] },
      /not one below its cause/,
    ],
    [
      'I9',
      'has a deep message without a cause',
      { messages: [message({ depth: 2 })], turns: [] },
      /at depth 2 without a cause/,
    ],
    [
      'I9',
      'minted credit on the way',
      { messages: [message(), { ...second, credit: 3 }] },
      /a credit of 3, more than its cause/,
    ],
    [
      'I9',
      'showed one message as two',
      { messages: [message(), second, { ...second, to: 'alpha', parent: 'm9' }] },
      /has two causes/,
    ],
    ['I10', 'did not come to rest', { jobs: [job({ state: 'open' })] }, /a job of alpha is open/],
  ])('breaks %s when it %s', (rule, _, changes, says) => {
    const found = checkRecord(record(changes)).filter((violation) => violation.rule === rule);
    expect(found.map(({ detail }) => detail)).toEqual(expect.arrayContaining([expect.stringMatching(says)]));
  });

  test('breaks I2 when a job causes more turns than it was granted', () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const messages = ids.map((messageId) => message({ messageId, parent: 'm1', depth: 2, credit: 1 }));
    const turns = ids.map(() => turn({ depth: 2 }));
    const jobs = [job({ state: 'open', turns: 0, credit: { granted: 4, left: 4 } })];
    const found = checkRecord(record({ messages: [message(), ...messages], turns, jobs, kind: 'log' }));
    expect(found).toMatchObject([{ rule: 'I2', detail: 'the job caused 5 turns, and was granted 4' }]);
    const evidence = { ...stop, kind: 'evidence' };
    const accused = record({ messages: [message(), ...messages], turns, jobs, kind: 'log', escalations: [evidence] });
    expect(checkRecord(accused)).toEqual([]);
  });

  test('of a job that a person has released is not measured by the last epoch alone', () => {
    const messages = [message(), message({ messageId: 'again', at: 4 })];
    const turns = [turn(), turn({ startedAt: 5 })];
    const jobs = [job({ turns: 1, credit: { granted: 1, left: 0 } })];
    expect(checkRecord(record({ messages, turns, jobs, escalations: [stop] }))).toEqual([]);
  });

  test('of a turn that a crash ended may hold it twice', () => {
    const { outcome: _, endedAt: __, ...interrupted } = turn();
    const turns = [interrupted, turn({ startedAt: 3 }), turn({ peer: 'gamma', depth: 2 })];
    expect(checkRecord(record({ turns, jobs: [job({ turns: 3, credit: { granted: 4, left: 1 } })] }))).toEqual([]);
  });

  test('says nothing about peers that it does not know', () => {
    const messages = [message(), { ...second, fate: { kind: 'waiting' } as const }];
    const turns = [turn(), turn({ peer: 'gamma', depth: 3 })];
    const changes = { messages, turns };
    expect(
      checkRecord(record(changes))
        .map(({ rule }) => rule)
        .sort(),
    ).toEqual(['I4', 'I5']);
    expect(checkRecord(record(changes), { knows: (peer) => peer === 'alpha' })).toEqual([]);
  });
});
