import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatInvitation, generateIdentity, loadIdentity, loadNetworkKey } from '@hoplite/p2p';
import { verifies } from '@hoplite/test/requirements';
import { describe, expect, test } from 'vitest';
import { runningApi, temporaryDirectory } from '../api/running-api.ts';
import { alpha } from '../api/scripted-node.ts';
import { loadConfig } from '../../src/config/config.ts';
import { RecordedTerminal, run } from './recorded-terminal.ts';

verifies('node.cli.invite-join', 'node.cli.exit-codes');

function snapshot(directory: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(directory).map((name) => [name, readFileSync(join(directory, name), 'latin1')]),
  );
}

describe('init', () => {
  test('makes key, network key and config, for their owner alone', async () => {
    const directory = join(temporaryDirectory(), 'deep/alpha');
    const { code, json } = await run(['init', '--name', 'alpha', '--dir', directory, '--json']);
    expect(code).toBe(0);
    expect(json()).toEqual({ name: 'alpha', peerId: loadIdentity(directory).peerId, directory, created: true });
    expect(loadNetworkKey(directory)).toHaveLength(32);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(directory)) expect(statSync(join(directory, name)).mode & 0o077).toBe(0);
  });

  test('is in ~/.hoplite/<name> by default', async () => {
    verifies('p2p.identity.data-directory');
    const home = temporaryDirectory();
    expect(await run(['init', '--name', 'alpha'], new RecordedTerminal({ home }))).toMatchObject({ code: 0 });
    expect(existsSync(join(home, '.hoplite/alpha/hoplite.json'))).toBe(true);
  });

  test('keeps what it is told in the config', async () => {
    verifies('node.cli.up-ports');
    const directory = temporaryDirectory();
    const args = ['--listen', '127.0.0.1:0', '[::1]:4001', '--http', '8080', '--peer', '10.0.0.1:4001', '--no-mdns'];
    expect(await run(['init', '--name', 'alpha', '--dir', directory, ...args])).toMatchObject({ code: 0 });
    expect(loadConfig(directory)).toMatchObject({
      name: 'alpha',
      listen: ['/ip4/127.0.0.1/tcp/0', '/ip6/::1/tcp/4001'],
      http: { host: '127.0.0.1', port: 8080 },
      peers: ['/ip4/10.0.0.1/tcp/4001'],
      mdns: false,
    });
  });

  test('a second time says that it is there, and changes nothing', async () => {
    const directory = temporaryDirectory();
    const args = ['init', '--name', 'alpha', '--dir', directory, '--http', '8080'];
    await run(args);
    const before = snapshot(directory);
    const again = await run(args);
    expect(again).toMatchObject({
      code: 0,
      out: expect.stringContaining('there already; nothing was changed') as string,
    });
    expect((await run([...args, '--json'])).json()).toMatchObject({ created: false });
    expect(await run(['init', '--name', 'alpha', '--dir', directory, '--http', '9'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('"http"') as string,
    });
    expect(await run(['init', '--name', 'beta', '--dir', directory])).toMatchObject({
      code: 1,
      err: expect.stringContaining('is the node alpha') as string,
    });
    expect(snapshot(directory)).toEqual(before);
  });

  test('takes up a set-up that was cut short', async () => {
    const directory = temporaryDirectory();
    const { peerId } = loadIdentity(directory);
    expect((await run(['init', '--name', 'alpha', '--dir', directory, '--json'])).json()).toMatchObject({
      peerId,
      created: true,
    });
  });

  test.each([
    [[], '--name'],
    [['--name', 'No Name'], '--name'],
    [['--name', '../x'], '--name'],
    [['--name', 'alpha', '--listen', 'nonsense'], '--listen'],
    [['--name', 'alpha', '--listen', '/ip4/127.0.0.1/udp/1'], 'listen[0]'],
    [['--name', 'alpha', '--peer', '/dns/x/tcp/0'], 'peers[0]'],
    [['--name', 'alpha', '--http', '70000'], '--http'],
  ])('%j is wrong usage, and makes nothing', async (args, named) => {
    const directory = join(temporaryDirectory(), 'alpha');
    const { code, err } = await run(['init', '--dir', directory, ...args]);
    expect(code).toBe(2);
    expect(err).toContain(named);
    expect(existsSync(directory)).toBe(false);
  });

  test('a config that was broken by hand is named, with the key, and ends with 2', async () => {
    const directory = temporaryDirectory();
    await run(['init', '--name', 'alpha', '--dir', directory]);
    writeFileSync(join(directory, 'hoplite.json'), '{"name": "alpha", "htpp": {"port": 1}}');
    for (const command of [['init', '--name', 'alpha'], ['up'], ['trust', alpha.peerId, '--deny']]) {
      const { code, err } = await run([...command, '--dir', directory]);
      expect(code).toBe(2);
      expect(err).toContain('htpp');
    }
  });
});

