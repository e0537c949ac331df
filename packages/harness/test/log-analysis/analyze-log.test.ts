import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import { analyzeLog, bugReportText } from '../../src/log-analysis/index.ts';
import { RealNodes, agentOf } from './real-nodes.ts';

const NAMES = ['alpha', 'beta', 'gamma', 'delta'];

/** Asks everyone, again and again with other words, until it is told to stop. */
const storm = agentOf(async ({ tools }) => {
  for (let round = 0; round < 20; round += 1) {
    const asked = ['alpha', 'beta', 'gamma'].map((peer) =>
      tools.call('delegate_task', { peer, brief: { path: [], round, peer } }),
    );
    const results = await Promise.all(asked);
    const refused = results.find((result) => !result.ok);
    if (refused?.ok === false) return refused.refusal.reason;
  }
  return 'never stopped';
});

let network: RealNodes;
let jobs: Readonly<Record<'honest' | 'cycle' | 'across' | 'back' | 'deep' | 'storm' | 'policy' | 'session', string>>;

beforeAll(async () => {
  network = await RealNodes.start(NAMES, { delta: storm }, (name) =>
    name === 'gamma'
      ? { graph: { preset: 'edges', edges: ['alpha', 'beta', 'gamma'].map((to) => ({ from: '*', to })) } }
      : {},
  );
  const alpha = network.node('alpha');
  const honest = await alpha.delegate('beta', { path: ['gamma'] });
  const cycle = await alpha.delegate('beta', { path: ['gamma', 'alpha'] });
  const across = await alpha.delegate('beta', { path: ['gamma', 'alpha'], via: ['session', 'task'] });
  const back = await alpha.delegate('beta', { path: ['alpha'] });
  const deep = await alpha.delegate('beta', {
    path: ['gamma', 'beta', 'gamma', 'beta'],
    via: ['session', 'session', 'session', 'session'],
  });
  const edge = await network.node('gamma').delegate('delta', { path: [] });
  const session = await alpha.send('gamma', JSON.stringify({ path: [] }));
  const stormed = await network.node('delta').delegate('delta', 'go', { credit: 6 });
  jobs = {
    honest: honest.jobId,
    cycle: cycle.jobId,
    across: across.jobId,
    back: back.jobId,
    deep: deep.jobId,
    session: session.jobId,
    storm: stormed.jobId,
    policy: edge.jobId,
  };
  expect(stormed.reason).toBe('max_turns');
}, 60_000);

afterAll(() => network[Symbol.asyncDispose]());

const all = (): readonly string[] => NAMES.map((name) => network.directory(name));

async function jobOf(jobId: string, directories = all()) {
  const { jobs: found } = await analyzeLog(directories);
  const job = found.find((other) => other.jobId === jobId);
  if (job === undefined) throw new Error(`no job ${jobId}`);
  return job;
}

