import fc from 'fast-check';
import { verifies } from '@hoplite/test/requirements';
import { describe, expect, test } from 'vitest';
import { randomScenario } from '../../src/random-world/index.ts';
import { parseScenario, peersOf, runScenario } from '../../src/scenario/index.ts';

const seeds = fc.integer({ min: 0, max: 0xffff_ffff });

describe('a random world', () => {
  verifies('harness.scenario.random');

  test('is a valid scenario, whatever its seed', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const scenario = randomScenario(seed);
        expect(parseScenario(JSON.parse(JSON.stringify(scenario)))).toEqual(scenario);
        expect(scenario.seed).toBe(seed);
        expect(scenario.expect).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });

  test('keeps to its bounds, but for what brings it to its end', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 2, max: 8 }), (seed, peers) => {
        const scenario = randomScenario(seed, { peers, steps: 3, faults: 1 });
        const { all } = peersOf(scenario);
        expect(all.length).toBeGreaterThanOrEqual(2);
        expect(all.length).toBeLessThanOrEqual(peers);
        expect((scenario.faults ?? []).filter(({ at }) => at < 240_000).length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 100 },
    );
  });

  test('is the same for the same seed, to the last byte of what is seen in it', async () => {
    const [first, second] = [randomScenario(7), randomScenario(7)];
    expect(first).toEqual(second);
    expect(randomScenario(8)).not.toEqual(first);
    expect(JSON.stringify(await runScenario(first))).toBe(JSON.stringify(await runScenario(second)));
  });

  test('has, among a few hundred, every verb that can go wrong, every fault and every adversary', () => {
    const all = JSON.stringify(Array.from({ length: 300 }, (_, seed) => randomScenario(seed)));
    const verbs = ['delegate', 'send', 'post', 'ask', 'cancel', 'crash', 'stop', 'start', 'restart', 'halt', 'resume'];
    const watched = ['breaker', 'usage', 'ownTool', 'error', 'artefact'];
    const others = ['inbox', 'joinRoom', 'leaveRoom', 'script', 'together', 'stranger', 'forge', 'deliver', 'notice'];
    const kinds = ['partition', 'heal', 'lose', 'duplicate', 'reorder', 'delay', 'slow', 'skew'];
    const settings = ['serial', 'circuitBreaker', 'hardStop', 'costCapTokens', 'agentTokenCaps', 'goalDistance'];
    const graphs = ['free', 'star', 'pipeline', 'edges'];
    const missing = [
      ...[...verbs, ...others, ...watched].filter((verb) => !all.includes(`{"${verb}":`)),
      ...settings.filter((key) => !all.includes(`"${key}":`)),
      ...['beat', 'probe'].filter((kind) => !all.includes(`"kind":"${kind}"`)),
      ...kinds.filter((kind) => !all.includes(`"kind":"${kind}"`)),
      ...graphs.filter((preset) => !all.includes(`"preset":"${preset}"`)),
    ];
    expect(missing).toEqual([]);
  });
});
