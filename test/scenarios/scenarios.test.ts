import { describe, expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { SCENARIOS } from './corpus/index.ts';
import { CORPUS_IDS } from './ids.ts';
import { INVARIANTS, comesToRest } from './invariants.ts';
import { RealWorld } from './real-world.ts';

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
  verifies('scenarios.corpus');

  test.each(SCENARIOS.map((scenario) => [`${scenario.id}: ${scenario.says}`, scenario] as const))(
    '%s',
    async (_, scenario) => {
      PROVES[scenario.id]?.();
      await using world = await RealWorld.of(scenario);
      await scenario.run(world);
      await comesToRest(world);
      for (const { check } of INVARIANTS) check(world, scenario);
    },
  );
});

test('each ID of the corpus is here, or says with which issue it comes, and no ID stands twice', () => {
  const ids = SCENARIOS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const corpus = ids.filter((id) => /^[SVX]\d\d/.test(id)).map((id) => id.slice(0, 3));
  const expected = Object.keys(CORPUS_IDS).filter((id) => CORPUS_IDS[id] === 'here');
  expect([...new Set(corpus)].sort()).toEqual(expected.sort());
  expect(Object.keys(PROVES).filter((id) => !ids.includes(id))).toEqual([]);
});
