import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MAX_CREDIT, MAX_HOP_DEPTH } from '@hoplite/p2p';
import { verifies } from '@hoplite/test/requirements';
import {
  configFile,
  defaultConfig,
  defaultDataDirectory,
  loadConfig,
  parseConfig,
  writeConfig,
} from '../../src/config/config.ts';
import { ConfigError, type ConfigProblem } from '../../src/config/errors.ts';
import { configSchema, type ConfigInput } from '../../src/config/schema.ts';

const PEER = '12D3KooWEyoppNCUx8Yx66oV9fJnriXwCcXwDDUA2kj6vnc6iDEp';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hoplite-config-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

/** What is wrong with a config. */
function problems(value: unknown): readonly ConfigProblem[] {
  try {
    parseConfig(value);
  } catch (error) {
    if (error instanceof ConfigError) {
      return error.problems;
    }
    throw error;
  }
  return [];
}

function errorOf(load: () => unknown): ConfigError {
  try {
    load();
  } catch (error) {
    if (error instanceof ConfigError) {
      return error;
    }
    throw error;
  }
  throw new Error('it was taken for valid');
}

describe('defaults', () => {
  test('everything but the name has one', () => {
    expect(parseConfig({ name: 'alpha' })).toEqual({
      name: 'alpha',
      description: '',
      listen: ['/ip4/0.0.0.0/tcp/0'],
      peers: [],
      mdns: true,
      http: { host: '127.0.0.1', port: 0 },
      maxHopDepth: MAX_HOP_DEPTH,
      credit: 32,
      jobTimeoutSeconds: 600,
      requesterGraceSeconds: 30,
      turns: { concurrent: 4, serial: false, queuedPerPeer: 128, queued: 512 },
      defaultRights: ['task', 'session', 'room', 'halt'],
      rights: {},
      graph: { preset: 'free' },
      rates: { perPeer: { perMinute: 600, burst: 300 }, perOrigin: { perMinute: 600, burst: 300 } },
      supervisors: [],
      deny: [],
      rooms: ['lobby'],
      agent: { kind: 'builtin' },
      circuitBreaker: {
        enabled: true,
        hardStop: false,
        repeatedToolLimit: 8,
        errorStormLimit: 5,
        tokenVelocityPerMin: 60_000,
        beatSeconds: 30,
      },
      agentTokenCaps: {},
      prices: {},
      retention: { messagesDays: 30, maxMegabytes: 1024 },
      log: { level: 'info' },
    });
  });

  test('half an object is filled up', () => {
    expect(parseConfig({ name: 'alpha', turns: { concurrent: 1 }, http: { port: 8080 } })).toMatchObject({
      turns: { concurrent: 1, queuedPerPeer: 128, queued: 512 },
      http: { host: '127.0.0.1', port: 8080 },
    });
  });

  test('two configs share no default', () => {
    const first = defaultConfig('alpha');
    first.rooms.push('other');
    first.http.port = 1;
    expect(defaultConfig('beta')).toMatchObject({ rooms: ['lobby'], http: { port: 0 } });
  });

  test('every key of the top level says what it is for', () => {
    const undocumented = Object.entries(configSchema.shape).filter(([, schema]) => !schema.description);
    expect(undocumented.map(([key]) => key)).toEqual([]);
  });
});

describe('who may address whom', () => {
  test.each([
    [{ preset: 'star', centre: 'alpha' }],
    [{ preset: 'pipeline', order: ['alpha', 'beta'] }],
    [{ preset: 'edges', edges: [{ from: '*', to: '#ops', channels: ['room'] }] }],
  ])('%j is a graph', (graph) => {
    expect(parseConfig({ name: 'alpha', graph }).graph).toEqual(graph);
  });

  test.each([
    [{ preset: 'ring' }, 'graph.preset'],
    [{ preset: 'star' }, 'graph.centre'],
    [{ preset: 'pipeline', order: ['alpha'] }, 'graph.order'],
    [{ preset: 'edges', edges: [{ from: 'a', to: 'b', channels: ['mail'] }] }, 'graph.edges[0].channels[0]'],
  ])('%j is none, and says what is wrong', (graph, path) => {
    expect(() => parseConfig({ name: 'alpha', graph })).toThrow(path);
  });
});

