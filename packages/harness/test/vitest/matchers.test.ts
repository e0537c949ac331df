import { verifies } from '@hoplite/test/requirements';
import { describe, expect, test } from 'vitest';
import '../../src/vitest.ts';
import { eventful, job, message, record, START, turn } from '../report/records.ts';

verifies('harness.matcher');

function ended(changes: Parameters<typeof record>[0] = {}): ReturnType<typeof record> {
  return record({ turns: [turn({ endedAt: START + 5, outcome: 'done' })], ...changes });
}

describe('toTerminateWithin', () => {
  test('passes for a run that ended within its limits, to the last turn, hop, message and millisecond', () => {
    expect(ended()).toTerminateWithin({ turns: 1, depth: 1, messages: 2, ms: 5 });
  });

  test.each([
    ['turns', { turns: 0 }, 'turns: 1, and at most 0 were allowed'],
    ['depth', { turns: 1, depth: 0 }, 'depth: 1, and at most 0 were allowed'],
    ['messages', { turns: 1, messages: 1 }, 'messages: 2, and at most 1 were allowed'],
    ['ms', { turns: 1, ms: 4 }, 'ms: 5, and at most 4 were allowed'],
  ])('fails for one too many %s', (_name, limits, words) => {
    expect(() => expect(ended()).toTerminateWithin(limits)).toThrow(words);
    expect(ended()).not.toTerminateWithin(limits);
  });

  test('fails for a job or a turn that goes on, however few there are', () => {
    expect(() => expect(ended({ jobs: [job({ state: 'open' })] })).toTerminateWithin({ turns: 9 })).toThrow(
      '1 of 1 jobs did not end',
    );
    expect(() => expect(ended({ turns: [turn()] })).toTerminateWithin({ turns: 9 })).toThrow(
      '1 of 1 turns did not end',
    );
  });

  test('fails when the network does not come to rest, and not for an invariant about something else', () => {
    const broken = (rule: string): ReturnType<typeof record> => ended({ violations: [{ rule, detail: 'it goes on' }] });
    expect(() => expect(broken('I10')).toTerminateWithin({ turns: 9 })).toThrow('I10: it goes on');
    expect(broken('I3')).toTerminateWithin({ turns: 9 });
  });

  test('counts what was sent: no copies, nothing that its sender refused, and no depth of what was refused', () => {
    const run = ended({
      messages: [
        message(),
        message({ fate: { kind: 'duplicate' } }),
        message({ depth: 4, fate: { kind: 'refused', reason: 'max_hops', by: 'sender' } }),
      ],
    });
    expect(run).toTerminateWithin({ turns: 1, depth: 1, messages: 1 });
  });

  test('shows the run when it fails', () => {
    expect(() => expect(ended()).toTerminateWithin({ turns: 0 })).toThrow(/├─+▶│.*“hello”/);
  });

  test('also looks at what a promise brings', async () => {
    await expect(Promise.resolve(ended())).resolves.toTerminateWithin({ turns: 1 });
    await expect(expect(Promise.resolve(ended())).resolves.toTerminateWithin({ turns: 0 })).rejects.toThrow(
      'turns: 1, and at most 0',
    );
  });

  test('is not silent about what is no run or no limit, not even with .not', () => {
    expect(() => expect(Promise.resolve(ended())).not.toTerminateWithin({ turns: 1 })).toThrow('await it');
    expect(() => expect('run').not.toTerminateWithin({ turns: 1 })).toThrow('not a run');
    expect(() => expect(ended()).not.toTerminateWithin({ turns: Number.NaN })).toThrow('turns must be a number');
    expect(() => expect(ended()).toTerminateWithin({} as never)).toThrow('needs a limit of turns');
    expect(() => expect(ended()).toTerminateWithin({ turns: 1, hops: 2 } as never)).toThrow('no limit "hops"');
  });
});

describe('toHoldInvariants', () => {
  test('passes when nothing broke, and otherwise says what did', () => {
    expect(ended()).toHoldInvariants();
    expect(eventful()).not.toHoldInvariants();
    expect(() => expect(eventful()).toHoldInvariants()).toThrow('I6: hub and worker wait for each other');
  });
});

describe('toStopFor', () => {
  test('passes for a job that stopped for the reason, along the path', () => {
    expect(eventful()).toStopFor('cannot: cycle');
    expect(eventful()).toStopFor('cannot: cycle', { path: ['hub', 'worker', 'hub'] });
  });

  test('fails for another reason, another path, or a job that is done', () => {
    expect(() => expect(eventful()).toStopFor('max_hops')).toThrow("hub's job ended stopped: cannot: cycle");
    expect(eventful()).not.toStopFor('cannot: cycle', { path: ['hub', 'worker'] });
    expect(ended({ jobs: [job({ state: 'done', reason: 'max_hops' })] })).not.toStopFor('max_hops');
    expect(() => expect(ended({ jobs: [] })).toStopFor('max_hops')).toThrow('no job was begun');
  });

  test('a word that is no reason is a mistake of the test', () => {
    expect(() => expect(eventful()).not.toStopFor('cycle' as never)).toThrow('is no stop reason');
  });
});
