import { verifies } from '@hoplite/test/requirements';
import type { Attempt, PeerSummary } from '@hoplite/tools';
import { describe, expect, test, vi } from 'vitest';
import { writeFileSync } from 'node:fs';
import { tokenFile } from '../../src/api/api-token.ts';
import type { HopliteNode, JobReport, PostReport } from '../../src/sdk.ts';
import { runningApi, temporaryDirectory } from '../api/running-api.ts';
import { alpha, done, stopped } from '../api/scripted-node.ts';
import { RecordedTerminal, run } from './recorded-terminal.ts';
import { withNode } from './with-node.ts';

const hostile: PeerSummary = { ...alpha, name: 'be\u001B[2Jta\u202E', self: false, connected: false, skills: [] };

describe('peers', () => {
  verifies('node.cli.peers-jobs');

  test('are a table for people', async () => {
    const hoplite = await withNode({ peers: () => [alpha, hostile] });
    const { code, out } = await hoplite(['peers']);
    expect(code).toBe(0);
    expect(out).toBe(
      'NAME   STATE      PEER ID        SKILLS\n' +
        'alpha  this node  12D3KooWAlpha  echo\n' +
        'beta   away       12D3KooWAlpha\n',
    );
  });

  test('are an array for programs', async () => {
    const hoplite = await withNode({ peers: () => [alpha, hostile] });
    const { code, out, json } = await hoplite(['peers', '--json']);
    expect(code).toBe(0);
    expect(json()).toEqual([alpha, hostile]);
    expect(out).not.toContain('\u001B');
  });

  test('have colours on a terminal, unless NO_COLOR asks for none', async () => {
    const hoplite = await withNode({ peers: () => [alpha] });
    expect((await hoplite(['peers'], new RecordedTerminal({ tty: true }))).out).toContain('\u001B[36mthis node');
    const plain = new RecordedTerminal({ tty: true, env: { NO_COLOR: '1' } });
    expect((await hoplite(['peers'], plain)).out).not.toContain('\u001B');
  });
});

describe('delegate', () => {
  verifies('node.cli.delegate-object', 'node.cli.exit-codes');

  test('prints one object for programs, with exactly the promised keys', async () => {
    const later = { ...done, somethingNew: 1 } as JobReport;
    const hoplite = await withNode({ delegate: async () => later });
    const { code, json, err } = await hoplite(['delegate', 'beta', 'say hello', '--json']);
    expect(code).toBe(0);
    expect(json()).toEqual(done);
    expect(Object.keys(json() as object)).toEqual(['jobId', 'state', 'path', 'depth', 'turns', 'credit', 'result']);
    expect(err).toBe('');
  });

  test('a stopped job ends with 1, and its reason is on stderr', async () => {
    const hoplite = await withNode({ delegate: async () => stopped });
    const { code, json, err } = await hoplite(['delegate', 'beta', 'loop', '--json']);
    expect(code).toBe(1);
    expect(json()).toEqual(stopped);
    expect(err).toContain('stopped: cannot: cycle');
    expect(err).toContain('alpha → beta → alpha');
  });

  test('for people prints the result on stdout and the rest on stderr', async () => {
    const hoplite = await withNode({ delegate: async () => ({ ...done, result: 'one\n\u001B[31mtwo' }) });
    const { code, out, err } = await hoplite(['delegate', 'beta', 'say', 'hello']);
    expect(code).toBe(0);
    expect(out).toBe('one\ntwo\n');
    expect(err).toBe('done\n  path    alpha → beta\n  job     depth 1 · 1 turn · credit 31 of 32 left · job job-1\n');
  });

  test('a result that is no text is shown as JSON that people can read', async () => {
    const hoplite = await withNode({ delegate: async () => ({ ...done, result: { load: [1, 2] } }) });
    expect((await hoplite(['delegate', 'beta', 'x'])).out).toBe('{\n  "load": [\n    1,\n    2\n  ]\n}\n');
  });

  test.each([
    [['say', 'hello'], 'say hello'],
    [['{"skill": "host.report"}'], { skill: 'host.report' }],
    [['[1, 2]'], '[1, 2]'],
    [['"quoted"'], '"quoted"'],
    [['{"skill": '], '{"skill": '],
    [['-'], { skill: 'from.stdin' }],
  ])('takes the brief %j as %j', async (words, brief) => {
    const delegate = vi.fn<HopliteNode['delegate']>().mockResolvedValue(done);
    const hoplite = await withNode({ delegate });
    const stdin = '{"skill": "from.stdin"}';
    await hoplite(
      ['delegate', 'beta', ...words, '--credit', '5', '--max-depth', '3', '--timeout', '1.5'],
      new RecordedTerminal({ stdin }),
    );
    expect(delegate).toHaveBeenCalledWith(
      'beta',
      brief,
      expect.objectContaining({ credit: 5, maxDepth: 3, timeoutMs: 1500 }),
    );
  });

  test.each([
    [['delegate']],
    [['delegate', 'beta']],
    [['delegate', 'beta', '  ']],
    [['delegate', 'beta', '-']],
    [['delegate', 'beta', 'x', '--credit', 'many']],
    [['delegate', 'beta', 'x', '--credit', '0']],
    [['delegate', 'beta', 'x', '--credit', '999999']],
    [['delegate', 'beta', 'x', '--max-depth', '5']],
    [['delegate', 'beta', 'x', '--timeout', '-1']],
    [['delegate', 'beta', 'x', '--no-such-option']],
  ])('%j is wrong usage', async (args) => {
    const hoplite = await withNode({});
    const { code, out, err } = await hoplite(args);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).not.toBe('');
  });

  test('shows progress on a terminal, in one line that goes away', async () => {
    verifies('node.cli.delegate-progress');
    const hoplite = await withNode({
      delegate: async (_to, _brief, options) => {
        options?.onProgress?.({ note: 'relay: by task\nto \u001B[2Jgamma', fraction: 0.5 });
        return done;
      },
    });
    const { out, err } = await hoplite(
      ['delegate', 'beta', 'x'],
      new RecordedTerminal({ tty: true, env: { NO_COLOR: '1' } }),
    );
    expect(out).toBe('hello\n');
    const clear = '\r\u001B[2K';
    expect(err.startsWith(`${clear} 50 % relay: by task to gamma${clear}done\n`)).toBe(true);
    expect((await hoplite(['delegate', 'beta', 'x'])).err).not.toContain('relay');
  });

  test('Ctrl+C cancels the job and ends with 130', async () => {
    const cancelled = Promise.withResolvers<JobReport>();
    const terminal = new RecordedTerminal();
    const hoplite = await withNode({
      delegate: (_to, _brief, options) => {
        options?.signal?.addEventListener('abort', () => cancelled.resolve(stopped));
        terminal.interrupt();
        return cancelled.promise;
      },
    });
    const { code, out, err } = await hoplite(['delegate', 'beta', 'x', '--json'], terminal);
    expect(code).toBe(130);
    expect(out).toBe('');
    expect(err).toContain('interrupted');
    expect(await cancelled.promise).toBe(stopped);
  });
});

