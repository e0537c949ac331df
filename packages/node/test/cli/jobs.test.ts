import { verifies } from '@hoplite/test/requirements';
import { describe, expect, test } from 'vitest';
import type { NodeEvent } from '../../src/node-events.ts';
import type { HopliteNode, JobSummary, JobTrace, TraceHop } from '../../src/sdk.ts';
import { scriptedEvents, stopped, summary, trace } from '../api/scripted-node.ts';
import { RecordedTerminal } from './recorded-terminal.ts';
import { withNode } from './with-node.ts';

verifies('node.cli.peers-jobs', 'node.cli.jobs-tree');

const other: JobSummary = { ...summary, ...stopped, jobId: 'other-job', brief: 'loop\n\u001B[2J' };
const at = Date.UTC(2026, 10, 30);

const hop: TraceHop = {
  messageId: 'message-0000aaaa',
  depth: 1,
  epoch: 0,
  from: 'alpha',
  to: 'beta',
  channel: 'task',
  act: 'request',
  credit: 16,
  at,
  briefHash: '0123456789',
  outcomes: [{ peer: 'beta', state: 'answered', credit: { returned: 14, burnt: 2, open: 0 } }],
};

const looped: JobTrace = {
  ...trace,
  jobId: 'other-job',
  summary: other,
  thread: { state: 'frozen', reason: 'cannot: cycle', path: ['alpha', 'beta', 'alpha'], by: 'beta' },
  hops: [
    hop,
    {
      ...hop,
      messageId: 'message-0000bbbb',
      parent: 'message-0000aaaa',
      depth: 2,
      from: 'beta',
      to: 'alpha\u001B[2J',
      outcomes: [{ peer: 'alpha', state: 'refused', reason: 'cannot: cycle', detail: 'been\nthere' }],
    },
    {
      ...hop,
      messageId: 'message-0000cccc',
      to: '#lobby',
      channel: 'room',
      outcomes: [
        { peer: 'beta', state: 'answered', credit: { returned: 0, burnt: 1, open: 3 } },
        { peer: 'gamma', state: 'waiting' },
      ],
    },
  ],
  refusals: [
    {
      at,
      direction: 'out',
      channel: 'task',
      peer: 'alpha',
      brake: 'cycle',
      reason: 'cannot: cycle',
      detail: 'been\u001B[31m there',
      path: ['alpha', 'beta', 'alpha'],
      briefHash: '0123456789',
      messageId: 'message-0000bbbb',
    },
  ],
};

/** Finds by whole ID and by part, as a node does. */
function known(...traces: readonly JobTrace[]): Pick<HopliteNode, 'trace' | 'idsLike'> {
  const ids = [...traces.map(({ jobId }) => jobId), 'message-job'];
  return {
    trace: (id) => traces.find(({ jobId }) => jobId === id),
    idsLike: (part) => ids.filter((id) => id.startsWith(part) || id.endsWith(part)),
  };
}

describe('jobs', () => {
  test('are a table for people and an array for programs', async () => {
    const hoplite = await withNode({ jobs: () => [other, summary, { ...summary, jobId: 'job-2' }] });
    const { out } = await hoplite(['jobs']);
    expect(out).toMatch(/^JOB +BEGAN +STATE +CHANNEL +PATH +TURNS +CREDIT +BRIEF\n/);
    expect(out).toMatch(/ther-job +\d+ \w+ ago +stopped: cannot: cycle +task +alpha → beta → alpha +1 +31\/32 +loop\n/);
    expect((await hoplite(['jobs', '--json'])).json()).toHaveLength(3);
    expect((await (await withNode({}))(['jobs'])).out).toBe('no job began at this node yet\n');
  });
});

