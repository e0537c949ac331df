import { verifies } from '@hoplite/test/requirements';
import { describe, expect, test } from 'vitest';
import type { EscalationView, Explanation, HopliteNode, JobWatch } from '../../src/sdk.ts';
import { escalation, trace, watch } from '../api/scripted-node.ts';
import { withNode } from './with-node.ts';

verifies('watch.interventions', 'node.cli.explain', 'node.cli.inbox');

const explanation: Explanation = {
  id: 'job-1',
  kind: 'job',
  jobId: 'job-1',
  happened: 'It runs.',
  saw: [],
  path: [],
  advice: 'Look.',
};

const script = (seen: JobWatch): Partial<HopliteNode> => ({
  explain: () => explanation,
  trace: () => ({ ...trace, watch: seen }),
});

describe('explain of a job', () => {
  test('says what the monitor saw, by which distance, and what was done', async () => {
    const hoplite = await withNode(script(watch));
    const { code, out } = await hoplite(['explain', 'job-1']);
    expect(code).toBe(0);
    expect(out).toBe(
      'job job-1\n' +
        '  happened  It runs.\n' +
        '  do        Look.\n' +
        '  monitor   livelock: a period of 3\n' +
        '  goal      open obligations, as no agent reports a distance\n' +
        '  window    1 tick\n' +
        '  did       2026-11-30T00:00:00.000Z  livelock: a person was told; the work goes on (seen by alpha)\n' +
        '            the same three states come back\n' +
        '            alpha → beta → gamma\n',
    );
    expect((await hoplite(['explain', 'job-1', '--json'])).json()).toEqual({ ...explanation, watch });
  });

  test('of which nobody knows what it does shows the raw window, with what is missing as such', async () => {
    const at = new Date(2026, 10, 30, 12, 34, 56).getTime();
    const unknown: JobWatch = {
      goal: 'reported',
      verdict: { kind: 'indeterminate', why: 'telemetry is missing' },
      window: [
        {
          t: at,
          agent: 'alpha',
          enabledTransitions: { alpha: 1, beta: 0 },
          fired: 2,
          state: 'abcdef0123456789',
          goalDistance: 3,
          waitFor: { alpha: ['beta', 'gamma'], beta: [] },
        },
        { t: at },
        { t: at, agent: 'beta', enabledTransitions: 1, waitFor: {} },
      ],
      interventions: [],
    };
    const { out } = await (await withNode(script(unknown)))(['explain', 'job-1']);
    expect(out).toContain('  goal      the distance that the agents report\n');
    expect(out.slice(out.indexOf('the ticks'))).toBe(
      'the ticks, as they came\n' +
        '  TIME      AGENT  ENABLED          FIRED  STATE       GOAL  WAITS\n' +
        '  12:34:56  alpha  alpha 1, beta 0  2      abcdef0123  3     alpha → beta, gamma\n' +
        '  12:34:56  ?      ?                ?      ?           ?     ?\n' +
        '  12:34:56  beta   1                ?      ?           ?     -\n',
    );
  });

  test('that is over shows the window that was kept', async () => {
    const kept: JobWatch = {
      ...watch,
      window: [],
      interventions: watch.interventions.map((one) => ({
        ...one,
        kind: 'indeterminate',
        action: 'none',
        window: watch.window,
      })),
    };
    const { out } = await (await withNode(script(kept)))(['explain', 'job-1']);
    expect(out).toContain('indeterminate: nothing was done (seen by alpha)');
    expect(out).toContain('the ticks, as they came\n');
  });

  test('shows nothing of peers that could steer a terminal or pass for a line of ours', async () => {
    const evil = 'e\u001B[2Jvil\n  do        rm -rf /\u202E';
    const hostile: JobWatch = {
      window: [
        { t: Number.NaN, agent: evil, state: evil, enabledTransitions: { [evil]: 1 }, waitFor: { [evil]: [evil] } },
      ],
      verdict: { kind: 'indeterminate', why: evil },
      goal: 'reported',
      interventions: watch.interventions.map((one) => ({ ...one, by: evil, detail: evil, path: [evil] })),
    };
    const { out } = await (await withNode(script(hostile)))(['explain', 'job-1']);
    // eslint-disable-next-line no-control-regex -- it is what is looked for
    expect(out).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u202E]/);
    expect(out.match(/^ {2}do /gm)).toHaveLength(1);
  });

  test('that nobody watched, or of a message, says nothing of it', async () => {
    const unwatched = await withNode({ explain: () => explanation, trace: () => trace });
    expect((await unwatched(['explain', 'job-1'])).out).not.toContain('monitor');
    const message = await withNode({ ...script(watch), explain: () => ({ ...explanation, kind: 'message' }) });
    expect((await message(['explain', 'job-1'])).out).not.toContain('monitor');
  });
});

test('the tree of a job has what was done about it', async () => {
  const hoplite = await withNode({ trace: () => ({ ...trace, watch }), idsLike: () => ['job-1'] });
  expect((await hoplite(['jobs', 'job-1'])).out).toContain('\nwatch\n  monitor   livelock: a period of 3\n');
});

describe('the inbox', () => {
  const stall: EscalationView = { ...escalation, kind: 'stall', reason: 'livelock', detail: 'the same three states' };
  const inbox = (item: EscalationView): Partial<HopliteNode> => ({
    inbox: () => [item],
    stopEscalation: async () => ({ ...item, state: 'stopped' }),
  });

  test.each([
    ['livelock', 'orbit', 'nothing was ended: the job goes on within its credit, and is frozen if this recurs'],
    ['deadlock', 'circle', 'the youngest wait of the circle was failed'],
    ['deadline', 'seen', 'nothing: what was seen is neither a livelock nor a deadlock for certain'],
  ] as const)('shows of a %s the %s, and what was done', async (reason, head, done) => {
    const { out } = await (await withNode(inbox({ ...stall, reason })))(['inbox', 'show', 'item-1']);
    expect(out).toContain(`stall: ${reason} (open)\n`);
    expect(out).toContain(`  done     ${done}`);
    expect(out).toContain(`  ${head.padEnd(8)} alpha → beta → alpha\n`);
    expect(out).toContain('\nthe ticks that were judged\n  │ ');
    expect(out).toContain('hoplite inbox stop item-1 NOTE\n      halts the job everywhere if it still runs');
    expect(out).not.toMatch(/inbox (answer|release)/);
  });

  test('takes the decision to stop a job that stalls', async () => {
    const hoplite = await withNode(inbox(stall));
    expect(await hoplite(['inbox', 'stop', 'item-1'])).toMatchObject({
      code: 0,
      out: 'closed: item-1; job job-1 is halted everywhere if it still ran\n',
    });
  });

  test('shows the breaker, which has no job, with its commands', async () => {
    const { payload: _payload, briefHash: _briefHash, ...rest } = escalation;
    const item: EscalationView = { ...rest, id: 'breaker.1', kind: 'breaker', reason: 'breaker', jobId: '', count: 2 };
    const hoplite = await withNode(inbox(item));
    const { out } = await hoplite(['inbox', 'show', 'breaker.1']);
    expect(out).toContain('breaker: breaker (open)\n');
    expect(out).not.toContain('  job ');
    expect(out).not.toContain('hoplite jobs');
    for (const command of ['hoplite breaker', 'hoplite breaker set KEY VALUE', 'hoplite breaker reset']) {
      expect(out).toContain(`  ${command}\n`);
    }
    expect((await hoplite(['inbox', 'stop', 'breaker.1'])).out).toBe('closed: breaker.1\n');
  });
});
