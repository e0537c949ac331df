import { parseConfig } from '@hoplite/node';
import { MAX_HOP_DEPTH } from '@hoplite/p2p';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyzeMesh, type MeshAnalysis } from '../../src/mesh-analysis/index.ts';

const NAMES = ['alpha', 'beta', 'gamma', 'delta'];

interface Drawn {
  readonly edges: readonly {
    readonly from: string;
    readonly to: string;
    readonly channels: ('task' | 'session' | 'room')[];
  }[];
  readonly credits: readonly number[];
  readonly depths: readonly number[];
}

const network: fc.Arbitrary<Drawn> = fc.record({
  edges: fc.array(
    fc.record({
      from: fc.constantFrom(...NAMES),
      to: fc.constantFrom(...NAMES),
      channels: fc.subarray(['task', 'session', 'room'] as ('task' | 'session' | 'room')[], { minLength: 1 }),
    }),
    { maxLength: 10 },
  ),
  credits: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 4, maxLength: 4 }),
  depths: fc.array(fc.integer({ min: 1, max: MAX_HOP_DEPTH }), { minLength: 4, maxLength: 4 }),
});

function analysisOf({ edges, credits, depths }: Drawn): Promise<MeshAnalysis> {
  return analyzeMesh(
    NAMES.map((name, index) => ({
      file: name,
      config: parseConfig({
        name,
        credit: credits[index] ?? 1,
        maxHopDepth: depths[index] ?? 1,
        graph: { preset: 'edges', edges: edges.map((edge) => ({ ...edge })) },
      }),
    })),
  );
}

describe('of any network', () => {
  test('one request causes no more turns than its credit, and no path reaches the hop limit', async () => {
    await fc.assert(
      fc.asyncProperty(network, async (drawn) => {
        const mesh = await analysisOf(drawn);
        for (const { byItself, byMessage, credit } of mesh.turns) {
          expect(Math.max(byItself, byMessage)).toBeLessThanOrEqual(credit);
        }
        for (const { from, turns } of mesh.broadcasts) {
          expect(turns).toBeLessThanOrEqual(drawn.credits[NAMES.indexOf(from)] ?? 0);
        }
        expect(mesh.longestPath.length - 1).toBeLessThan(Math.max(1, mesh.hopLimit));
        expect(mesh.longestPathChannels).toHaveLength(mesh.longestPath.length - 1);
      }),
      { numRuns: 150 },
    );
  });

  test('an edge less never makes the longest path longer, or a request of an operator cause more', async () => {
    await fc.assert(
      fc.asyncProperty(network, fc.nat(), async (drawn, pick) => {
        fc.pre(drawn.edges.length > 0);
        const before = await analysisOf(drawn);
        const after = await analysisOf({ ...drawn, edges: drawn.edges.toSpliced(pick % drawn.edges.length, 1) });
        expect(after.longestPath.length).toBeLessThanOrEqual(before.longestPath.length);
        for (const [index, { byItself, byMessage }] of after.turns.entries()) {
          expect(byItself).toBeLessThanOrEqual(before.turns[index]?.byItself ?? 0);
          expect(byMessage).toBeLessThanOrEqual(before.turns[index]?.byMessage ?? 0);
        }
        expect(after.canLoop && !before.canLoop).toBe(false);
      }),
      { numRuns: 150 },
    );
  });
});
