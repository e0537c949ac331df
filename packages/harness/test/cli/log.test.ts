import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifies } from '@hoplite/test/requirements';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RealNodes } from '../log-analysis/real-nodes.ts';
import { analyze } from './recorded-terminal.ts';

describe('hoplite analyze --log', () => {
  let network: RealNodes;
  let directories: readonly string[];
  beforeAll(async () => {
    network = await RealNodes.start(['alpha', 'beta']);
    await network.node('alpha').delegate('beta', { path: [] });
    await network.node('alpha').delegate('beta', { path: ['alpha'] });
    await network.stop();
    directories = ['alpha', 'beta'].map((name) => network.directory(name));
  }, 60_000);
  afterAll(() => network[Symbol.asyncDispose]());

  test('says of each job what it was, and fills the bug report of the one that was a loop', async () => {
    verifies('harness.analyze.log');
    verifies('harness.analyze.bug-report');
    const { code, out } = await analyze(['--log', ...directories]);
    expect(out).toMatch(/^\S+ +loop stopped +cannot: cycle +alpha +alpha → beta → alpha$/m);
    expect(out).toMatch(/^\S+ +done +alpha +alpha → beta$/m);
    expect(out).toMatch(/^Direction: +A→B→A \(2-node\): alpha → beta → alpha$/m);
    expect(out).toMatch(/^Missing invariant: none: stopped by no-cycle$/m);
    expect(out).toContain('2 jobs: every invariant held');
    expect(code).toBe(0);
  });

  test('is a run a job in the reports, and an object for programs', async () => {
    const html = join(network.directory('alpha'), 'report.html');
    const { json } = await analyze(['--log', ...directories, '--html', html, '--json']);
    expect(json()).toMatchObject({
      mode: 'log',
      verdict: 'held',
      jobs: [{ verdict: 'loop stopped' }, { verdict: 'done' }],
    });
    expect(readFileSync(html, 'utf8')).toContain('All 2 held');
  });

  test('a directory without a node is an error that names it', async () => {
    const { code, out, err } = await analyze(['--log', join(network.directory('alpha'), 'none')]);
    expect(err).toContain('none');
    expect(out).toBe('');
    expect(code).toBe(2);
  });

  test('a store that cannot be read is wrong usage, and no violation', async () => {
    const damaged = join(network.directory('alpha'), 'damaged');
    mkdirSync(damaged);
    writeFileSync(join(damaged, 'hoplite.db'), 'no database');
    const { code, out, err } = await analyze(['--log', damaged]);
    expect(err).toContain('cannot be read');
    expect(out).toBe('');
    expect(code).toBe(2);
  });
});