describe('a wrong key names itself', () => {
  test.each([
    ['mdsn', 'mdns'],
    ['Listen', 'listen'],
    ['max_hop_depth', 'maxHopDepth'],
    ['jobTimeoutSecond', 'jobTimeoutSeconds'],
    ['right', 'rights'],
  ])('%s: did you mean %s?', (wrong, meant) => {
    expect(problems({ name: 'alpha', [wrong]: 1 })).toEqual([
      { path: wrong, message: `there is no such key: did you mean "${meant}"?` },
    ]);
  });

  test.each([
    [{ http: { prot: 1 } }, 'http.prot', 'port'],
    [{ turns: { queudPerPeer: 1 } }, 'turns.queudPerPeer', 'queuedPerPeer'],
    [{ agent: { kind: 'builtin', fileRoot: '/tmp' } }, 'agent.fileRoot', 'filesRoot'],
    [{ retention: { messageDays: 3 } }, 'retention.messageDays', 'messagesDays'],
  ])('also inside: %j', (config, path, meant) => {
    expect(problems({ name: 'alpha', ...config })).toEqual([
      { path, message: `there is no such key: did you mean "${meant}"?` },
    ]);
  });

  test('one that is near to nothing gets the list of those there are', () => {
    const [problem] = problems({ name: 'alpha', http: { certificate: 'x' } });
    expect(problem).toEqual({ path: 'http.certificate', message: 'there is no such key; known here: host, port' });
  });

  test('several wrong keys are all named', () => {
    expect(problems({ name: 'alpha', mdsn: 1, lisen: 2 }).map(({ path }) => path)).toEqual(['mdsn', 'lisen']);
  });
});

describe('a wrong value names its path', () => {
  const wrong: readonly (readonly [string, unknown, string])[] = [
    ['name', { name: 7 }, 'name'],
    ['no name', { name: undefined }, 'name'],
    ['empty name', { name: '' }, 'name'],
    ['long name', { name: 'a'.repeat(64) }, 'name'],
    ['capital in a name', { name: 'Alpha' }, 'name'],
    ['dash first', { name: '-alpha' }, 'name'],
    ['description', { description: 'x'.repeat(501) }, 'description'],
    ['listen text', { listen: '/ip4/0.0.0.0/tcp/0' }, 'listen'],
    ['listen nowhere', { listen: [] }, 'listen'],
    ['listen address', { listen: ['/ip4/0.0.0.0/tcp/0', '0.0.0.0:4001'] }, 'listen[1]'],
    ['peer without a port', { peers: ['/ip4/10.0.0.1'] }, 'peers[0]'],
    ['peer on port 0', { peers: ['/ip4/10.0.0.1/tcp/0'] }, 'peers[0]'],
    ['peer with a bad ID', { peers: ['/ip4/10.0.0.1/tcp/1/p2p/nobody'] }, 'peers[0]'],
    ['mdns', { mdns: 'yes' }, 'mdns'],
    ['API for others', { http: { host: '0.0.0.0' } }, 'http.host'],
    ['API port', { http: { port: 65_536 } }, 'http.port'],
    ['API port text', { http: { port: '80' } }, 'http.port'],
    ['depth 0', { maxHopDepth: 0 }, 'maxHopDepth'],
    ['depth raised', { maxHopDepth: MAX_HOP_DEPTH + 1 }, 'maxHopDepth'],
    ['half a hop', { maxHopDepth: 1.5 }, 'maxHopDepth'],
    ['no credit', { credit: 0 }, 'credit'],
    ['credit', { credit: MAX_CREDIT + 1 }, 'credit'],
    ['timeout', { jobTimeoutSeconds: 86_401 }, 'jobTimeoutSeconds'],
    ['grace', { requesterGraceSeconds: -1 }, 'requesterGraceSeconds'],
    ['no turns', { turns: { concurrent: 0 } }, 'turns.concurrent'],
    ['turns', { turns: 4 }, 'turns'],
    ['unknown right', { defaultRights: ['task', 'root'] }, 'defaultRights[1]'],
    ['rights of nobody', { rights: { beta: ['task'] } }, 'rights.beta'],
    ['right of a peer', { rights: { [PEER]: ['talk'] } }, `rights.${PEER}[0]`],
    ['deny a name', { deny: ['beta'] }, 'deny[0]'],
    ['room', { rooms: ['lobby', 'no room!'] }, 'rooms[1]'],
    ['kind of agent', { agent: { kind: 'oracle' } }, 'agent.kind'],
    ['relative root', { agent: { kind: 'builtin', filesRoot: 'notes' } }, 'agent.filesRoot'],
    ['retention', { retention: { messagesDays: '30' } }, 'retention.messagesDays'],
    ['level', { log: { level: 'loud' } }, 'log.level'],
  ];
  test.each(wrong)('%s', (_, config, path) => {
    const found = problems({ name: 'alpha', ...(config as object) });
    expect(found.map((problem) => problem.path)).toEqual([path]);
    expect(found[0]?.message).not.toBe('');
  });

  test('types are named', () => {
    expect(problems({ name: 'alpha', mdns: 'yes' })[0]?.message).toBe('expected boolean, received string');
  });

  test.each([undefined, null, 7, 'alpha', [], [{ name: 'alpha' }]])('a config that is %j is none', (value) => {
    expect(problems(value)).toMatchObject([{ path: '' }]);
  });
});

