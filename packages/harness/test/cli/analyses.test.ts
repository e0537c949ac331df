import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifies } from '@hoplite/test/requirements';
import { afterAll, describe, expect, test } from 'vitest';
import { analyze, RecordedTerminal } from './recorded-terminal.ts';

const directory = mkdtempSync(join(tmpdir(), 'hoplite-analyses-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe('hoplite analyze --explore', () => {
  const small = ['--explore', '--peers', '2', '--depth', '2', '--credit', '2'];

  test('says what was proved, of how big a world, and how many states it had', async () => {
    verifies('harness.analyze.explore');
    const { code, out } = await analyze(small);
    expect(out).toMatch(/^proved for 2 peers, depth 2, credit 2: every interleaving/);
    expect(out).toMatch(/^[1-9]\d* states and [1-9]\d* transitions visited, the longest way [1-9]\d* steps$/m);
    expect(out).toContain('a job causes at most 2 turns');
    expect(code).toBe(0);
  });

  test('is one run in JSON and JUnit', async () => {
    const junit = join(directory, 'explore.xml');
    const { json } = await analyze([...small, '--json', '--junit', junit]);
    expect(json()).toMatchObject({
      ...{ mode: 'explore', verdict: 'held', peers: 2, depth: 2, credit: 2 },
      exploration: { verdict: 'proved', turnsAtMost: 2 },
    });
    expect(readFileSync(junit, 'utf8')).toContain('tests="1" failures="0"');
  });

  test('Ctrl+C ends it, and says how far it got', async () => {
    verifies('harness.analyze.interrupted');
    const terminal = new RecordedTerminal();
    const [html, junit] = [join(directory, 'cut-off.html'), join(directory, 'cut-off.xml')];
    const args = ['--explore', '--peers', '4', '--credit', '8', '--html', html, '--junit', junit];
    const running = analyze(args, terminal);
    terminal.interruptSoon();
    const { code, out } = await running;
    expect(out).toMatch(/^not proved for 4 peers, depth 4, credit 8: interrupted/);
    expect(code).toBe(130);
    // A report of it must not pass for a proof.
    expect(readFileSync(junit, 'utf8')).toContain('<skipped message="not proved: interrupted"/>');
    expect(readFileSync(html, 'utf8')).toContain('✕ Not proved');
    expect(readFileSync(html, 'utf8')).toContain('every interleaving of 4 peers, depth 4, credit 8, so far');
    expect(readFileSync(html, 'utf8')).not.toContain('every invariant held');
  });

  test('more peers than it can take on are wrong usage', async () => {
    const { code, err } = await analyze(['--explore', '--peers', '5']);
    expect(err).toContain('peers');
    expect(code).toBe(2);
  });
});

describe('hoplite analyze --walk', () => {
  const short = ['--walk', '--seed', '3', '--peers', '20', '--steps', '500', '--json'];

  test('goes the same way for the same seed, among many peers', async () => {
    const [one, other] = [await analyze(short), await analyze(short)];
    expect(one.json()).toMatchObject({ mode: 'walk', verdict: 'held', seed: 3, peers: 20, steps: 500 });
    expect(one.out).toBe(other.out);
    expect(one.code).toBe(0);
  });
});

describe('hoplite analyze --ablate', () => {
  test('says of each brake what breaks without it, and writes the shortest ways there', async () => {
    verifies('harness.analyze.ablate');
    const html = join(directory, 'ablate.html');
    const { code, out } = await analyze(['--ablate', '--html', html]);
    expect(out).toMatch(/^depth +I2 +\d+ +A job has no more turns than its credit/m);
    expect(out).toMatch(/^15 brakes: something breaks without each of them$/m);
    expect(readFileSync(html, 'utf8')).toContain('What breaks without each brake');
    expect(code).toBe(0);
  });
});

describe('hoplite analyze --mesh', () => {
  function config(name: string, rest: object = {}): string {
    const folder = join(directory, name);
    mkdirSync(folder, { recursive: true });
    const file = join(folder, 'hoplite.json');
    writeFileSync(file, JSON.stringify({ name, ...rest }));
    return file;
  }

  test('answers what people ask of a network, from its configs', async () => {
    verifies('harness.analyze.mesh');
    const { code, out } = await analyze(['--mesh', config('alpha'), config('beta', { credit: 8 })]);
    expect(out).toMatch(/Can it loop\?\n {2}yes, if the brakes were not/);
    expect(out).toMatch(/How long can a path get\?\n {2}3 hops: alpha → beta/);
    expect(out).toMatch(/How many turns can one request cause\?\n {2}32 at most/);
    expect(out).toContain('at beta: 8 by its own agent');
    expect(out).toContain('everyone may address everyone');
    expect(out).toMatch(/alpha in #lobby: 1 peer woken, \d+ turns? at most/);
    expect(code).toBe(0);
  });

  test('a single peer can do nothing to anybody', async () => {
    const { out } = await analyze(['--mesh', config('hermit')]);
    expect(out).toContain('no: no peers may address each other in a circle');
    expect(out).toContain('nobody may address anybody');
  });

  test('a config that is not there is wrong usage', async () => {
    const { code, out, err } = await analyze(['--mesh', join(directory, 'nowhere')]);
    expect(err).toContain('nowhere');
    expect(out).toBe('');
    expect(code).toBe(2);
  });
});
