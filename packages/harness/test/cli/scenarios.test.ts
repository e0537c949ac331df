import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifies } from '@hoplite/test/requirements';
import { afterAll, describe, expect, test } from 'vitest';
import type { RunRecord } from '../../src/record.ts';
import { corpusFiles } from '../../src/scenario/index.ts';
import { analyze, RecordedTerminal } from './recorded-terminal.ts';

const directory = mkdtempSync(join(tmpdir(), 'hoplite-scenarios-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

interface Found {
  readonly mode: string;
  readonly verdict: string;
  readonly scenarios: number;
  readonly ran: number;
  readonly records: readonly RunRecord[];
}

/** A scenario that holds, and one that expects what does not come about. */
function file(id: string, expected: string): string {
  const path = join(directory, `${id}.json`);
  const scenario = {
    id,
    source: 'a test',
    says: `one asks the other, and it is ${expected}`,
    peers: ['alpha', 'beta'],
    steps: [{ delegate: { from: 'alpha', to: 'beta', brief: 'hello' }, expect: { state: expected } }],
  };
  writeFileSync(path, JSON.stringify(scenario));
  return path;
}

const good = file('good', 'done');
const bad = file('bad', 'stopped');

describe('hoplite analyze with scenarios', () => {
  test('runs a file, and says what it held', async () => {
    verifies('harness.analyze.corpus');
    const { code, out, err } = await analyze([good]);
    expect(out).toMatch(/^good +held +1 +\d+ +one asks the other, and it is done$/m);
    expect(out).toContain('1 scenario: all held');
    expect(err).toBe('');
    expect(code).toBe(0);
  });

  test('shows what broke, with how to see it again, and exits with 1', async () => {
    verifies('harness.analyze.outputs');
    const { code, out } = await analyze([good, bad, '--seed', '5']);
    expect(out).toMatch(/^bad +1 violation/m);
    expect(out).toContain('✕ expected:');
    expect(out).toMatch(/├─+▶│.*task request/);
    expect(out).toContain(`reproduce: hoplite analyze ${bad} --seed 5`);
    expect(out).toContain('2 scenarios: 1 broke');
    expect(code).toBe(1);
  });

  test('--shrink prints the smallest scenario that breaks so, which breaks so again', async () => {
    verifies('harness.scenario.shrinks');
    const path = join(mkdtempSync(join(directory, 'long-')), 'long.json');
    const { steps, ...rest } = JSON.parse(readFileSync(bad, 'utf8')) as { readonly steps: readonly unknown[] };
    writeFileSync(path, JSON.stringify({ ...rest, steps: [{ rest: true }, { advance: 5000 }, ...steps] }));
    const { code, out } = await analyze([path, '--shrink', '--seed', '5']);
    const printed = out.slice(out.indexOf('{', out.indexOf('smallest.json, a scenario that fails so:')));
    expect(JSON.parse(printed)).toMatchObject({ seed: 5, steps: [{ delegate: {}, expect: { state: 'stopped' } }] });
    expect(code).toBe(1);
    writeFileSync(path, printed);
    expect((await analyze([path])).code).toBe(1);
  });

  test('--quiet shows only what broke', async () => {
    const { out } = await analyze([good, bad, '--quiet']);
    expect(out).not.toContain('good');
    expect(out).toContain('✕ expected:');
    expect((await analyze([good, '--quiet'])).out).toBe('1 scenario: all held\n');
  });

  test('--json prints one object, with every run in it', async () => {
    verifies('harness.analyze.outputs');
    const { code, json } = await analyze([good, bad, '--json']);
    const found = json() as Found;
    expect(found).toMatchObject({ mode: 'scenarios', verdict: 'violated', scenarios: 2, ran: 2 });
    expect(found.records.map(({ id, violations }) => [id, violations.length])).toEqual([
      ['good', 0],
      ['bad', 1],
    ]);
    expect(code).toBe(1);
  });

  test('the same seed gives the same object, byte for byte', async () => {
    const [one, other] = [
      await analyze([good, '--json', '--seed', '9']),
      await analyze([good, '--json', '--seed', '9']),
    ];
    expect(one.out).toBe(other.out);
    expect((one.json() as Found).records[0]?.seed).toBe(9);
  });

  test('writes JUnit and HTML beside it', async () => {
    const [junit, html] = [join(directory, 'junit.xml'), join(directory, 'report.html')];
    const { err } = await analyze([good, bad, '--junit', junit, '--html', html]);
    expect(err).toBe(`written: ${junit}\nwritten: ${html}\n`);
    expect(readFileSync(junit, 'utf8')).toContain('tests="2" failures="1"');
    expect(readFileSync(html, 'utf8')).toContain('1 of 2 violated');
  });

  test('takes a directory, and an entry of the corpus by its number', async () => {
    verifies('harness.analyze.corpus');
    expect(((await analyze([directory, '--json'])).json() as Found).scenarios).toBe(2);
    const named = (await analyze(['s01', '--json'])).json() as Found;
    expect(named.records.map(({ id }) => id)).toContain('S01');
    expect(named.verdict).toBe('held');
  });

  test('without a file runs the corpus', async () => {
    verifies('harness.analyze.corpus');
    const terminal = new RecordedTerminal();
    const running = analyze(['--json'], terminal);
    // Enough of it has been seen when it is known how many there are; the whole of it is run by other tests.
    terminal.interruptSoon();
    const found = JSON.parse((await running).out) as Found;
    expect(found.scenarios).toBeGreaterThan(30);
    expect(found.scenarios).toBeLessThanOrEqual(corpusFiles().length);
  });

  test('a file that is no scenario is wrong usage, before any runs', async () => {
    const path = join(directory, 'wrong.txt');
    writeFileSync(path, '{ "id": 1 }');
    const { code, out, err } = await analyze([good, path]);
    expect(err).toContain(`${path} is no scenario`);
    expect(out).toBe('');
    expect(code).toBe(2);
  });

  test('Ctrl+C ends it, and what was found so far is printed', async () => {
    verifies('harness.analyze.interrupted');
    const terminal = new RecordedTerminal();
    const running = analyze([bad, ...corpusFiles()], terminal);
    terminal.interruptSoon();
    const { code, out, err } = await running;
    expect(code).toBe(130);
    expect(err).toContain('interrupted; this is what was found so far');
    expect(out).toMatch(/\d+ of \d+ scenarios: /);
    expect(terminal.isToEndSoon).toBe(true);
  });
});
