import { verifies } from '@hoplite/test/requirements';
import { describe, expect, test } from 'vitest';
import { exitCodeOf } from '../../src/cli/analysis.ts';
import { explorationRecord } from '../../src/cli/exploration-record.ts';
import { ablationVerdict } from '../../src/cli/modes/ablate.ts';
import { explorationVerdict } from '../../src/cli/modes/explore.ts';
import { explore } from '../../src/explorer/index.ts';
import { reportHtml, reportText } from '../../src/report/index.ts';
import { analyze } from './recorded-terminal.ts';

describe('what is not proved', () => {
  test('is no success of an exploration that had more states than it may visit', async () => {
    verifies('harness.analyze.explore');
    const exploration = await explore({ peers: 3, depth: 4, credit: 4, maxStates: 10 });
    expect(exploration.verdict).toBe('bounded');
    expect(explorationVerdict(exploration)).toBe('unproved');
    const record = explorationRecord(exploration, 'explore', 'every interleaving');
    const words = 'not proved: more states than may be visited';
    expect(reportText(record)).toContain(words.toUpperCase());
    expect(reportText(record)).not.toContain('HELD');
    expect(reportHtml([record, record])).toContain(`✕ ${words}`);
    expect(reportHtml([record])).not.toContain('✓');
  });

  test('is no success of an ablation in which a brake is missed by nobody', () => {
    verifies('harness.analyze.ablate');
    expect(ablationVerdict([{}])).toBe('unproved');
  });

  test('ends with exit code 1, and only what held with 0', () => {
    expect(exitCodeOf('unproved')).toBe(1);
    expect(exitCodeOf('violated')).toBe(1);
    expect(exitCodeOf('held')).toBe(0);
  });

  test('is in the help', async () => {
    const { out } = await analyze(['--help']);
    expect(out.replaceAll(/\s+/g, ' ')).toContain('1 on a violation and when it was not proved');
  });
});