describe('bounds are inclusive', () => {
  const right: readonly ConfigInput[] = [
    { name: 'a' },
    { name: 'a'.repeat(63) },
    { name: 'alpha', maxHopDepth: 1, credit: 1, jobTimeoutSeconds: 1, requesterGraceSeconds: 0 },
    { name: 'alpha', maxHopDepth: MAX_HOP_DEPTH, credit: MAX_CREDIT, jobTimeoutSeconds: 86_400 },
    { name: 'alpha', http: { host: '::1', port: 65_535 } },
    { name: 'alpha', listen: ['/ip6/::/tcp/4001', '/ip4/127.0.0.1/tcp/65535'] },
    { name: 'alpha', peers: ['/dns4/node.example.org/tcp/4001', `/ip6/fe80::1/tcp/1/p2p/${PEER}`] },
    { name: 'alpha', rights: { [PEER]: [] }, defaultRights: ['room'], deny: [PEER], rooms: [] },
    { name: 'alpha', agent: { kind: 'builtin', filesRoot: '/srv/notes' }, log: { level: 'silent' } },
  ];
  test.each(right)('%j', (config) => {
    expect(problems(config)).toEqual([]);
  });
});

describe('the file', () => {
  test('what is written is what is read', () => {
    const config = parseConfig({ name: 'alpha', peers: [`/ip4/10.0.0.1/tcp/1/p2p/${PEER}`], deny: [PEER] });
    writeConfig(directory, config);
    expect(loadConfig(directory)).toEqual(config);
  });

  test('is JSON that people can edit and others cannot read, with nothing left beside it', () => {
    const inner = join(directory, 'made', 'on the way');
    writeConfig(inner, { name: 'alpha' });
    writeConfig(inner, { name: 'beta' });
    const text = readFileSync(configFile(inner), 'utf8');
    expect(text).toContain('\n  "name": "beta",\n');
    expect(text.endsWith('}\n')).toBe(true);
    expect(statSync(configFile(inner)).mode & 0o777).toBe(0o600);
    expect(readdirSync(inner)).toEqual(['hoplite.json']);
  });

  test('an invalid config is not written over a valid one', () => {
    writeConfig(directory, { name: 'alpha' });
    expect(() => writeConfig(directory, { name: 'alpha', credit: 0 })).toThrow(ConfigError);
    expect(loadConfig(directory).credit).toBe(32);
  });

  test('that is not there says how to make it', () => {
    const error = errorOf(() => loadConfig(directory));
    expect(error).toMatchObject({ code: 'ERR_CONFIG', file: configFile(directory) });
    expect(error.message).toContain('hoplite init');
  });

  test('that is not JSON says where', () => {
    writeFileSync(configFile(directory), '{ "name": "alpha", }');
    const error = errorOf(() => loadConfig(directory));
    expect(error.problems).toHaveLength(1);
    expect(error.message).toContain('JSON');
  });

  test('that is a directory is an error of the same kind', () => {
    mkdirSync(configFile(directory));
    expect(errorOf(() => loadConfig(directory)).message).toContain('EISDIR');
  });

  test('an error names the file and every problem', () => {
    verifies('node.sdk.create-node');
    writeFileSync(configFile(directory), '{ "name": "alpha", "mdsn": true, "http": { "port": "80" } }');
    expect(errorOf(() => loadConfig(directory)).message).toBe(
      `${configFile(directory)} is not valid\n` +
        '  http.port: expected number, received string\n' +
        '  mdsn: there is no such key: did you mean "mdns"?',
    );
  });

  test('of Windows editors, with a byte order mark, is read', () => {
    writeFileSync(configFile(directory), '\uFEFF{ "name": "alpha" }');
    expect(loadConfig(directory).name).toBe('alpha');
  });
});

describe('whatever stands in the file', () => {
  const keys = fc.constantFrom(...Object.keys(configSchema.shape), '__proto__', 'constructor', 'toString');
  const nearly = fc.dictionary(keys, fc.jsonValue()).map((rest) => ({ name: 'alpha', ...rest }));

  test.each([
    ['any JSON value', fc.jsonValue()],
    ['any values under known keys', nearly],
  ])('%s is a config or a ConfigError with problems', (_, values) => {
    fc.assert(
      fc.property(values, (value) => {
        writeFileSync(configFile(directory), JSON.stringify(value));
        try {
          const config = loadConfig(directory);
          expect(parseConfig(config)).toEqual(config);
        } catch (error) {
          expect(error).toBeInstanceOf(ConfigError);
          expect((error as ConfigError).problems.length).toBeGreaterThan(0);
        }
      }),
    );
  });
});

describe('the data directory', () => {
  test('is in the home directory', () => {
    expect(defaultDataDirectory('alpha', {})).toBe(join(homedir(), '.hoplite', 'alpha'));
    expect(defaultDataDirectory('alpha', { HOPLITE_HOME: '' })).toBe(join(homedir(), '.hoplite', 'alpha'));
  });

  test('or in $HOPLITE_HOME', () => {
    expect(defaultDataDirectory('alpha', { HOPLITE_HOME: '/srv/hoplite' })).toBe('/srv/hoplite/alpha');
  });
});
