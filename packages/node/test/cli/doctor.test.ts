import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { verifies } from '@hoplite/test/requirements';
import { describe, expect, test } from 'vitest';
import type { Patient } from '../../src/cli/doctor/check.ts';
import { configIsValid, dataDirectory, identityKey, networkKey } from '../../src/cli/doctor/files.ts';
import {
  clock,
  diskSpace,
  judgeClock,
  judgeDisk,
  judgeNodeVersion,
  nodeVersion,
} from '../../src/cli/doctor/machine.ts';
import { multicast } from '../../src/cli/doctor/multicast.ts';
import { peers } from '../../src/cli/doctor/peers.ts';
import { ports } from '../../src/cli/doctor/ports.ts';
import { setUp } from '../../src/cli/setup.ts';
import type { ConfigInput } from '../../src/config/schema.ts';
import { temporaryDirectory } from '../api/running-api.ts';

verifies('node.cli.doctor');

function patient(config: Partial<ConfigInput> = {}): Patient {
  const directory = temporaryDirectory();
  return { directory, config: setUp(directory, { name: 'alpha', ...config }).config, running: undefined };
}

function nobody(): Patient {
  return { directory: join(temporaryDirectory(), 'none'), config: undefined, running: undefined };
}

describe('the files of a node', () => {
  test('are fine after init, and looking at them changes nothing', async () => {
    const healthy = patient();
    const before = readdirSync(healthy.directory);
    for (const check of [configIsValid, identityKey, networkKey, dataDirectory]) {
      for (const finding of await check(healthy)) expect(finding.status).toBe('ok');
    }
    expect(readdirSync(healthy.directory)).toEqual(before);
  });

  test('are missed where there is no node, and none is made', async () => {
    const none = nobody();
    for (const check of [configIsValid, identityKey, networkKey, dataDirectory]) {
      expect(await check(none)).toMatchObject([
        { status: 'fail', mend: expect.stringContaining('hoplite init') as string },
      ]);
    }
    expect(await dataDirectory(none)).toHaveLength(1);
  });

  test('a key that others may read fails, and says how to mend it', async () => {
    const loose = patient();
    chmodSync(join(loose.directory, 'identity.key'), 0o644);
    chmodSync(join(loose.directory, 'network.key'), 0o644);
    expect(await identityKey(loose)).toMatchObject([
      { check: 'key', status: 'fail', detail: expect.stringContaining('chmod 600') as string },
    ]);
    expect(await networkKey(loose)).toMatchObject([{ check: 'network', status: 'fail' }]);
  });

  test('a key that is corrupt fails', async () => {
    const broken = patient();
    writeFileSync(join(broken.directory, 'identity.key'), 'nonsense');
    expect(await identityKey(broken)).toMatchObject([{ check: 'key', status: 'fail' }]);
  });

  test('a config with a wrong key fails, on one line that names it', async () => {
    const wrong = patient();
    writeFileSync(join(wrong.directory, 'hoplite.json'), '{ "name": "alpha", "lisen": [] }');
    const [finding] = await configIsValid(wrong);
    expect(finding).toMatchObject({
      check: 'config',
      status: 'fail',
      detail: expect.stringContaining('lisen') as string,
    });
    expect(finding?.detail).not.toContain('\n');
  });

  test('a directory that others may write into fails', async () => {
    const open = patient();
    chmodSync(open.directory, 0o777);
    expect((await dataDirectory(open))[0]).toMatchObject({ check: 'directory', status: 'fail' });
  });
});

describe('ports', () => {
  test('that are free are found so', async () => {
    const found = await ports(patient({ listen: ['/ip4/127.0.0.1/tcp/0'] }));
    expect(found.map(({ status }) => status)).toEqual(['ok', 'ok']);
  });

  test('that are taken fail', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const found = await ports(patient({ listen: [`/ip4/127.0.0.1/tcp/${port}`], http: { port } }));
    server.close();
    expect(found).toMatchObject([
      { status: 'fail', detail: expect.stringContaining(`127.0.0.1:${port}`) as string },
      { status: 'fail' },
    ]);
  });

  test('without a config are not looked at', async () => {
    expect(await ports(nobody())).toEqual([]);
  });
});

describe('peers', () => {
  test('given by address are dialled', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const given = patient({ peers: [`/ip4/127.0.0.1/tcp/${port}`] });
    expect(await peers(given)).toMatchObject([{ status: 'ok' }]);
    server.close();
    await once(server, 'close');
    expect(await peers(given)).toMatchObject([{ status: 'warn', mend: expect.stringContaining('firewall') as string }]);
  });
});

describe('the machine', () => {
  test('this one is good enough to run tests on', async () => {
    for (const check of [nodeVersion, clock, diskSpace]) {
      for (const finding of await check(nobody())) expect(finding.status).toBe('ok');
    }
  });

  test.each([
    ['20.19.0', 'fail'],
    ['22.12.9', 'fail'],
    ['22.13.0', 'ok'],
    ['23.0.0', 'ok'],
    ['24.21.0', 'ok'],
  ])('Node.js %s is %s', (version, status) => {
    expect(judgeNodeVersion(version).status).toBe(status);
  });

  test.each([
    [0, 'fail'],
    [16 * 2 ** 20 - 1, 'fail'],
    [16 * 2 ** 20, 'warn'],
    [256 * 2 ** 20, 'ok'],
  ])('%d bytes of disk are %s', (bytes, status) => {
    expect(judgeDisk(bytes).status).toBe(status);
  });

  const now = Date.UTC(2026, 10, 30);
  test.each([
    ['in the past', { now: Date.UTC(1970, 0, 1), fileTime: 0, expired: 0 }, 'fail'],
    ['away from that of the disk', { now, fileTime: now - 61_000, expired: 0 }, 'fail'],
    ['one that peers disagree with', { now, fileTime: now, expired: 1 }, 'warn'],
    ['right', { now, fileTime: now - 60_000, expired: 0 }, 'ok'],
    ['right as far as one can see', { now, fileTime: undefined, expired: 0 }, 'ok'],
  ])('a clock that is %s', (_what, signs, status) => {
    expect(judgeClock(signs)).toMatchObject({ check: 'clock', status });
  });

  test('multicast is tried on the real network, and its absence is a warning with a way out', async () => {
    const [finding] = await multicast(patient());
    expect(finding?.check).toBe('multicast');
    if (finding?.status !== 'ok') expect(finding).toMatchObject({ status: 'warn', mend: expect.any(String) as string });
  });

  test('multicast does not matter where mDNS is off', async () => {
    expect(await multicast(patient({ mdns: false }))).toMatchObject([{ status: 'ok' }]);
  });
});
