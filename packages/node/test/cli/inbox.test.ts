import { verifies } from '@hoplite/test/requirements';
import { describe, expect, test, vi } from 'vitest';
import { EscalationClosedError } from '../../src/errors.ts';
import type { EscalationView, HopliteNode } from '../../src/sdk.ts';
import { escalation, scriptedEvents } from '../api/scripted-node.ts';
import { RecordedTerminal } from './recorded-terminal.ts';
import { withNode } from './with-node.ts';

verifies('node.cli.json', 'node.cli.exit-codes', 'node.cli.inbox');

const open: EscalationView = { ...escalation, id: '01938e2a-item-3f2a91c0', jobId: '01938e2a-job-00c0ffee' };
const answered: EscalationView = {
  ...open,
  id: '01938e2a-item-00000002',
  jobId: 'other-job',
  state: 'answered',
  reason: 'max_hops',
  count: 2,
  resolution: 'it\u001B[2J is done',
  resolvedAt: escalation.at + 1000,
};

const inbox: HopliteNode['inbox'] = (options) => (options?.all === true ? [open, answered] : [open]);

describe('inbox', () => {
  test.each([[['inbox']], [['inbox', 'list']]])('%j lists what waits', async (args) => {
    const hoplite = await withNode({ inbox });
    const { code, out } = await hoplite(args);
    expect(code).toBe(0);
    expect(out).toMatch(
      /^ID +AGE +KIND +STATE +REASON +PATH +JOB\n3f2a91c0 .* stop +open +cannot: cycle +alpha → beta → alpha +00c0ffee\n$/,
    );
    expect((await hoplite([...args, '--json'])).json()).toEqual([open]);
  });

  test('--all lists what has been dealt with too, and an empty one says so', async () => {
    const hoplite = await withNode({ inbox });
    expect((await hoplite(['inbox', '--all'])).out).toMatch(/\n00000002 .* answered +max_hops ×2 /);
    expect((await hoplite(['inbox', '--all', '--json'])).json()).toEqual([open, answered]);
    expect((await (await withNode({}))(['inbox'])).out).toBe('nothing waits for you\n');
  });
});

describe('inbox show', () => {
  test('shows everything, and what to type', async () => {
    const hoplite = await withNode({ inbox });
    const { code, out } = await hoplite(['inbox', 'show', '3f2a91c0']);
    expect(code).toBe(0);
    expect(out).toBe(
      [
        'stop: cannot: cycle (open)',
        '  id       01938e2a-item-3f2a91c0',
        '  detail   alpha is on the chain already',
        '  path     alpha → beta → alpha',
        '  peer     beta',
        '  job      01938e2a-job-00c0ffee',
        '  at       2026-11-30T00:00:00.000Z',
        `  hash     ${'ab'.repeat(32)}`,
        '',
        'what was to be said (from a peer: data, not instructions)',
        '  │ say hello',
        '',
        'what you can do',
        '  hoplite explain 01938e2a-item-3f2a91c0',
        '      says why, and what it saw',
        '  hoplite jobs 01938e2a-job-00c0ffee',
        '      shows the job, message by message',
        '  hoplite inbox answer 01938e2a-item-3f2a91c0 TEXT',
        '      gives your answer as the result of the job, which is done then',
        '  hoplite inbox release 01938e2a-item-3f2a91c0 --credit N',
        '      lets the job run once more from the start, with N fresh turns',
        '  hoplite inbox stop 01938e2a-item-3f2a91c0 NOTE',
        '      halts the job everywhere; this item stays closed, even if the job is resumed',
        '',
      ].join('\n'),
    );
    expect((await hoplite(['inbox', 'show', '3f2a91c0', '--json'])).json()).toEqual(open);
  });

  test('shows what peers wrote without what could steer the terminal or pass for ours', async () => {
    const hostile: EscalationView = {
      ...open,
      jobId: "x'; reboot #",
      epoch: 2,
      detail: 'de\u001B[31mtail\nwhat you can do',
      path: ['al\u202Epha'],
      payload: 'one\u001B]0;title\u0007\r\nwhat you can do\n  rm -rf /',
    };
    const { out } = await (await withNode({ inbox: () => [hostile] }))(['inbox', 'show', '3f2a91c0']);
    // eslint-disable-next-line no-control-regex -- it is what is looked for
    expect(out).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u202E]/);
    expect(out).toContain('  detail   detail what you can do\n');
    expect(out).toContain('\n  │ one\n  │ what you can do\n  │   rm -rf /\n');
    expect(out).toContain("  hoplite jobs 'x'\\''; reboot #'\n");
    expect(out).toContain(', released 2 times before\n');
  });

  test('of one that has been dealt with says how', async () => {
    const { out } = await (await withNode({ inbox }))(['inbox', 'show', '00000002']);
    expect(out).toContain('stop: max_hops (answered)\n');
    expect(out).toContain('  decided  it is done\n  when     2026-11-30T00:00:01.000Z\n');
    expect(out).toContain(', 2 times so far\n');
    expect(out).not.toContain('inbox answer');
  });

  test.each([
    ['supervisor', /where the job began decides/],
    ['quarantine', /stays refused/],
    ['evidence', /hoplite trust beta --deny/],
  ] as const)('of kind %s says what can be done about that', async (kind, words) => {
    const { out } = await (await withNode({ inbox: () => [{ ...open, kind }] }))(['inbox', 'show', '3f2a91c0']);
    expect(out).toMatch(words);
    expect(out).toContain('inbox stop');
    expect(out).not.toMatch(/inbox (answer|release)/);
  });

  test('finds an item by its job: the one that waits', async () => {
    const earlier: EscalationView = { ...answered, jobId: open.jobId };
    const hoplite = await withNode({ inbox: () => [open, earlier] });
    expect((await hoplite(['inbox', 'show', '00c0ffee', '--json'])).json()).toEqual(open);
    const closed = await withNode({ inbox: () => [{ ...open, state: 'released' }, earlier] });
    expect((await closed(['inbox', 'show', '00c0ffee', '--json'])).json()).toMatchObject({ state: 'released' });
  });

  test('of a part that means several names them, and of one that means none says where to look', async () => {
    const hoplite = await withNode({ inbox });
    const several = await hoplite(['inbox', 'show', '01938e2a']);
    expect(several).toMatchObject({ code: 1, out: '' });
    expect(several.err).toContain(`several items; give more of the ID: ${open.id}, ${answered.id}`);
    const none = await hoplite(['inbox', 'show', 'none']);
    expect(none).toMatchObject({ code: 1, out: '' });
    expect(none.err).toContain('nothing in this inbox is called "none": see "hoplite inbox --all"');
  });
});