describe('the stores of nodes that run', () => {
  verifies('harness.analyze.log', 'harness.analyze.bug-report');

  test('give back every job across peers, with no violation', async () => {
    const { record, jobs: found, partial, isInterrupted } = await analyzeLog(all());
    expect(record.violations).toEqual([]);
    expect(partial).toEqual([]);
    expect(isInterrupted).toBe(false);
    expect([...record.peers].sort()).toEqual([...NAMES].sort());
    expect(found.map(({ jobId }) => jobId)).toEqual(expect.arrayContaining(Object.values(jobs)));
    const messages = record.messages.filter(({ jobId }) => jobId === jobs.honest);
    expect(messages.map(({ from, to, act, depth, fate }) => [from, to, act, depth, fate.kind])).toEqual([
      ['alpha', 'beta', 'request', 1, 'handled'],
      ['beta', 'gamma', 'request', 2, 'handled'],
      ['gamma', 'beta', 'done', 3, 'handled'],
      ['beta', 'alpha', 'done', 2, 'handled'],
    ]);
    expect(
      record.turns.filter(({ jobId }) => jobId === jobs.honest).map(({ peer, outcome }) => [peer, outcome]),
    ).toEqual([
      ['beta', 'done'],
      ['gamma', 'done'],
    ]);
    expect(record.jobs.find(({ jobId }) => jobId === jobs.honest)).toMatchObject({
      origin: 'alpha',
      target: 'beta',
      state: 'done',
      turns: 2,
      credit: { granted: 32, left: 30 },
    });
  });

  test('tell honest work from loops, storms and chains', async () => {
    const { jobs: found } = await analyzeLog(all());
    const verdicts = new Map(
      found.map(({ jobId, verdict, shape }) => [jobId, shape ? `${verdict}: ${shape}` : verdict]),
    );
    expect(verdicts.get(jobs.honest)).toBe('done');
    expect(verdicts.get(jobs.session)).toBe('done');
    expect(verdicts.get(jobs.cycle)).toBe('loop stopped: A→B→C→A');
    expect(verdicts.get(jobs.back)).toBe('loop stopped: A→B→A');
    expect(verdicts.get(jobs.storm)).toBe('storm stopped');
    expect(verdicts.get(jobs.policy)).toBe('policy');
    expect(verdicts.get(jobs.deep)).toBe('loop stopped: A→B→C→B→C');
  });

  test('fill the bug report of a loop across channels', async () => {
    const { report } = await jobOf(jobs.across);
    expect(report).toMatchObject({
      channel: 'task',
      direction: 'A→B→C→A (3-node): alpha → beta → gamma → alpha',
      missingInvariant: 'none: stopped by no-cycle',
      crossProtocol: 'Yes: task → session → task',
      startupRace: 'No',
    });
    const text = bugReportText(report ?? ({} as never));
    for (const field of ['Channel:', 'Direction:', 'Trigger:', 'Missing invariant:', 'Cross-protocol:', 'Fix:']) {
      expect(text).toContain(field);
    }
    expect(text).toMatch(/Evidence: +job .*cannot: cycle/);
    expect(text).toMatch(/alpha → beta: task request, depth 1, credit 16: handled/);
  });

  test('fill the bug report of a storm', async () => {
    const { report } = await jobOf(jobs.storm);
    expect(report?.direction).toMatch(/^fan-out: delta/);
    expect(report?.missingInvariant).toBe('none: stopped by credit');
    expect(report?.crossProtocol).toBe('No');
  });

  test('are not changed by that, and nothing is left beside them', async () => {
    const directory = network.directory('alpha');
    const before = readdirSync(directory).sort();
    const content = readFileSync(join(directory, 'hoplite.db'));
    await analyzeLog([directory]);
    expect(readdirSync(directory).sort()).toEqual(before);
    expect(readFileSync(join(directory, 'hoplite.db')).equals(content)).toBe(true);
  });

  test('go only so far back as they are asked to, and stop when told', async () => {
    const { jobs: newest } = await analyzeLog(all(), { jobs: 2 });
    expect(newest).toHaveLength(2);
    const seen: number[] = [];
    const end = new AbortController();
    const interrupted = await analyzeLog(all(), {
      signal: end.signal,
      onProgress: ({ done, of }) => {
        seen.push(of - done);
        end.abort();
      },
    });
    expect(interrupted).toMatchObject({ jobs: [], isInterrupted: true });
    expect(seen.length).toBeGreaterThan(0);
  });
});

describe('when one store is missing', () => {
  test('what is not known is said, and nothing is held against anyone', async () => {
    const directories = ['alpha', 'beta'].map((name) => network.directory(name));
    const { partial, record, jobs: found } = await analyzeLog(directories);
    expect(record.violations).toEqual([]);
    const short = `…${network.node('gamma').peerId.slice(-8)}`;
    expect(partial).toEqual(expect.arrayContaining([expect.stringMatching(`${short} took part in \\d+ jobs`)]));
    expect(found.find(({ jobId }) => jobId === jobs.cycle)?.verdict).toBe('loop stopped');
    expect(record.messages.some(({ to }) => to === short)).toBe(true);
  });

  test('of the origin, a freeze still tells why the job was stopped', async () => {
    const { verdict, reason, path } = await jobOf(jobs.cycle, [network.directory('gamma')]);
    expect([verdict, reason, path.length]).toEqual(['loop stopped', 'cannot: cycle', 4]);
    expect((await jobOf(jobs.honest, [network.directory('gamma')])).verdict).toBe('unknown');
  });
});

