import { verifies } from '@hoplite/test/requirements';
import { describe, expect, test } from 'vitest';
import { reportJUnit } from '../../src/report/index.ts';
import { eventful, HOSTILE, hostile, record } from './records.ts';

describe('runs as JUnit XML', () => {
  test('are a suite a kind and a case a run, with what broke', () => {
    verifies('harness.analyze.outputs');
    const xml = reportJUnit([record(), eventful(), record({ id: 'W1', kind: 'walk' })]);
    expect(xml).toContain('<testsuites name="hoplite analyze" tests="3" failures="1" errors="0">');
    expect(xml).toContain('<testsuite name="scenario" tests="2" failures="1"');
    expect(xml).toContain('<testsuite name="walk" tests="1" failures="0"');
    expect(xml.match(/<testcase /g)).toHaveLength(3);
    expect(xml).toContain('<failure type="I6" message="I6: hub and worker wait for each other');
    expect(xml).toContain('(and 1 more)"');
    expect(xml).toContain('<property name="seed" value="7"/>');
  });

  test.each(HOSTILE.map((text) => [JSON.stringify(text.slice(0, 24)), text]))(
    'hold no character that XML forbids, and no element of an agent, with %s in every text',
    (_start, text) => {
      verifies('harness.report.escapes');
      const xml = reportJUnit([hostile(text)]);
      // eslint-disable-next-line no-control-regex -- it is what is looked for
      expect(xml).not.toMatch(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/);
      expect(xml.isWellFormed()).toBe(true);
      expect([...xml.matchAll(/<\/?([a-z]+)/g)].map(([, name]) => name)).toEqual(
        [...reportJUnit([hostile('word')]).matchAll(/<\/?([a-z]+)/g)].map(([, name]) => name),
      );
    },
  );

  test('that did not come to their end are skipped, and say why', () => {
    const xml = reportJUnit([record({ unfinished: 'bounded' }), record({ unfinished: 'interrupted' }), record()]);
    expect(xml).toContain('failures="0" errors="0" skipped="2"');
    expect(xml).toContain('<skipped message="not proved: more states than may be visited"/>');
    expect(xml).toContain('<skipped message="not proved: interrupted"/>');
  });

  test('of no run are an empty set', () => {
    expect(reportJUnit([])).toContain('tests="0"');
  });
});