describe('one job', () => {
  test('is shown with how it stands, the tree of its messages, its refusals and its result', async () => {
    const hoplite = await withNode(known(looped));
    const { code, out } = await hoplite(['jobs', 'other-job']);
    expect(code).toBe(0);
    expect(out.replaceAll(/\d\d:\d\d:\d\d(?= )/g, 'HH:MM:SS')).toBe(
      [
        'stopped: cannot: cycle',
        '  detail  alpha is on the chain already',
        '  path    alpha → beta → alpha',
        '  job     depth 1 · 1 turn · credit 31 of 32 left · job ther-job',
        '  decide  hoplite inbox show ther-job',
        '  id      other-job, began at alpha',
        '  began   2026-11-30T00:00:00.000Z',
        '  to      beta (task)',
        '  brief   loop ',
        '  thread  frozen by beta: cannot: cycle, alpha → beta → alpha',
        '  see     hoplite explain other-job',
        '',
        'alpha',
        '├─ alpha → beta  task request  credit 16  answered (14 back, 2 spent)  hash 0123456789  message 0000aaaa',
        '│  └─ beta → alpha  task request  credit 16  refused: cannot: cycle  hash 0123456789  message 0000bbbb',
        '│       alpha: been there',
        '└─ alpha → #lobby  room request  credit 16  beta answered (0 back, 1 spent, 3 open), gamma waiting  ' +
          'hash 0123456789  message 0000cccc',
        '',
        'refusals',
        '  HH:MM:SS  to alpha  task  cannot: cycle (brake cycle)  alpha → beta → alpha  hash 0123456789  message 0000bbbb',
        '      been there',
        '',
        'result',
        '  hello',
        '',
      ].join('\n'),
    );
    expect((await hoplite(['jobs', 'other-job', '--json'])).json()).toEqual(looped);
  });

  test('that began elsewhere is shown as far as it is known here', async () => {
    const { summary: _summary, ...elsewhere } = { ...trace, origin: 'gamma' };
    const halted = { ...elsewhere, thread: { state: 'halted', note: 'no\u0007 more', by: 'gamma' } } as const;
    const { briefHash: _hash, channel: _channel, ...link } = { ...hop, depth: 2, from: 'gamma', outcomes: [] };
    const hoplite = await withNode(known({ ...halted, hops: [{ ...link, parent: 'unseen' }] }));
    expect((await hoplite(['jobs', 'job-1'])).out).toBe(
      'halted\n  id      job-1, began at gamma\n  thread  halted by gamma: no more\n  see     hoplite halt --list\n\n' +
        'gamma\n└─ gamma → beta  request  depth 2  credit 16  outcome not known here  message 0000aaaa\n',
    );
    expect((await (await withNode(known(elsewhere)))(['jobs', 'job-1'])).out).toBe(
      'open\n  id      job-1, began at gamma\n\ngamma  (no message is known here)\n',
    );
  });

  test('that a person released has a tree for each epoch', async () => {
    const again = { ...hop, messageId: 'message-0000dddd', epoch: 1 };
    const hoplite = await withNode(known({ ...trace, hops: [hop, again] }));
    const { out } = await hoplite(['jobs', 'job-1']);
    expect(out).toMatch(/alpha {2}\(epoch 0\)\n└─ .*0000aaaa\nalpha {2}\(epoch 1\)\n└─ .*0000dddd\n/);
  });

  test('whose messages claim each other as parents is drawn all the same', async () => {
    const circle = [
      { ...hop, messageId: 'a', parent: 'b' },
      { ...hop, messageId: 'b', parent: 'a' },
      { ...hop, messageId: 'a', parent: 'a' },
    ];
    const { out } = await (await withNode(known({ ...trace, hops: circle })))(['jobs', 'job-1']);
    expect(out).toMatch(/└─ .*message a\n {3}├─ .*message b\n {3}└─ .*message a\n/);
  });

  test('is found by the beginning or the end of its ID', async () => {
    const hoplite = await withNode(known(looped, trace, { ...trace, jobId: 'job-2' }));
    expect((await hoplite(['jobs', 'other', '--json'])).json()).toEqual(looped);
    expect((await hoplite(['jobs', '-1', '--json'].toSpliced(1, 1, 'b-1'))).json()).toEqual(trace);
    const several = await hoplite(['jobs', 'job-']);
    expect(several).toMatchObject({ code: 1, out: '' });
    expect(several.err).toContain('"job-" can mean several jobs; give more of the ID: job-1, job-2');
    const none = await hoplite(['jobs', 'none']);
    expect(none).toMatchObject({ code: 1, out: '' });
    expect(none.err).toContain('no job "none" is known here: see "hoplite jobs"');
  });

  test('of which another took the end of the ID for its own is not mistaken for that', async () => {
    const whole = '01938e2a-0000-7000-8000-00003f2a91c0';
    const hoplite = await withNode(known({ ...trace, jobId: whole }, { ...trace, jobId: '3f2a91c0' }));
    expect((await hoplite(['jobs', '3f2a91c0'])).err).toContain('several jobs');
    expect((await hoplite(['jobs', whole, '--json'])).json()).toMatchObject({ jobId: whole });
  });
});

