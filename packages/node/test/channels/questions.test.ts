import { encodeEnvelope, type Message } from '@hoplite/p2p';
import { verifies } from '@hoplite/test/requirements';
import { describe, expect, test } from 'vitest';
import { QUESTIONS, type QuestionId } from '../../src/channels/questions.ts';
import { HELPER, LOCAL } from '../../src/channels/rehearsal/cast.ts';
import { Forge } from '../../src/channels/rehearsal/forge.ts';
import type { Played } from '../../src/channels/rehearsal/play.ts';
import { ANSWERED, refused } from '../../src/channels/rehearsal/scene.ts';
import { noWork, type StageWork } from '../../src/channels/rehearsal/stage-work.ts';

verifies('node.channels.checklist');

const forge = new Forge('session');
const asked = forge.honest(1);

/** Something that was brought, and of which nothing came but what is said. */
function played(seen: Partial<Played> = {}): Played {
  const nothing = { refusals: [], answers: [], isAccepted: false, work: noWork() };
  return { question: 'validated', what: 'it', message: asked, expected: ANSWERED, ...nothing, ...seen };
}

function seenBy(question: QuestionId, ...all: readonly Played[]): string {
  const found = QUESTIONS.find(({ id }) => id === question);
  return found === undefined ? 'no such question' : found.unmet(all).join('; ');
}

const BUSY = { reason: 'busy', detail: '', path: [] } as const;

describe('before-work', () => {
  test.each([
    ['permits', 1, 'a permit was taken'],
    ['turns', 1, 'the agent was run'],
    ['recorded', 1, 'it was recorded as owed an answer'],
    ['left', [asked], 'something was sent because of it'],
  ] as const)('finds what was refused after work of the kind %s', (kind, done, words) => {
    const work: StageWork = { ...noWork(), [kind]: done };
    expect(seenBy('before-work', played({ refusals: [BUSY], work }))).toBe(
      `it was refused with busy, but before that ${words}`,
    );
    expect(seenBy('before-work', played({ work }))).toBe(''); // What is not refused may cost something.
  });
});

describe('validated', () => {
  test('finds what was answered besides being refused', () => {
    const both = played({ refusals: [BUSY], answers: [encodeEnvelope(asked)], expected: refused('busy') });
    expect(seenBy('validated', both)).toBe('it was answered, and must be refused with busy');
  });

  test.each([
    [{ isAccepted: true }, 'it was accepted, and never answered, and must be answered'],
    [{}, 'it was dropped without a word, and must be answered'],
    [{ refusals: [BUSY] }, 'it was refused with busy, and must be answered'],
    [{ thrown: 'no' }, 'it made the door throw (no), and must be answered'],
  ])('says what became of an honest message: %j', (seen, words) => {
    expect(seenBy('validated', played(seen))).toBe(words);
  });
});

describe('seeded', () => {
  const next = (parent = asked.lineage): Message =>
    forge.message({ by: LOCAL, parent, to: HELPER.peerId, act: 'inform' });
  const answered = (left: readonly Message[], depth = 1): Played =>
    played({ answers: [new Uint8Array(1)], work: { ...noWork(), depths: [depth], left: [...left] } });

  test('finds what is two hops longer than what woke it', () => {
    expect(seenBy('seeded', answered([next(forge.carry(asked.lineage, LOCAL, HELPER.peerId))]))).toContain(
      'what the turn sent on the session channel has depth 3, and what woke it 1',
    );
  });

  test('finds what carries as much credit as the turn was granted, which has burnt one', () => {
    const greedy = forge.message({ by: LOCAL, parent: asked.lineage, to: HELPER.peerId });
    expect(seenBy('seeded', answered([greedy]))).toContain('carries a credit of 4, and the turn was granted 4');
  });

  test('finds a chain that begins anew, or with other links', () => {
    for (const parent of [forge.root(), forge.honest(1).lineage]) {
      expect(seenBy('seeded', answered([next(parent)]))).toContain('does not extend the chain');
    }
  });

  test('has nothing against what extends the chain by one, on each channel', () => {
    const left = (['task', 'session', 'room'] as const).map((channel) => ({ ...next(), channel }));
    expect(seenBy('seeded', answered(left))).toBe('');
    expect(seenBy('seeded', answered(left.slice(1)))).toBe('the turn could send nothing on the task channel');
  });

  test('asks about the turn of the first honest message, and no other', () => {
    expect(seenBy('seeded', played(), answered([], 7))).toBe('');
  });
});