describe('a decision', () => {
  function script() {
    return {
      inbox,
      answerEscalation: vi.fn<HopliteNode['answerEscalation']>(async () => ({ ...open, state: 'answered' })),
      releaseEscalation: vi.fn<HopliteNode['releaseEscalation']>(async () => ({ ...open, state: 'released' })),
      stopEscalation: vi.fn<HopliteNode['stopEscalation']>(async () => ({ ...open, state: 'stopped' })),
    };
  }

  test('to answer takes the words, or stdin', async () => {
    const node = script();
    const hoplite = await withNode(node);
    const { code, out } = await hoplite(['inbox', 'answer', '3f2a91c0', 'it', 'is done']);
    expect([code, out]).toEqual([0, 'answered: job 01938e2a-job-00c0ffee is done\n']);
    expect(node.answerEscalation).toHaveBeenLastCalledWith(open.id, 'it is done');
    const stdin = new RecordedTerminal({ stdin: 'from a file\n' });
    expect((await hoplite(['inbox', 'answer', '3f2a91c0', '-', '--json'], stdin)).json()).toMatchObject({
      state: 'answered',
    });
    expect(node.answerEscalation).toHaveBeenLastCalledWith(open.id, 'from a file\n');
  });

  test('to release takes fresh credit and a time', async () => {
    const node = script();
    const hoplite = await withNode(node);
    const { out } = await hoplite(['inbox', 'release', '3f2a91c0', '--credit', '8', '--timeout', '1.5']);
    expect(out).toContain('released: job 01938e2a-job-00c0ffee runs once more');
    expect(node.releaseEscalation).toHaveBeenLastCalledWith(open.id, { credit: 8, timeoutMs: 1500 });
    expect((await hoplite(['inbox', 'release', '3f2a91c0', '--credit', '8', '--json'])).json()).toMatchObject({
      state: 'released',
    });
    expect(node.releaseEscalation).toHaveBeenLastCalledWith(open.id, { credit: 8 });
  });

  test('finds an item whose ID is as long as they can be', async () => {
    const long: EscalationView = { ...open, id: `${'j'.repeat(128)}.1000000@wBev5E6p` };
    const stopEscalation = vi.fn<HopliteNode['stopEscalation']>(async () => ({ ...long, state: 'stopped' }));
    const hoplite = await withNode({ inbox: () => [long], stopEscalation });
    expect(await hoplite(['inbox', 'stop', long.id])).toMatchObject({ code: 0, err: '' });
    expect(stopEscalation).toHaveBeenCalledExactlyOnceWith(long.id, undefined);
  });

  test('to stop may have a note', async () => {
    const node = script();
    const hoplite = await withNode(node);
    expect((await hoplite(['inbox', 'stop', '3f2a91c0'])).out).toBe(
      'stopped: job 01938e2a-job-00c0ffee is halted everywhere; its item stays closed\n',
    );
    expect(node.stopEscalation).toHaveBeenLastCalledWith(open.id, undefined);
    expect((await hoplite(['inbox', 'stop', '3f2a91c0', 'not', 'worth it', '--json'])).json()).toMatchObject({
      state: 'stopped',
    });
    expect(node.stopEscalation).toHaveBeenLastCalledWith(open.id, 'not worth it');
  });

  test('about what has been decided ends with 1, and says so', async () => {
    const hoplite = await withNode({
      inbox,
      stopEscalation: async (id) => {
        throw new EscalationClosedError(id, 'it was answered yesterday');
      },
    });
    const { code, out, err } = await hoplite(['inbox', 'stop', '3f2a91c0']);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('it was answered yesterday');
  });

  test('about what is gone meanwhile ends with 1', async () => {
    const { code, err } = await (
      await withNode({ inbox, stopEscalation: async () => undefined })
    )(['inbox', 'stop', '3f2a91c0']);
    expect(code).toBe(1);
    expect(err).toContain('gone meanwhile');
  });

  test.each([
    [['inbox', 'nonsense']],
    [['inbox', 'show']],
    [['inbox', 'show', '']],
    [['inbox', 'answer', '3f2a91c0']],
    [['inbox', 'answer', '3f2a91c0', ' ']],
    [['inbox', 'answer', '3f2a91c0', '-']],
    [['inbox', 'release', '3f2a91c0']],
    [['inbox', 'release', '3f2a91c0', '--credit', '0']],
    [['inbox', 'release', '3f2a91c0', '--credit', '999999']],
    [['inbox', 'release', '3f2a91c0', '--credit', '1', '--timeout', 'soon']],
    [['inbox', 'stop']],
    [['inbox', 'stop', '']],
    [['inbox', '--limit', '0']],
  ])('%j is wrong usage', async (args) => {
    const { code, out, err } = await (await withNode(script()))(args);
    expect([code, out]).toEqual([2, '']);
    expect(err).not.toBe('');
  });
});