describe('a store that was tampered with', () => {
  test.each([
    ['I1', 'a job that accounts for too much', 'UPDATE job SET turns = 99 WHERE job_id = ?', 'alpha', /99 turns/],
    [
      'I5',
      'an answer that woke an agent',
      "UPDATE message SET started = 1 WHERE job_id = ? AND act = 'done' AND direction = 'in'",
      'alpha',
      /no message there obliges it to/,
    ],
    [
      'I1',
      'a turn that nobody paid for',
      'UPDATE message SET started = 2 WHERE job_id = ?',
      'gamma',
      /credit for 3 turns/,
    ],
    [
      'I4',
      'an answer that is gone',
      "DELETE FROM message WHERE job_id = ? AND act = 'done' AND direction = 'in'",
      'alpha',
      /has no end/,
    ],
    ['I9', 'another content', 'UPDATE message SET content = \'"other"\' WHERE job_id = ?', 'alpha', /content is not/],
    [
      'I9',
      'another act',
      "UPDATE message SET act = 'query' WHERE job_id = ? AND act = 'request'",
      'beta',
      /act is not/,
    ],
  ])('shows %s: %s', async (rule, _, sql, name, says) => {
    const copy = copyOf(name);
    try {
      const db = new DatabaseSync(join(copy, 'hoplite.db'));
      db.prepare(sql).run(jobs.honest);
      db.close();
      const others =
        rule === 'I4' ? [network.directory('gamma')] : NAMES.filter((n) => n !== name).map((n) => network.directory(n));
      const job = await jobOf(jobs.honest, [copy, ...others]);
      const details = job.violations.filter((violation) => violation.rule === rule).map(({ detail }) => detail);
      expect(details).toEqual(expect.arrayContaining([expect.stringMatching(says)]));
      expect(job.report?.missingInvariant).toMatch(/^I\d/);
    } finally {
      rmSync(copy, { recursive: true });
    }
  });

  test('shows a link that its sender has not signed', async () => {
    const copy = copyOf('gamma');
    try {
      const db = new DatabaseSync(join(copy, 'hoplite.db'));
      const rows = db
        .prepare("SELECT rowid, envelope FROM message WHERE job_id = ? AND act = 'request'")
        .all(jobs.honest);
      for (const { rowid, envelope } of rows) {
        db.prepare('UPDATE message SET envelope = ? WHERE rowid = ?').run(
          forged(envelope as Uint8Array),
          Number(rowid),
        );
      }
      db.close();
      const { violations } = await jobOf(jobs.honest, [copy]);
      expect(violations.map(({ rule }) => rule)).toEqual(['I9']);
      expect(violations[0]?.detail).toMatch(/does not bear the signature/);
    } finally {
      rmSync(copy, { recursive: true });
    }
  });
});

describe('a store that cannot be read', () => {
  const directory = mkdtempSync(join(tmpdir(), 'hoplite-log-none-'));
  const file = join(directory, 'hoplite.db');
  afterAll(() => rmSync(directory, { recursive: true }));

  test.each<readonly [string, () => void]>([
    ['StoreMissingError', () => undefined],
    ['StoreCorruptError', () => writeFileSync(file, '')],
    [
      'StoreCorruptError',
      () => writeFileSync(file, 'no database at all, but long enough to be taken for one'.repeat(20)),
    ],
    ['StoreCorruptError', () => foreign('CREATE TABLE other (a)')],
    ['StoreVersionError', () => foreign(`PRAGMA application_id = 1752133740; PRAGMA user_version = 99`)],
    ['StoreOutdatedError', () => foreign(`PRAGMA application_id = 1752133740; PRAGMA user_version = 1`)],
  ])('is a %s, and is left as it is', async (name, make) => {
    make();
    const before = readdirSync(directory);
    await expect(analyzeLog([directory])).rejects.toMatchObject({ name });
    expect(readdirSync(directory)).toEqual(before);
  });

  function foreign(sql: string): void {
    rmSync(file, { force: true });
    const db = new DatabaseSync(file);
    db.exec(sql);
    db.close();
  }
});

/** A copy of a data directory; without its key it is known by its messages. */
function copyOf(name: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'hoplite-log-copy-'));
  cpSync(network.directory(name), copy, { recursive: true });
  return copy;
}

/** An envelope with the last byte of its first signature changed. */
function forged(envelope: Uint8Array): Uint8Array {
  const bytes = Buffer.from(envelope);
  const at = bytes.indexOf(Buffer.from([0x12, 0x40])) + 2 + 63;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes;
}