describe('join', () => {
  const inviter = generateIdentity();
  const addresses = [`/ip4/10.0.0.1/tcp/4001/p2p/${inviter.peerId}`];
  const invitation = (key = 7) =>
    formatInvitation({ networkKey: new Uint8Array(32).fill(key), peerId: inviter.peerId, name: 'alpha', addresses });

  test('makes a node in the network of the invitation, which knows where its peers are', async () => {
    const directory = temporaryDirectory();
    const { code, json } = await run(['join', invitation(), '--name', 'beta', '--dir', directory, '--json']);
    expect(code).toBe(0);
    expect(json()).toMatchObject({
      name: 'beta',
      peers: addresses,
      created: true,
      network: expect.any(String) as string,
    });
    expect(loadNetworkKey(directory)).toEqual(Buffer.alloc(32, 7));
    expect(loadConfig(directory)).toMatchObject({ name: 'beta', peers: addresses });
  });

  test('says what comes next, and reads an invitation from stdin', async () => {
    const directory = temporaryDirectory();
    const terminal = new RecordedTerminal({ stdin: `${invitation()}\n` });
    const { code, out } = await run(['join', '-', '--name', 'beta', '--dir', directory], terminal);
    expect(code).toBe(0);
    expect(out).toContain('beta is in the network of alpha');
    expect(out).toContain(`Now: hoplite up --name beta --dir ${directory}`);
  });

  test('again is fine, and keeps key and config', async () => {
    const directory = temporaryDirectory();
    const args = ['join', invitation(), '--name', 'beta', '--dir', directory];
    await run(args);
    const before = snapshot(directory);
    expect((await run([...args, '--json'])).json()).toMatchObject({ created: false, peers: addresses });
    expect(snapshot(directory)).toEqual(before);
  });

  test('does not leave another network unless it is forced to, and keeps the peer ID then', async () => {
    const directory = temporaryDirectory();
    await run(['init', '--name', 'beta', '--dir', directory]);
    const { peerId } = loadIdentity(directory);
    const before = snapshot(directory);
    const refused = await run(['join', invitation(), '--name', 'beta', '--dir', directory]);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('--force') as string });
    expect(snapshot(directory)).toEqual(before);
    const forced = await run(['join', invitation(), '--name', 'beta', '--dir', directory, '--force', '--json']);
    expect(forced.json()).toMatchObject({ created: false, peerId });
    expect(loadNetworkKey(directory)).toEqual(Buffer.alloc(32, 7));
  });

  test.each([
    ['nonsense', 'an invitation begins with'],
    ['hoplite2:AAAA', 'later version'],
    [`${invitation().slice(0, -3)}xyz`, 'damaged'],
  ])('%s is no invitation, and makes nothing', async (text, problem) => {
    const directory = join(temporaryDirectory(), 'beta');
    const { code, err } = await run(['join', text, '--name', 'beta', '--dir', directory]);
    expect(code).toBe(2);
    expect(err).toContain(problem);
    expect(existsSync(directory)).toBe(false);
  });

  test('needs a name for a new node', async () => {
    expect(await run(['join', invitation()])).toMatchObject({ code: 2 });
    expect(await run(['join', invitation(), '--dir', join(temporaryDirectory(), 'x')])).toMatchObject({ code: 2 });
  });
});

