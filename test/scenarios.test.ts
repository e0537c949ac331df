import { corpusFiles, playScenario, readScenarioFile } from '@hoplite/harness';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { verifies } from './requirements.ts';
import { RealWorld } from './support/real-world/real-world.ts';

const FILES = corpusFiles();
const SCENARIOS = FILES.map((file) => readScenarioFile(file));

/** Every entry of the corpus. What its incidents and papers are is said in each file. */
const CORPUS =
  'S01 S02 S03 S08 S10 S11 S13 S16 S17 S18 S19 S24 S26 S28 S30 S31 S35 S36 S38 S39 S40 S41 S42 S45 S46 S47 S50 S51 S54 ' +
  'S56 S57 S59 S61 S64 S66 S73 S77 S78 S84 S87 S89 S90 ' +
  'V01 V02 V03 V04 V05 V06 V07 V08 V09 V10 V11 V12 V13 V14 V15 X01 X02 X03 X04 X05 X06 X07 X08';

/** What each scenario proves, besides itself. */
const PROVES: Readonly<Record<string, () => void>> = {
  S01: () => verifies('node.brakes.max-hops'),
  S02: () => verifies('node.turns.one-reply', 'node.brakes.terminal', 'node.halt.beats-queue', 'node.halt.scopes'),
  S03: () => verifies('node.brakes.terminal', 'node.turns.one-answer'),
  S08: () => verifies('node.brakes.clarification'),
  S13: () => verifies('node.brakes.ping-pong'),
  S16: () => verifies('node.brakes.max-turns'),
  S18: () => verifies('node.self-test'),
  S24: () => verifies('node.brakes.cycle', 'node.refusals.typed'),
  S28: () => verifies('node.credit.bound', 'node.brakes.max-turns'),
  S30: () => verifies('node.refusals.repeated'),
  S35: () => verifies('node.lineage.reply-counts', 'node.brakes.frozen'),
  S36: () => verifies('node.brakes.illegal-edge'),
  S39: () => verifies('node.brakes.max-hops'),
  S40: () => verifies('node.lineage.nine-pairs', 'node.lineage.chain-kept'),
  'S40-back': () => verifies('node.brakes.cycle'),
  S50: () => verifies('node.turns.permit-released'),
  'S47-early': () => verifies('tools.wait.registered-first'),
  S54: () => verifies('node.brakes.halted', 'node.halt.scopes', 'node.halt.durable'),
  S56: () => verifies('node.brakes.busy'),
  S57: () => verifies('node.brakes.duplicate'),
  S64: () => verifies('node.delivery.dedupe-window', 'node.brakes.expired'),
  'S66-thrice': () => verifies('node.delivery.quarantine'),
  'S77-merged': () => verifies('node.rooms.exactly-once'),
  S78: () => verifies('node.refusals.one-notice'),
  S87: () => verifies('p2p.channels.rooms-gossipsub', 'node.rooms.exactly-once'),
  V01: () => verifies('node.rooms.exactly-once'),
  V02: () => verifies('tools.rooms.nobody-listens'),
  V05: () => verifies('node.brakes.cycle'),
  V06: () => verifies('node.brakes.duplicate-per-author'),
  V07: () => verifies('node.turns.crash-does-not-mute', 'node.turns.one-answer'),
  V08: () => verifies('node.turns.requester-gone'),
  V14: () => verifies('tools.wait.late-answer', 'tools.wait.in-reply-to'),
  V15: () => verifies('node.lineage.fresh-per-operator'),
  X01: () => verifies('p2p.lineage.x01-foreign-origin', 'node.brakes.malformed'),
  X02: () => verifies('p2p.lineage.x02-cut-link'),
  X03: () => verifies('p2p.lineage.x03-widened', 'p2p.lineage.credit-never-grows'),
  X04: () => verifies('p2p.lineage.x04-replayed', 'p2p.lineage.addressed'),
  X05: () => verifies('node.credit.double-spend'),
  X06: () => verifies('node.credit.overclaimed'),
  X07: () => verifies('node.brakes.rate-limited'),
  X08: () => verifies('node.halt.rights'),
  'F-answer': () => verifies('node.escalation.answer'),
  'F-cap': () => verifies('node.escalation.one-per-stop'),
  'F-depths': () => verifies('node.brakes.max-hops'),
  'F-done': () => verifies('node.credit.job-done', 'node.credit.settlement'),
  'F-envelope': () => verifies('node.brakes.ping-pong'),
  'F-frozen': () => verifies('node.brakes.frozen', 'node.escalation.only-a-person'),
  'F-halt-away': () => verifies('node.halt.durable'),
  'F-lost': () => verifies('node.credit.written-off'),
  'F-memory': () => verifies('node.halt.durable', 'node.halt.scopes', 'node.brakes.duplicate'),
  'F-orphans': () => verifies('node.delivery.orphans'),
  'F-release': () => verifies('node.escalation.release'),
  'F-settled-later': () => verifies('node.delivery.settled-later'),
  'F-stop': () => verifies('node.escalation.stop'),
  'F-supervisor': () => verifies('node.escalation.replan'),
  'F-supervisors-told': () => verifies('node.escalation.supervisors'),
  'F-twice': () => verifies('node.brakes.duplicate', 'node.delivery.altered'),
};

describe('scenarios, over real nodes', () => {
  verifies('scenarios.corpus', 'harness.scenario.both-worlds');

  test.each(
    SCENARIOS.filter(({ only }) => only?.world !== 'simulated').map(
      (scenario) => [`${scenario.id}: ${scenario.says}`, scenario] as const,
    ),
  )('%s', async (_, scenario) => {
    PROVES[scenario.id]?.();
    await using world = await RealWorld.of(scenario);
    expect(await playScenario(scenario, world)).toEqual([]);
  });
});

describe('the corpus', () => {
  verifies('harness.scenario.corpus');

  test('has a file for each entry, with its source', () => {
    const ids = SCENARIOS.map(({ id }) => id);
    expect([...new Set(ids.filter((id) => !/^[FW]-/.test(id)).map((id) => id.slice(0, 3)))].sort()).toEqual(
      CORPUS.split(' ').sort(),
    );
    expect(SCENARIOS.filter(({ source }) => source.trim() === '')).toEqual([]);
    expect(Object.keys(PROVES).filter((id) => !ids.includes(id))).toEqual([]);
  });

  test('has each file named after its ID, and no ID twice', () => {
    const ids = SCENARIOS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [index, id] of ids.entries()) {
      expect(basename(FILES[index] ?? '')).toMatch(new RegExp(`^${id}(-|\\.json$)`));
    }
  });
});
