import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateIdentity, loadIdentity } from '@hoplite/p2p';
import { ConfigError, parseConfig, writeConfig, type ConfigInput } from '@hoplite/node';
import { afterAll, describe, expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import { analyzeMesh, readMeshConfigs, type MeshAnalysis } from '../../src/mesh-analysis/index.ts';

function analysisOf(...configs: readonly ConfigInput[]): Promise<MeshAnalysis> {
  return analyzeMesh(configs.map((config) => ({ file: `${config.name}.json`, config: parseConfig(config) })));
}

const edges = (...pairs: readonly (readonly [string, string])[]) =>
  ({ preset: 'edges', edges: pairs.map(([from, to]) => ({ from, to })) }) as const;

describe('the configs of a network tell', () => {
  verifies('harness.analyze.mesh');

  test('of three peers that may all address each other, that they could loop, and what the brakes leave of it', async () => {
    const mesh = await analysisOf({ name: 'alpha' }, { name: 'beta' }, { name: 'gamma' });
    expect(mesh.canLoop).toBe(true);
    expect(mesh.circles.map(({ channel }) => channel)).toEqual(['task', 'session', 'room']);
    expect(mesh.hopLimit).toBe(4);
    expect(mesh.longestPath).toHaveLength(4);
    expect(mesh.mostTurns).toBe(32);
    expect(mesh.turns[0]).toMatchObject({ origin: 'alpha', byItself: 32, byMessage: 16 });
    expect(mesh.illegalEdges).toEqual([]);
    expect(mesh.warnings).toEqual([]);
  });

  test('of a pipeline, that it cannot loop, and its length', async () => {
    const graph: ConfigInput['graph'] = { preset: 'pipeline', order: ['alpha', 'beta', 'gamma'] };
    const mesh = await analysisOf({ name: 'alpha', graph }, { name: 'beta', graph }, { name: 'gamma', graph });
    expect(mesh.canLoop).toBe(false);
    expect(mesh.circles).toEqual([]);
    expect(mesh.longestPath).toEqual(['alpha', 'beta', 'gamma']);
    expect(mesh.turns.map(({ byItself, byMessage }) => [byItself, byMessage])).toEqual([
      [32, 16],
      [32, 1],
      [1, 0],
    ]);
    expect(mesh.illegalEdges).toContainEqual({
      ...{ from: 'gamma', to: 'alpha', channel: 'task', reason: 'illegal_edge', by: 'both' },
      isAsymmetric: false,
    });
  });

  test('a circle that no channel has alone', async () => {
    const graph = {
      preset: 'edges',
      edges: [
        { from: 'alpha', to: 'beta', channels: ['task'] },
        { from: 'beta', to: 'alpha', channels: ['session'] },
      ],
    } as const;
    const copy = () => ({
      preset: graph.preset,
      edges: graph.edges.map((edge) => ({ ...edge, channels: [...edge.channels] })),
    });
    const mesh = await analysisOf({ name: 'alpha', graph: copy() }, { name: 'beta', graph: copy() });
    expect(mesh.circles).toEqual([{ channel: 'any', path: ['alpha', 'beta', 'alpha'] }]);
    expect(mesh.longestPathChannels).toEqual(['task', 'session', 'task'].slice(0, mesh.longestPathChannels.length));
  });

  test('an edge on which the two sides do not agree', async () => {
    const mesh = await analysisOf(
      { name: 'alpha' },
      { name: 'beta', graph: { preset: 'edges', edges: [{ from: 'beta', to: '*' }] } },
    );
    const fromAlpha = mesh.illegalEdges.filter(({ from }) => from === 'alpha');
    expect(fromAlpha.map(({ by, channel, isAsymmetric }) => [by, channel, isAsymmetric])).toEqual([
      ['receiver', 'task', true],
      ['receiver', 'session', true],
      ['receiver', 'room', true],
    ]);
    expect(mesh.warnings).toContainEqual(expect.stringMatching(/alpha → beta .*alpha allows it and beta refuses it/));
  });

  test('rights, denials and rooms as a node would take them', async () => {
    const mallory = generateIdentity().peerId;
    const configs = [
      { file: 'a', config: parseConfig({ name: 'alpha', rooms: ['lobby'] }) },
      {
        file: 'b',
        config: parseConfig({ name: 'beta', defaultRights: ['session'], rooms: ['other'], deny: [mallory] }),
      },
      { file: 'm', config: parseConfig({ name: 'mallory' }), peerId: mallory },
    ];
    const mesh = await analyzeMesh(configs);
    const reasons = mesh.illegalEdges.map(({ from, to, channel, reason }) => [from, to, channel, reason].join(' '));
    expect(reasons).toContain('alpha beta task unauthorized');
    expect(reasons).not.toContain('alpha beta session unauthorized');
    expect(reasons).toContain('mallory beta session unreachable');
    expect(mesh.warnings).toContainEqual(expect.stringMatching(/^beta shares no room with anyone/));
  });

  test('what a post to everyone sets off: who is woken, with how much, and who is not', async () => {
    const names = ['alpha', 'beta', 'gamma', 'delta'];
    const mesh = await analysisOf(
      ...names.map((name) => ({ name, credit: 4, ...(name === 'delta' ? { defaultRights: ['task' as const] } : {}) })),
    );
    expect(mesh.broadcasts.find(({ from }) => from === 'alpha')).toEqual({
      ...{ room: '#lobby', from: 'alpha', turns: 2 },
      ...{ wokenCount: 2, notWokenCount: 1 },
      woken: [
        { peer: 'beta', credit: 1 },
        { peer: 'gamma', credit: 1 },
      ],
      notWoken: [{ peer: 'delta', reason: 'unauthorized' }],
    });
    const poor = await analysisOf(...names.map((name) => ({ name, credit: 2 })));
    expect(poor.broadcasts[0]?.notWoken).toEqual([{ peer: 'delta', reason: 'max_turns' }]);
  });

  test('a post to everyone that one forbidden member stops for all', async () => {
    const graph = edges(['alpha', 'beta'], ['beta', 'alpha']);
    const mesh = await analysisOf({ name: 'alpha', graph }, { name: 'beta' }, { name: 'gamma' });
    expect(mesh.broadcasts.find(({ from }) => from === 'alpha')).toMatchObject({
      refused: { reason: 'illegal_edge', because: 'gamma' },
      woken: [],
      turns: 0,
    });
  });

  test('what is odd, and what to do', async () => {
    const unknown = generateIdentity().peerId;
    const { warnings } = await analysisOf(
      { name: 'alpha', maxHopDepth: 1, graph: { preset: 'star', centre: 'betta' }, supervisors: ['nobody-here'] },
      { name: 'beta', credit: 10_000, jobTimeoutSeconds: 1, rights: { [unknown]: [] } },
      { name: 'beta' },
    );
    for (const says of [
      /^maxHopDepth differs: 1 at alpha, 4 at beta, beta#3/,
      /^credit differs: 32 at alpha, beta#3, 10000 at beta/,
      /^2 peers are called beta/,
      /^alpha: graph names betta.*did you mean beta\?/,
      /^alpha: supervisors names nobody-here.*add its config/,
      /^beta: rights names 12D3.*give the data directories/,
      /^alpha: maxHopDepth is 1/,
      /^beta: a credit of 10000 is more than its rates let through/,
    ]) {
      expect(warnings).toContainEqual(expect.stringMatching(says));
    }
  });

  test('nothing of no configs, and little of one', async () => {
    expect(await analyzeMesh([])).toMatchObject({ canLoop: false, mostTurns: 0, hopLimit: 0, longestPath: [] });
    expect(await analysisOf({ name: 'alpha' })).toMatchObject({ canLoop: false, mostTurns: 1, longestPath: ['alpha'] });
  });
});

describe('a large network', () => {
  const peers = Array.from({ length: 64 }, (_, index) => `p${index}`);
  const spokes = edges(
    ...peers.slice(1).flatMap(
      (peer) =>
        [
          ['p0', peer],
          [peer, 'p0'],
        ] as const,
    ),
  );
  const rooms = Array.from({ length: 30 }, (_, index) => `r${index}`);
  const configs = peers.map((name) => ({ file: name, config: parseConfig({ name, graph: spokes, rooms }) }));

  test('is told of within bounds, and of what is left out there is a count', async () => {
    const mesh = await analyzeMesh(configs);
    expect(mesh.broadcastCount).toBe(64 * 30);
    expect(mesh.illegalEdgeCount).toBe(63 * 62 * 32);
    expect(mesh.mostTurns).toBe(32);
    expect(JSON.stringify(mesh).length).toBeLessThan(3_000_000);
  }, 60_000);

  test('can be stopped, and tells how far it is', async () => {
    const end = new AbortController();
    const seen: number[] = [];
    const analysis = analyzeMesh(configs, {
      signal: end.signal,
      onProgress: ({ done }) => {
        seen.push(done);
        if (done === 2) end.abort();
      },
    });
    await expect(analysis).rejects.toMatchObject({ name: 'AbortError' });
    expect(seen).toEqual([0, 1, 2]);
  });
});

describe('configs are read', () => {
  const root = mkdtempSync(join(tmpdir(), 'hoplite-mesh-'));
  afterAll(() => rmSync(root, { recursive: true }));

  test('from directories and files, with the peer ID where a key tells it, and nothing is made', async () => {
    const directory = join(root, 'alpha');
    writeConfig(directory, { name: 'alpha' });
    const { peerId } = loadIdentity(directory);
    const plain = join(root, 'plain');
    writeConfig(plain, { name: 'plain' });
    const file = join(root, 'beta.json');
    writeFileSync(file, JSON.stringify({ name: 'beta', rights: { [peerId]: ['task'] } }));
    const read = readMeshConfigs([directory, file, join(plain, 'hoplite.json')]);
    expect(read.map(({ config, peerId: id }) => [config.name, id])).toEqual([
      ['alpha', peerId],
      ['beta', undefined],
      ['plain', undefined],
    ]);
    expect(readdirSync(plain)).toEqual(['hoplite.json']);
    const reasons = (await analyzeMesh(read)).illegalEdges.filter(({ from, to }) => from === 'alpha' && to === 'beta');
    expect(reasons.map(({ channel, reason }) => [channel, reason])).toEqual([
      ['session', 'unauthorized'],
      ['room', 'unauthorized'],
    ]);
  });

  test('and are refused with file and place when they are wrong', async () => {
    const wrong = join(root, 'wrong.json');
    for (const text of ['{', '{"name":"x","maxHops":3}', '[]']) {
      writeFileSync(wrong, text);
      expect(() => readMeshConfigs([wrong])).toThrow(ConfigError);
    }
    const pipe = join(root, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const named = join(root, 'named');
    mkdirSync(named);
    execFileSync('mkfifo', [join(named, 'hoplite.json')]);
    for (const path of [pipe, named]) expect(() => readMeshConfigs([path])).toThrow(/not a file/);
    writeFileSync(wrong, ' '.repeat(1024 * 1024 + 1));
    expect(() => readMeshConfigs([wrong])).toThrow(/at most 1048576/);
    mkdirSync(join(root, 'empty'));
    expect(() => readMeshConfigs([join(root, 'empty')])).toThrow(ConfigError);
    expect(() => readMeshConfigs([join(root, 'missing.json')])).toThrow(/missing\.json/);
    expect(() => readMeshConfigs(Array.from({ length: 257 }, () => wrong))).toThrow(/257 configs/);
  });
});
