import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifies } from '@hoplite/test/requirements';
import { beforeAll, describe, expect, test } from 'vitest';
import { hoplite, json, LOCAL, network, start, temporaryDirectory, up, UpProcess, type Report } from './hoplite.ts';

const relay = (path: readonly string[], via: 'task' | 'session' | 'room', brief: unknown) =>
  JSON.stringify({ skill: 'relay', input: { path, via, brief } });

test('a LAN in three commands: up, invite, join', { timeout: 90_000 }, async () => {
  verifies('node.cli.invite-join');
  const alpha = await up('alpha', temporaryDirectory());
  const invitation = (await hoplite(['invite', '--dir', alpha.directory])).stdout;
  expect(invitation).toMatch(/^hoplite1:[\w-]+\n$/);

  const directory = join(temporaryDirectory(), 'beta');
  const { child, finished } = start(
    ['join', '-', '--name', 'beta', '--dir', directory, '--up', '--json', ...LOCAL],
    invitation,
  );
  const [line] = (await once(child.stdout ?? child, 'data')) as [Buffer];
  expect(JSON.parse(String(line).split('\n')[0] ?? '')).toMatchObject({ event: 'ready', name: 'beta' });
  await alpha.saw('peer:joined', (event) => event['name'] === 'beta');
  expect(await json<Report>(['delegate', 'beta', 'echo hello', '--dir', alpha.directory])).toMatchObject({
    state: 'done',
  });
  child.kill('SIGINT');
  expect(await finished).toMatchObject({ code: 0 });
  await alpha.saw('peer:left', (event) => event['name'] === 'beta');
});

test('an invitation cannot be had from a node that does not run', async () => {
  verifies('node.cli.invite-join');
  const directory = temporaryDirectory();
  await hoplite(['init', '--name', 'alpha', '--dir', directory]);
  const { code, stdout, stderr } = await hoplite(['invite', '--dir', directory]);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(`hoplite up --dir ${directory}`);
});