describe('send', () => {
  verifies('node.cli.send-room');

  test('prints the same object', async () => {
    const send = vi.fn<HopliteNode['send']>().mockResolvedValue(done);
    const hoplite = await withNode({ send });
    const { code, json } = await hoplite(['send', 'beta', 'how', 'are you?', '--json']);
    expect(code).toBe(0);
    expect(json()).toEqual(done);
    expect(send).toHaveBeenCalledWith('beta', 'how are you?', expect.anything());
  });
});

describe('room', () => {
  verifies('node.cli.send-room');

  const report: PostReport = { jobId: 'j', messageId: 'm', room: 'lobby', recipients: 2, replies: [], notWoken: [] };
  const nobody: Attempt<never> = {
    ok: false,
    refusal: { reason: 'nobody_listening', detail: 'nobody else is in room lobby', path: [] },
  };

  test('join, leave and list', async () => {
    const view = { room: 'lobby', present: ['a'], posts: 3 };
    const hoplite = await withNode({
      joinRoom: () => ({ ok: true, value: view }),
      leaveRoom: () => ({ ok: true, value: { room: 'lobby' } }),
      rooms: () => [view],
    });
    expect((await hoplite(['room', 'join', 'lobby'])).out).toBe('in #lobby, with 1 other\n');
    expect((await hoplite(['room', 'leave', 'lobby', '--json'])).json()).toEqual({ room: 'lobby' });
    expect((await hoplite(['room', 'list'])).out).toBe('ROOM   OTHERS  POSTS\nlobby  1       3\n');
    expect((await hoplite(['room', 'list', '--json'])).json()).toEqual([view]);
  });

  test('read shows posts without what could steer the terminal', async () => {
    const post = {
      messageId: '1',
      author: 'x',
      authorName: 'be\u0007ta',
      text: 'one\n\u001B[2Jtwo',
      at: Date.UTC(2026, 10, 30),
    };
    const readRoom = vi
      .fn<HopliteNode['readRoom']>()
      .mockReturnValue({ ok: true, value: [post, { ...post, at: Number.MAX_VALUE }] });
    const hoplite = await withNode({ readRoom });
    const { code, out } = await hoplite(['room', 'read', 'lobby', '--limit', '5']);
    expect(code).toBe(0);
    expect(out).toBe('2026-11-30 00:00:00  beta: one\n    two\n?  beta: one\n    two\n');
    expect(readRoom).toHaveBeenCalledWith('lobby', { limit: 5 });
    expect((await hoplite(['room', 'read', 'lobby', '--json'])).json()).toMatchObject([post, {}]);
  });

  test('post wakes whom it is told to, and shows their answers', async () => {
    const post = vi.fn<HopliteNode['post']>().mockResolvedValue({
      ok: true,
      value: { ...report, replies: [{ from: 'beta', text: 'fine' }] },
    });
    const hoplite = await withNode({ post });
    const { code, out } = await hoplite(['room', 'post', 'lobby', 'how', 'are you?', '--wake', 'beta', 'gamma']);
    expect(code).toBe(0);
    expect(out).toBe('posted to #lobby, handed to 2 peers\nbeta: fine\n');
    expect(post).toHaveBeenCalledWith('lobby', 'how are you?', expect.objectContaining({ wake: ['beta', 'gamma'] }));
    await hoplite(['room', 'post', 'lobby', 'hi', '--wake-all']);
    expect(post).toHaveBeenLastCalledWith('lobby', 'hi', expect.objectContaining({ wake: 'everyone' }));
    expect((await hoplite(['room', 'post', 'lobby', 'hi', '--wake-all', '--wake', 'x'])).code).toBe(2);
  });

  test('post ends with 1 where nobody listens', async () => {
    const hoplite = await withNode({ post: async () => nobody });
    const { code, out, err } = await hoplite(['room', 'post', 'lobby', 'hi']);
    expect([code, out]).toEqual([1, '']);
    expect(err).toBe('nobody_listening: nobody else is in room lobby\n');
    expect((await hoplite(['room', 'post', 'lobby', 'hi', '--json'])).json()).toEqual({ refusal: nobody.refusal });
  });

  test('post ends with 1 when somebody who was to be woken refused, or was not woken', async () => {
    const { refusal } = nobody;
    const hoplite = await withNode({
      post: async () => ({
        ok: true,
        value: { ...report, replies: [{ from: 'beta', refusal }], notWoken: [{ peer: 'gamma', refusal }] },
      }),
    });
    const { code, err, json } = await hoplite(['room', 'post', 'lobby', 'hi', '--wake-all', '--json']);
    expect(code).toBe(1);
    expect(err).toMatch(/^beta: nobody_listening.*\ngamma was not woken: nobody_listening/);
    expect(json()).toMatchObject({ messageId: 'm', notWoken: [{ peer: 'gamma' }] });
  });

  test('a name that cannot be a room is wrong usage', async () => {
    const hoplite = await withNode({});
    expect(await hoplite(['room', 'join', 'No Room'])).toMatchObject({ code: 2 });
  });
});

