import type { RunRecord } from '../record.ts';
import { markup, preformatted, type Markup } from './markup.ts';
import { reportText, violationWords } from './report-text.ts';
import { isHeld, unfinishedWords } from './words.ts';

const SUITES: readonly RunRecord['kind'][] = ['scenario', 'counterexample', 'walk', 'log'];

/**
 * Runs as JUnit XML, which continuous integration reads: a suite a kind, a case a run. Virtual time is no time that a build
 * takes, so no case has one; steps, states and seed are properties.
 */
export function reportJUnit(records: readonly RunRecord[]): string {
  const failed = records.filter((record) => !isHeld(record)).length;
  const suites = SUITES.map((kind) =>
    suiteOf(
      kind,
      records.filter((record) => record.kind === kind),
    ),
  );
  return `${
    markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="hoplite analyze" tests="${records.length}" failures="${failed}" errors="0">
${suites}
</testsuites>`.source
  }\n`;
}

function suiteOf(kind: RunRecord['kind'], records: readonly RunRecord[]): Markup | undefined {
  if (records.length === 0) return undefined;
  const failed = records.filter((record) => !isHeld(record)).length;
  const skipped = records.filter((record) => isHeld(record) && record.unfinished !== undefined).length;
  return markup`<testsuite name="${kind}" tests="${records.length}" failures="${failed}" errors="0" skipped="${skipped}">
${records.map(caseOf)}
</testsuite>`;
}

function caseOf(record: RunRecord): Markup {
  const { id, says, kind, seed, effort } = record;
  return markup`<testcase classname="hoplite.${kind}" name="${id}: ${says}">
<properties>
${seed === undefined ? undefined : property('seed', seed)}
${property('steps', effort.steps)}
${effort.states === undefined ? undefined : property('states', effort.states)}
</properties>
${failureOf(record)}
</testcase>`;
}

function property(name: string, value: number): Markup {
  return markup`<property name="${name}" value="${value}"/>`;
}

function failureOf(record: RunRecord): Markup | undefined {
  const [first, ...others] = record.violations;
  if (first === undefined) {
    const { unfinished } = record;
    return unfinished && markup`<skipped message="not proved: ${unfinishedWords(unfinished)}"/>`;
  }
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return markup`<failure type="${first.rule}" message="${violationWords(first)}${more}">${preformatted(reportText(record))}</failure>`;
}