describe('three nodes that have met', { timeout: 90_000 }, () => {
  let dir: readonly string[];
  let nodes: readonly UpProcess[];

  beforeAll(async () => {
    nodes = await network('alpha', 'beta', 'gamma');
    dir = ['--dir', nodes[0]?.directory ?? ''];
  }, 90_000);

  test('peers are listed, with what they can do', async () => {
    verifies('node.cli.peers-jobs');
    const peers = await json<readonly { name: string; self: boolean; connected: boolean }[]>(['peers', ...dir]);
    expect(peers.map(({ name, self, connected }) => [name, self, connected])).toEqual([
      ['alpha', true, true],
      ['beta', false, true],
      ['gamma', false, true],
    ]);
    expect((await hoplite(['peers', ...dir])).stdout).toMatch(
      /^NAME +STATE +PEER ID +SKILLS\nalpha +this node .*\nbeta +connected /,
    );
  });

  test('a task is done, and its object says how', async () => {
    verifies('node.cli.delegate-object', 'node.cli.delegate-self', 'node.cli.peers-jobs');
    const done = await json<Report>([
      'delegate',
      'beta',
      relay(['gamma'], 'task', { skill: 'echo', input: 'hi' }),
      ...dir,
    ]);
    expect(done).toEqual({
      jobId: expect.any(String) as string,
      state: 'done',
      path: ['alpha', 'beta', 'gamma'],
      depth: 2,
      turns: 2,
      credit: { granted: 32, left: 30 },
      result: 'hi',
    });

    // One's own name: the local agent runs as the root turn, and uses its peers.
    const own = await json<Report>(['delegate', 'alpha', relay(['beta'], 'task', 'echo hi'), '--credit', '5', ...dir]);
    expect(own).toMatchObject({
      state: 'done',
      path: ['alpha', 'beta'],
      depth: 1,
      turns: 2,
      credit: { granted: 5, left: 3 },
    });
    expect(await json<Report>(['delegate', 'alpha', 'echo me', ...dir])).toMatchObject({
      depth: 0,
      turns: 1,
      path: ['alpha'],
    });

    const jobs = await json<readonly Report[]>(['jobs', ...dir]);
    expect(jobs.map(({ jobId }) => jobId)).toContain(done.jobId);
    const trace = await json<{ summary: Report }>(['jobs', done.jobId.slice(-8), ...dir]);
    expect(trace.summary).toMatchObject({
      ...done,
      channel: 'task',
      target: 'beta',
    });
  });

  test('loops are stopped: 1, with the reason and the path', async () => {
    verifies('node.cli.exit-codes', 'node.cli.delegate-object');
    const cycle = await hoplite(['delegate', 'beta', relay(['alpha'], 'task', 'echo hi'), ...dir, '--json']);
    expect(cycle.code).toBe(1);
    expect(JSON.parse(cycle.stdout)).toMatchObject({
      state: 'stopped',
      reason: 'cannot: cycle',
      path: ['alpha', 'beta', 'alpha'],
    });
    expect(cycle.stderr).toContain('cannot: cycle');

    const hops = await hoplite([
      'delegate',
      'beta',
      relay(['alpha', 'beta', 'alpha', 'beta'], 'session', 'echo hi'),
      ...dir,
    ]);
    expect(hops).toMatchObject({ code: 1, stdout: '' });
    expect(hops.stderr).toMatch(/stopped: max_hops\n.*\n {2}path {4}alpha → beta → alpha → beta → alpha\n/);

    const lower = await json<Report>([
      'delegate',
      'beta',
      relay(['alpha'], 'session', 'echo hi'),
      '--max-depth',
      '2',
      ...dir,
    ]);
    expect(lower).toMatchObject({ state: 'stopped', reason: 'max_hops' });
  });

  test('an unknown peer is a failed job that names the candidates', async () => {
    verifies('node.cli.delegate-object', 'node.cli.exit-codes');
    const run = await hoplite(['delegate', 'delta', 'echo hi', ...dir, '--json']);
    expect(run.code).toBe(1);
    const report = JSON.parse(run.stdout) as Report;
    expect(report).toMatchObject({ state: 'failed', reason: 'unknown_peer', turns: 0 });
    expect(report.detail).toMatch(/"alpha".*"beta"/);
  });

  test('a message of a session is answered', async () => {
    verifies('node.cli.send-room');
    expect(await json<Report>(['send', 'beta', 'echo', 'hello', ...dir])).toMatchObject({
      state: 'done',
      path: ['alpha', 'beta'],
      result: 'hello',
    });
  });

  test('a room is joined, posted to, read and left', async () => {
    verifies('node.cli.send-room');
    const [alpha, beta, gamma] = nodes;
    const at = ['--dir', beta?.directory ?? ''];
    const alone = await hoplite(['room', 'join', 'quiet', ...dir]);
    expect(alone).toMatchObject({ code: 0, stdout: 'in #quiet, with 0 others\n' });
    expect(await hoplite(['room', 'post', 'quiet', 'anyone?', ...dir])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('nobody_listening') as string,
    });
    expect(await hoplite(['room', 'read', 'unknown', ...dir])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('not_in_room') as string,
    });

    await alpha?.saw('room:changed', ({ room, present }) => room === 'lobby' && present === 2);
    const { messageId } = await json<{ messageId: string }>(['room', 'post', 'lobby', 'good', 'morning', ...dir]);
    for (const node of [beta, gamma]) await node?.saw('post', (event) => event['messageId'] === messageId);
    expect(await json(['room', 'read', 'lobby', ...at])).toMatchObject([
      { messageId, authorName: 'alpha', text: 'good morning' },
    ]);
    const woken = await hoplite(['room', 'post', 'lobby', 'echo hello', ...dir, '--wake', 'beta']);
    expect(woken).toMatchObject({ code: 0, stdout: expect.stringContaining('beta: hello\n') as string });
    expect((await hoplite(['room', 'leave', 'lobby', ...dir])).code).toBe(0);
    const rooms = await json<readonly { room: string }[]>(['room', 'list', ...dir]);
    expect(rooms.map(({ room }) => room)).toEqual(['quiet']);
  });

  test('doctor finds running nodes well, and names the peers', async () => {
    verifies('node.cli.doctor');
    const [alpha] = nodes;
    const { code, stdout } = await hoplite(['doctor', ...dir, '--json']);
    const findings = JSON.parse(stdout) as readonly { check: string; status: string; detail: string }[];
    expect(findings.filter(({ status }) => status === 'fail')).toEqual([]);
    expect(code).toBe(0);
    const details = Object.fromEntries(findings.map(({ check, detail }) => [check, detail]));
    expect(details['running']).toBe(`yes, process ${String(alpha?.child.pid)}`);
    expect(details['peers']).toBe('connected: beta, gamma');
    expect(details['ports']).toContain('listens on /ip4/127.0.0.1/tcp/');
    expect(readFileSync(join(alpha?.directory ?? '', 'hoplite.log'), 'utf8')).not.toContain('"error"');
  });
});