describe('jobs --watch', () => {
  const done: NodeEvent = { at, event: 'job.done', job: summary };
  const passing: NodeEvent = { at, event: 'peer:left', peerId: '12D3', name: 'beta' };

  /** A node whose one job ends when the test says so. */
  function changing() {
    const events = scriptedEvents();
    const now = { job: { ...summary, state: 'open' } as JobSummary, asked: 0 };
    const askedAgain = Promise.withResolvers<void>();
    const script: Partial<HopliteNode> = {
      ...events,
      jobs: () => {
        now.asked += 1;
        if (now.asked > 1) askedAgain.resolve();
        return [now.job];
      },
      trace: (id) => (id === 'job-1' ? { ...trace, summary: now.job } : undefined),
      idsLike: () => ['job-1'],
    };
    const end = (): void => {
      now.job = summary;
      events.tell(passing);
      events.tell(done);
    };
    return { script, events, now, end, askedAgain: askedAgain.promise };
  }

  test.each([
    [['jobs', '--watch'], / open .*\n/, / done .*\n$/],
    [['jobs', '--watch', '--json'], /"state":"open".*\n/, /"state":"done".*\n$/],
    [['jobs', 'job-1', '--watch'], /^open\n/, /\n\ndone\n/],
    [['jobs', 'job-1', '--watch', '--json'], /"state":"open".*\n/, /"state":"done".*\n$/],
  ])('%j prints what there is and what changes, until Ctrl+C, which ends it with 0', async (args, before, after) => {
    const { script, events, end } = changing();
    const hoplite = await withNode(script);
    const terminal = new RecordedTerminal();
    const finished = hoplite(args, terminal);
    await terminal.printed(before);
    end();
    await terminal.printed(after);
    terminal.interrupt();
    const { code, out, err } = await finished;
    expect([code, err]).toEqual([0, '']);
    expect(out).not.toContain('\u001B');
    if (args.includes('--json'))
      expect(
        out
          .trim()
          .split('\n')
          .map((line) => typeof JSON.parse(line)),
      ).toEqual(['object', 'object']);
    await events.left();
  });

  test('asks for nothing when nothing happened that concerns jobs', async () => {
    const { script, events, now, end } = changing();
    const terminal = new RecordedTerminal();
    const finished = (await withNode(script))(['jobs', '--watch'], terminal);
    await terminal.printed(' open ');
    events.tell(passing);
    events.tell(passing);
    end();
    await terminal.printed(' done ');
    terminal.interrupt();
    await finished;
    expect(now.asked).toBe(2);
  });

  test('prints a job again only when it is other than it was', async () => {
    const { script, events, end, askedAgain } = changing();
    const terminal = new RecordedTerminal();
    const finished = (await withNode(script))(['jobs', '--watch'], terminal);
    await terminal.printed(' open ');
    events.tell({ at, event: 'progress', jobId: 'job-1', from: '12D3', progress: { note: 'reading' } });
    await askedAgain;
    end();
    await terminal.printed(' done ');
    terminal.interrupt();
    expect((await finished).out.split('\n')).toHaveLength(3);
  });

  test('draws in place on a terminal, and leaves the last picture behind', async () => {
    const { script, end } = changing();
    const terminal = new RecordedTerminal({ tty: true, env: { NO_COLOR: '1' } });
    const finished = (await withNode(script))(['jobs', '--watch'], terminal);
    await terminal.printed(' open ');
    end();
    await terminal.printed(' done ');
    terminal.interrupt();
    const { code, out } = await finished;
    expect(code).toBe(0);
    expect(out.startsWith('\u001B[?1049h')).toBe(true);
    const [drawn, behind] = out.split('\u001B[?1049l');
    expect(drawn?.split('\u001B[H\u001B[2J')).toHaveLength(3);
    expect(behind).toMatch(/^JOB .*\n.* done .*\n$/);
  });

  test('ends with 1 when the node stops', async () => {
    const hoplite = await withNode(changing().script);
    const terminal = new RecordedTerminal();
    const finished = hoplite(['jobs', '--watch'], terminal);
    await terminal.printed(' open ');
    await hoplite.stop();
    const { code, err } = await finished;
    expect(code).toBe(1);
    expect(err).toContain('the node has stopped');
  });

  test('of a job that is not known ends with 1, and nobody listens any more', async () => {
    const { script, events } = changing();
    const { code, err } = await (await withNode({ ...script, trace: () => undefined }))(['jobs', 'none', '--watch']);
    expect(code).toBe(1);
    expect(err).toContain('no job "none"');
    await events.left();
  });
});
