import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifies } from '@hoplite/test/requirements';
import { afterAll, describe, expect, test } from 'vitest';
import type { Analysis } from '../../src/cli/analysis.ts';
import { writeReports } from '../../src/cli/write-reports.ts';
import { eventful, record } from '../report/records.ts';

const directory = mkdtempSync(join(tmpdir(), 'hoplite-analyze-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function analysisOf(...ids: readonly string[]): Analysis {
  return { verdict: 'held', text: '', found: {}, records: ids.map((id) => record({ id })) };
}

describe('the files of an analysis', () => {
  test('are JUnit XML and HTML, in folders that need not be there, over what is there', () => {
    verifies('harness.analyze.outputs');
    const [junit, html] = [join(directory, 'new/results.xml'), join(directory, 'new/report.html')];
    const analysis = { ...analysisOf(), records: [eventful()], from: () => ['my.json'] };
    expect(writeReports(analysis, { junit, html })).toEqual([junit, html]);
    writeFileSync(html, 'something else');
    writeReports(analysis, { junit, html });
    expect(readFileSync(junit, 'utf8')).toContain('<failure');
    expect(readFileSync(html, 'utf8')).toContain('hoplite analyze my.json --seed 7');
  });

  test('are one a run in a directory, with a list of them, whatever the runs are called', () => {
    const html = `${join(directory, 'each')}/`;
    writeReports(analysisOf('S01', 's01', '../../etc/passwd', 'index', '..'), { html });
    expect(readdirSync(html).sort()).toEqual([
      'S01.html',
      'etc-passwd.html',
      'index-2.html',
      'index.html',
      'run.html',
      's01-2.html',
    ]);
    writeReports(analysisOf('S02'), { html: join(directory, 'each') });
    expect(readdirSync(html)).toContain('S02.html');
  });

  test('that cannot be written are an error which says why', () => {
    const file = join(directory, 'file');
    writeFileSync(file, '');
    expect(() => writeReports(analysisOf('S01'), { junit: join(file, 'results.xml') })).toThrow(
      /the report cannot be written: E/,
    );
  });

  test('are none when none is asked for', () => {
    expect(writeReports(analysisOf('S01'), {})).toEqual([]);
  });
});