describe('two nodes', { timeout: 90_000 }, () => {
  test('Ctrl+C cancels the job and ends with 130', async () => {
    verifies('node.cli.exit-codes');
    const [alpha, beta] = await network('alpha', 'beta');
    const dir = ['--dir', alpha?.directory ?? ''];
    beta?.child.kill('SIGSTOP'); // It takes the task, as far as TCP goes, and answers nothing.
    const { child, finished } = start(['delegate', 'beta', 'echo hi', ...dir, '--json']);
    let open: readonly Report[] = [];
    while (open.length === 0)
      open = (await json<readonly Report[]>(['jobs', ...dir])).filter(({ state }) => state === 'open');
    child.kill('SIGINT');
    expect(await finished).toMatchObject({
      code: 130,
      stdout: '',
      stderr: expect.stringContaining('interrupted') as string,
    });
    await alpha?.saw('job.done');
    const trace = await json<{ summary: Report }>(['jobs', open[0]?.jobId ?? '', ...dir]);
    expect(trace.summary).toMatchObject({
      state: 'failed',
      reason: 'cancelled',
    });
  });

  test('what trust takes away is refused after a restart', async () => {
    verifies('node.cli.invite-join', 'p2p.membership.rights');
    const [alpha, beta] = await network('alpha', 'beta');
    const dir = ['--dir', beta?.directory ?? ''];
    const changed = await json(['trust', 'alpha', '--allow', 'room', ...dir]);
    expect(changed).toMatchObject({ name: 'alpha', rights: ['room'], denied: false, restartNeeded: true });
    await beta?.stop();
    const again = new UpProcess(beta?.directory ?? '', ['--peer', (await alpha?.address()) ?? '']);
    await again.saw('peer:joined', (event) => event['name'] === 'alpha');
    const refused = await hoplite(['delegate', 'beta', 'echo hi', '--dir', alpha?.directory ?? '', '--json']);
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.stdout)).toMatchObject({ reason: 'unauthorized' });
  });

  test('a peer that has gone is a failed job, once its time is over', async () => {
    verifies('node.cli.exit-codes', 'node.cli.send-room');
    const [alpha, beta] = await network('alpha', 'beta');
    await beta?.stop();
    await alpha?.saw('peer:left');
    const gone = await hoplite([
      'send',
      'beta',
      'echo hello',
      '--timeout',
      '2',
      '--dir',
      alpha?.directory ?? '',
      '--json',
    ]);
    expect(gone.code).toBe(1);
    expect(JSON.parse(gone.stdout)).toMatchObject({ state: 'failed', reason: expect.any(String) as string });
  });
});
