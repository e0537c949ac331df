import { readFileSync } from 'node:fs';
import { BRAKES } from '@hoplite/node/decisions';
import { verifies } from '@hoplite/test/requirements';
import { describe, expect, test } from 'vitest';
import { SMALL_WORLDS, ablate, ablationPage, ablationTable } from '../../src/ablation/index.ts';
import { explore } from '../../src/explorer/index.ts';

const PAGE = new URL('../../../../docs/ablation.md', import.meta.url);

describe('switching off each brake in turn', () => {
  test.for(SMALL_WORLDS)('with all brakes on, nothing breaks in a world of $name', async ({ bounds }) => {
    verifies('harness.ablation.every-brake');
    expect((await explore(bounds)).verdict).toBe('proved');
  });

  test('each of the fifteen is missed, and the docs say what for', { timeout: 180_000 }, async () => {
    verifies('harness.ablation.every-brake', 'harness.ablation.table');
    const rows = await ablate();
    expect(rows.map(({ brake }) => brake)).toEqual(BRAKES.map(({ name }) => name));
    expect(rows.filter(({ breaks }) => breaks === undefined)).toEqual([]);
    for (const { breaks } of rows) {
      expect(breaks?.counterexample.effort.steps).toBe(breaks?.steps);
    }
    expect(readFileSync(PAGE, 'utf8')).toBe(ablationPage(rows));
  });

  test('a brake that nothing would miss is reported as such', async () => {
    verifies('harness.ablation.every-brake');
    const rows = await ablate({ brakes: ['one that is not there', 'no-cycle'] });
    expect(rows[0]).toEqual({ brake: 'one that is not there' });
    expect(rows[1]?.breaks).toMatchObject({ rule: 'no-cycle', steps: 2 });
    const [, , first, second] = ablationTable(rows).split('\n');
    expect(first).toContain('nothing notices');
    expect(second).toMatch(/`no-cycle`.*two peers and two turns.*2/);
  });

  test('ends when it is told to, with the rows that are there', async () => {
    const end = new AbortController();
    const onProgress = ({ brake }: { readonly brake: string }): void => {
      if (brake === 'local-id') {
        end.abort();
      }
    };
    const rows = await ablate({ signal: end.signal, onProgress });
    expect(rows.map(({ brake }) => brake)).toEqual(['decodes', 'authorised']);
  });
});