describe('without a node', () => {
  verifies('node.cli.exit-codes', 'node.cli.token');

  const commands = [
    ['peers'],
    ['delegate', 'beta', 'x'],
    ['send', 'beta', 'x'],
    ['room', 'list'],
    ['room', 'post', 'lobby', 'x'],
    ['jobs'],
    ['jobs', 'job-1'],
    ['jobs', '--watch'],
    ['explain', 'job-1'],
    ['inbox'],
    ['inbox', 'show', 'item-1'],
    ['halt', '--all'],
    ['halt', '--list'],
    ['resume', '--all'],
    ['invite'],
  ];

  test.each(commands)('%s %s says how to start one, and ends with 1', async (...args) => {
    const directory = temporaryDirectory();
    const { code, out, err } = await run([...args, '--dir', directory, '--json']);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(`hoplite up --dir ${directory}`);
  });

  test('and with a token that is not its own, neither', async () => {
    const { directory } = await runningApi();
    writeFileSync(tokenFile(directory), 'C'.repeat(43));
    const { code, err } = await run(['peers', '--dir', directory]);
    expect(code).toBe(1);
    expect(err).toContain('does not take the token');
    expect(err).not.toContain('CCC');
  });
});

describe('the program', () => {
  verifies('node.cli.exit-codes', 'node.cli.json');

  const COMMANDS = [
    'init',
    'up',
    'peers',
    'delegate',
    'send',
    'jobs',
    'invite',
    'join',
    'trust',
    'doctor',
    'explain',
    'halt',
    'resume',
  ];
  const ROOM_COMMANDS = ['join', 'leave', 'post', 'read', 'list'].map((name) => ['room', name]);

  const INBOX_COMMANDS = ['list', 'show', 'answer', 'release', 'stop'].map((name) => ['inbox', name]);

  test.each([...COMMANDS.map((name) => [name]), ...ROOM_COMMANDS, ...INBOX_COMMANDS])(
    '%s %s has help, --json and --dir',
    async (...names) => {
      const { code, out } = await run([...names, '--help']);
      expect(code).toBe(0);
      expect(out).toContain('--json');
      expect(out).toContain('--dir <directory>');
    },
  );

  test.each([[[]], [['no-such-command']], [['peers', '--wrong']], [['room']], [['peers', 'too', 'many']]])(
    '%j is wrong usage: help on stderr, nothing on stdout',
    async (args) => {
      const { code, out, err } = await run(args);
      expect([code, out]).toEqual([2, '']);
      expect(err).toMatch(/Usage:|--help/);
    },
  );

  test('says its version', async () => {
    const { code, out } = await run(['--version']);
    expect(code).toBe(0);
    expect(out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