describe('trust', () => {
  const beta = generateIdentity().peerId;

  async function node(): Promise<string> {
    const directory = temporaryDirectory();
    await run(['init', '--name', 'alpha', '--dir', directory]);
    return directory;
  }

  test('sets, denies and resets, by peer ID', async () => {
    const directory = await node();
    const before = snapshot(directory);
    const allowed = await run(['trust', beta, '--allow', 'task,room', '--dir', directory, '--json']);
    expect(allowed.json()).toEqual({ peerId: beta, rights: ['task', 'room'], denied: false, restartNeeded: false });
    expect(loadConfig(directory)).toMatchObject({ rights: { [beta]: ['task', 'room'] }, deny: [] });
    const denied = await run(['trust', beta, '--deny', '--dir', directory]);
    expect(denied.out).toBe(`${beta} is not let in\nThis holds from the next start.\n`);
    expect(loadConfig(directory)).toMatchObject({ rights: {}, deny: [beta] });
    await run(['trust', beta, '--reset', '--dir', directory]);
    expect(snapshot(directory)).toEqual(before);
    expect(statSync(join(directory, 'hoplite.json')).mode & 0o777).toBe(0o600);
  });

  test('may take all rights away', async () => {
    const directory = await node();
    expect((await run(['trust', beta, '--allow', 'none', '--dir', directory])).out).toContain('may do nothing');
    expect(loadConfig(directory)).toMatchObject({ rights: { [beta]: [] } });
  });

  test('finds a peer of the running node by name, and says that a restart is needed', async () => {
    const { directory } = await runningApi({
      peers: () => [alpha, { ...alpha, peerId: beta, name: 'beta', self: false }],
    });
    await run(['init', '--name', 'alpha', '--dir', directory]);
    const { json } = await run(['trust', 'beta', '--deny', '--dir', directory, '--json']);
    expect(json()).toEqual({ peerId: beta, name: 'beta', rights: [], denied: true, restartNeeded: true });
    expect((await run(['trust', 'beta', '--reset', '--dir', directory])).out).toContain('restart it');
    expect(await run(['trust', 'alpha', '--deny', '--dir', directory])).toMatchObject({ code: 2 });
    expect(await run(['trust', 'delta', '--deny', '--dir', directory])).toMatchObject({
      code: 1,
      err: expect.stringContaining('unknown_peer') as string,
    });
  });

  test('a name without a running node is not guessed', async () => {
    const { code, err } = await run(['trust', 'beta', '--deny', '--dir', await node()]);
    expect(code).toBe(1);
    expect(err).toContain('by its peer ID');
  });

  test.each([[[]], [['--allow', 'all']], [['--allow', 'task', '--deny']], [['--deny', '--reset']]])(
    '%j is wrong usage',
    async (args) => {
      expect(await run(['trust', beta, ...args, '--dir', await node()])).toMatchObject({ code: 2 });
    },
  );
});

describe('doctor', () => {
  verifies('node.cli.doctor');

  test('finds a fresh node fit, for people and for programs', async () => {
    const directory = temporaryDirectory();
    await run(['init', '--name', 'alpha', '--no-mdns', '--dir', directory]);
    const { code, out } = await run(['doctor', '--dir', directory]);
    expect(out).toMatch(/^ok {4}Node\.js/);
    expect(code).toBe(0);
    const findings = (await run(['doctor', '--dir', directory, '--json'])).json() as readonly { check: string }[];
    const checks = new Set(findings.map(({ check }) => check));
    expect([...checks]).toEqual([
      'Node.js',
      'config',
      'running',
      'key',
      'network',
      'ports',
      'clock',
      'multicast',
      'disk',
    ]);
  });

  test('ends with 1 when something fails, and says what and how to mend it', async () => {
    const directory = temporaryDirectory();
    await run(['init', '--name', 'alpha', '--dir', directory]);
    chmodSync(join(directory, 'identity.key'), 0o644);
    const { code, out, err } = await run(['doctor', '--dir', directory]);
    expect(code).toBe(1);
    expect(out).toMatch(/fail {2}key .*chmod 600/);
    expect(err).toBe('hoplite: key failed\n');
  });

  test('looks at a machine that has no node yet', async () => {
    const { code, out } = await run(['doctor'], new RecordedTerminal({ home: temporaryDirectory() }));
    expect(code).toBe(1);
    expect(out).toContain('hoplite init --name NAME');
  });
});