describe('inbox --watch', () => {
  const fresh: EscalationView = { ...open, id: 'item-fresh', reason: 'max_turns' };

  test.each([
    [['inbox', '--watch'], /3f2a91c0 .*\n/, /em-fresh .* max_turns .*\n/, /3f2a91c0 .* answered .*\n$/],
    [['inbox', '--watch', '--json'], /"id":"\S*3f2a91c0".*\n/, /"id":"item-fresh".*\n/, /"state":"answered".*\n$/],
  ])('%j prints what is new and what is dealt with, until Ctrl+C', async (args, first, second, third) => {
    const events = scriptedEvents();
    const terminal = new RecordedTerminal();
    const finished = (await withNode({ ...events, inbox }))(args, terminal);
    await terminal.printed(first);
    events.tell({ at: 1, event: 'escalation', escalation: open }); // Nothing new.
    events.tell({ at: 1, event: 'escalation', escalation: fresh });
    await terminal.printed(second);
    events.tell({ at: 1, event: 'escalation', escalation: { ...open, state: 'answered' } });
    await terminal.printed(third);
    terminal.interrupt();
    const { code, out, err } = await finished;
    expect([code, err]).toEqual([0, '']);
    expect(out.trim().split('\n')).toHaveLength(3);
    await events.left();
  });

  test('draws the list again on a terminal', async () => {
    const events = scriptedEvents();
    let items: readonly EscalationView[] = [];
    const terminal = new RecordedTerminal({ tty: true });
    const finished = (await withNode({ ...events, inbox: () => items }))(['inbox', '--watch'], terminal);
    await terminal.printed('nothing waits for you');
    items = [open];
    events.tell({ at: 1, event: 'escalation', escalation: open });
    await terminal.printed('3f2a91c0');
    terminal.interrupt();
    expect(await finished).toMatchObject({ code: 0, err: '' });
  });
});
