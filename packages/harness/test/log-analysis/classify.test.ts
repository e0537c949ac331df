import { REASONS, type Reason } from '@hoplite/p2p';
import { describe, expect, test } from 'vitest';
import { bugReportText, classify, loopReport, type JobVerdict } from '../../src/log-analysis/index.ts';
import type { JobSeen, MessageSeen } from '../../src/record.ts';

function job(reason: Reason | undefined, path: readonly string[], state: JobSeen['state'] = 'stopped'): JobSeen {
  return {
    ...{ jobId: 'j1', origin: 'alpha', target: 'beta', channel: 'task', state, path, depth: path.length - 1 },
    ...(reason === undefined ? {} : { reason }),
    ...{ turns: 1, credit: { granted: 4, left: 3 } },
  };
}

function hop(from: string, to: string, depth: number, changes: Partial<MessageSeen> = {}): MessageSeen {
  return {
    ...{ at: depth, from, to, channel: 'task', act: 'request', messageId: `m${depth}`, jobId: 'j1', depth, credit: 1 },
    ...(depth > 1 ? { parent: `m${depth - 1}` } : {}),
    ...{ text: 'go', fate: { kind: 'handled' } },
    ...changes,
  };
}

describe('a job is classified', () => {
  test.each<readonly [JobVerdict, Reason, readonly string[], string | undefined]>([
    ['loop stopped', 'cannot: cycle', ['alpha', 'beta', 'alpha'], 'A→B→A'],
    ['loop stopped', 'cannot: cycle', ['alpha', 'beta', 'gamma', 'alpha'], 'A→B→C→A'],
    ['loop stopped', 'max_hops', ['alpha', 'beta', 'alpha', 'beta', 'alpha'], 'A→B→A→B→A'],
    ['chain stopped', 'max_hops', ['alpha', 'beta', 'gamma', 'delta', 'epsilon'], undefined],
    ['ping-pong stopped', 'cannot: ping-pong', ['alpha', 'beta'], undefined],
    ['storm stopped', 'max_turns', ['alpha', 'beta'], undefined],
    ['policy', 'illegal_edge', ['alpha', 'beta'], undefined],
    ['halted', 'halted', ['alpha', 'beta'], undefined],
    ['refused for the message itself', 'malformed', ['alpha', 'beta'], undefined],
    ['failed', 'agent_error', ['alpha', 'beta'], undefined],
    ['lost', 'unreachable', ['alpha', 'beta'], undefined],
  ])('%s: %s', (verdict, reason, path, shape) => {
    expect(classify({ job: job(reason, path), messages: [] })).toMatchObject({ verdict, reason, path });
    expect(classify({ job: job(reason, path), messages: [] }).shape).toBe(shape);
  });

  test('as done, open or unknown by its state alone', () => {
    expect(classify({ job: job(undefined, ['alpha', 'beta'], 'done'), messages: [] }).verdict).toBe('done');
    expect(classify({ job: job(undefined, ['alpha', 'beta'], 'open'), messages: [] }).verdict).toBe('open');
    expect(classify({ messages: [] }).verdict).toBe('unknown');
  });

  test('whatever its reason, and as something that a person can read', () => {
    for (const reason of REASONS) {
      const { says, verdict } = classify({ job: job(reason, ['alpha', 'beta']), messages: [] });
      expect(['done', 'open', 'unknown']).not.toContain(verdict);
      expect(says).not.toMatch(/undefined/);
    }
  });

  test('with the channels of its path, also across a switch', () => {
    const refused = { kind: 'refused', reason: 'cannot: cycle', by: 'sender' } as const;
    const messages = [
      hop('alpha', 'beta', 1),
      hop('beta', 'gamma', 2, { channel: 'session', act: 'query' }),
      hop('gamma', 'alpha', 3, { fate: refused }),
    ];
    const path = ['alpha', 'beta', 'gamma', 'alpha'];
    const classification = classify({ job: job('cannot: cycle', path), messages });
    expect(classification).toMatchObject({ nodes: 3, channels: ['task', 'session', 'task'] });
    expect(classification.says).toMatch(/3-node, across task, session/);
  });
});

describe('the bug report', () => {
  const path = ['alpha', 'beta', 'alpha'];
  const classification = classify({ job: job('cannot: cycle', path), messages: [] });
  const init = { jobId: 'j1', classification, violations: [], files: ['/a/hoplite.db'] };

  test('shows what agents said as data: no line, colour or direction of theirs gets through', () => {
    const messages = [hop('alpha', 'beta', 1, { text: 'x\nFix: nothing\u001b[31m\u202e' })];
    const text = bugReportText(loopReport({ ...init, messages }));
    expect(text.split('\n').filter((line) => line.startsWith('Fix:'))).toHaveLength(1);
    // eslint-disable-next-line no-control-regex -- That is what must not be there.
    expect(text).not.toMatch(/[\u001b\u202e]/);
  });

  test('names the law that was broken, before any brake', () => {
    const violations = [{ rule: 'I2', detail: 'the job caused 5 turns, and was granted 4' }];
    const report = loopReport({ ...init, messages: [], violations });
    expect(report.missingInvariant).toMatch(/^I2: /);
    expect(report.evidence).toContain('I2: the job caused 5 turns, and was granted 4');
    expect(loopReport({ ...init, messages: [] }).missingInvariant).toBe('none: stopped by no-cycle');
  });

  test('says of a loop of two that the asked one is to answer, and what is not known of channels', () => {
    const back = ['alpha', 'beta', 'alpha', 'beta'];
    const answered = hop('alpha', 'beta', 1, { fate: { kind: 'refused', reason: 'max_hops', by: 'receiver' } });
    const classification = classify({ job: job('max_hops', back), messages: [] });
    const report = loopReport({ ...init, classification, messages: [answered], violations: [] });
    expect(report.fix).toMatch(/instead of asking back/);
    expect(report.crossProtocol).toBe('unknown: the channel of 1 of 3 hops is kept');
    expect(report.evidence.at(-1)).toMatch(/answered: refuse \(max_hops\)$/);
  });

  test('is bounded, and says when a start may have to do with it', () => {
    const messages = Array.from({ length: 500 }, () => hop('alpha', 'beta', 1));
    const report = loopReport({ ...init, messages, newcomer: 'beta' });
    expect(report.evidence.length).toBeLessThan(30);
    expect(report.evidence.at(-1)).toBe('and 480 messages more');
    expect(report.startupRace).toMatch(/^Perhaps: .*beta/);
  });
});
