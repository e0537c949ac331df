import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { verifies } from '@hoplite/test/requirements';
import { describe, expect, test } from 'vitest';
import { hoplite, json, LOCAL, start, temporaryDirectory, up, UpProcess } from './hoplite.ts';

const program = join(import.meta.dirname, '../../packages/node/bin/hoplite.mjs');

describe('hoplite up', { timeout: 90_000 }, () => {
  verifies('node.cli.json', 'node.cli.up-ports', 'node.cli.exit-codes');

  test('makes a node, says first that it is ready and where, and stops in peace', async () => {
    const directory = join(temporaryDirectory(), 'alpha');
    const node = await up('alpha', directory);
    const [first] = node.events;
    expect(first).toMatchObject({
      event: 'ready',
      name: 'alpha',
      peerId: expect.stringMatching(/^12D3KooW/) as string,
      addresses: [expect.stringMatching(/^\/ip4\/127\.0\.0\.1\/tcp\/[1-9]\d*\/p2p\/12D3KooW/) as string],
      http: expect.stringMatching(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/) as string,
    });
    expect(statSync(join(directory, 'node.json')).mode & 0o777).toBe(0o600);
    expect(await node.stop()).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(join(directory, 'node.json'))).toBe(false);
    expect(existsSync(join(directory, 'node.lock'))).toBe(false);
  });

  test('is the same peer with the same token after a restart', async () => {
    verifies('p2p.identity.made-once');
    const directory = temporaryDirectory();
    const token = () => readFileSync(join(directory, 'api-token'), 'utf8');
    const first = await up('alpha', directory);
    const kept = token();
    await first.stop();
    const second = new UpProcess(directory, []); // Without a name: it is there.
    expect((await second.saw('ready'))['peerId']).toBe(first.events[0]?.['peerId']);
    expect(token()).toBe(kept);
  });

  test('is refused where another process runs, which is named', async () => {
    verifies('p2p.identity.directory-locked');
    const node = await up('alpha', temporaryDirectory());
    const second = await hoplite(['up', '--dir', node.directory]);
    expect(second).toMatchObject({ code: 1, stdout: '' });
    expect(second.stderr).toContain(`process ${String(node.child.pid)}`);
    expect(await json(['peers', '--dir', node.directory])).toHaveLength(1);
  });

  test('starts again after it was killed', async () => {
    const directory = temporaryDirectory();
    const node = await up('alpha', directory);
    node.child.kill('SIGKILL');
    await node.finished;
    const orphan = await hoplite(['peers', '--dir', directory]);
    expect(orphan).toMatchObject({ code: 1, stderr: expect.stringContaining('no node is running') as string });
    await up('alpha', directory);
  });

  test.each(['SIGTERM', 'SIGHUP'] as const)('stops in peace on %s', async (signal) => {
    const node = await up('alpha', temporaryDirectory());
    node.child.kill(signal);
    expect(await node.finished).toMatchObject({ code: 0, stderr: '' });
  });

  test('is told to stop through its API', async () => {
    const node = await up('alpha', temporaryDirectory());
    const token = readFileSync(join(node.directory, 'api-token'), 'utf8').trim();
    const stop = request(`${String(node.events[0]?.['http'])}/api/v1/stop`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    stop.end();
    const [response] = (await once(stop, 'response')) as [{ statusCode: number; resume(): void }];
    response.resume();
    expect(response.statusCode).toBe(202);
    expect(await node.finished).toMatchObject({ code: 0 });
  });

  test('does not outlive a program that started it with a channel, however that ended', async () => {
    const directory = temporaryDirectory();
    const script = `
      import { spawn } from 'node:child_process';
      const args = ${JSON.stringify([program, 'up', '--json', '--name', 'alpha', '--dir', directory, ...LOCAL])};
      spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], detached: true });
    `;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines = createInterface({ input: parent.stdout });
    await once(lines, 'line');
    parent.kill('SIGKILL');
    // Whoever holds the other end of the pipe has gone when it closes: the node too.
    await once(lines, 'close');
    expect(existsSync(join(directory, 'node.json'))).toBe(false);
  });

  test('talks to people in words', async () => {
    const directory = temporaryDirectory();
    const { child, finished } = start(['up', '--name', 'alpha', '--dir', directory, ...LOCAL]);
    await once(child.stdout ?? child, 'data');
    child.kill('SIGINT');
    const { code, stdout, stderr } = await finished;
    expect(code).toBe(0);
    expect(stdout).toMatch(/^alpha is up\n {2}peer ID {4}12D3KooW\w+\n {2}listens {4}\/ip4\/127\.0\.0\.1/);
    expect(stderr).toBe('alpha stops (SIGINT)\n');
  });

  test('holds --listen, --http and --peer for one run, once the node is there', async () => {
    const directory = temporaryDirectory();
    await hoplite(['init', '--name', 'alpha', '--dir', directory, ...LOCAL]);
    const config = readFileSync(join(directory, 'hoplite.json'), 'utf8');
    const node = new UpProcess(directory, ['--listen', '/ip4/127.0.0.1/tcp/0', '127.0.0.1:0', '--http', '0']);
    expect((await node.saw('ready'))['addresses']).toHaveLength(2);
    expect(readFileSync(join(directory, 'hoplite.json'), 'utf8')).toBe(config);
  });

  test('says so when a port is taken', async () => {
    const node = await up('alpha', temporaryDirectory());
    const port = new URL(String(node.events[0]?.['http'])).port;
    const second = await hoplite(['up', '--name', 'beta', '--dir', temporaryDirectory(), ...LOCAL, '--http', port]);
    expect(second).toMatchObject({ code: 1, stdout: '' });
    expect(second.stderr).toContain(`127.0.0.1:${port}: another program does`);
  });

  test.each([
    ['{"name": "alpha", "maxHopDepht": 3}', 'maxHopDepth'],
    ['{"name": "alpha", "credit": "many"}', 'credit'],
    ['{"name": "alpha"', 'JSON'],
  ])('with the config %s ends with 2 and names what is wrong', async (config, named) => {
    const directory = temporaryDirectory();
    await hoplite(['init', '--name', 'alpha', '--dir', directory]);
    writeFileSync(join(directory, 'hoplite.json'), config);
    const { code, stdout, stderr } = await hoplite(['up', '--dir', directory]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(named);
  });

  test('without a name for a new node is wrong usage', async () => {
    expect(await hoplite(['up', '--dir', join(temporaryDirectory(), 'none')])).toMatchObject({ code: 2, stdout: '' });
  });
});

test('nothing but this machine reaches the API, and nobody does without the token', async () => {
  verifies('node.cli.token');
  const node = await up('alpha', temporaryDirectory());
  const { port } = new URL(String(node.events[0]?.['http']));
  for (const headers of ['', 'Authorization: Bearer nonsense\r\n']) {
    const socket = connect(Number(port), '127.0.0.1');
    socket.end(`GET /api/v1/peers HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${headers}Connection: close\r\n\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(String(answer)).toMatch(/^HTTP\/1\.1 401 /);
  }
  writeFileSync(join(node.directory, 'api-token'), 'D'.repeat(43));
  const { code, stderr } = await hoplite(['peers', '--dir', node.directory]);
  expect(code).toBe(1);
  expect(stderr).toContain('does not take the token');
});
