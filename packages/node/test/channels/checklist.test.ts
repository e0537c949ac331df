import { Lineage, decodeEnvelope, type Refusal } from '@hoplite/p2p';
import { verifies } from '@hoplite/test/requirements';
import { describe, expect, test } from 'vitest';
import { BRAKES } from '../../src/admission/brakes.ts';
import { rehearse } from '../../src/channels/checklist.ts';
import type { MakeDoor } from '../../src/channels/door.ts';
import { DOORS } from '../../src/channels/doors.ts';
import { QUESTIONS, type QuestionId } from '../../src/channels/questions.ts';
import { LOCAL, MALLORY, STAGE_TIME } from '../../src/channels/rehearsal/cast.ts';
import { Forge } from '../../src/channels/rehearsal/forge.ts';
import { STAGE_HOPS } from '../../src/channels/rehearsal/stage.ts';
import { doorAnswering, doorSeeding, doorWith, doorWithBrake } from './planted-doors.ts';

verifies('node.channels.checklist');

const BUSY: Refusal = { reason: 'busy', detail: 'never', path: [] };

/** A door with one flaw, the only question that it fails, and a word of what was seen. */
const PLANTED: readonly (readonly [string, MakeDoor, QuestionId, RegExp])[] = [
  ['does not look at the act', doorWithBrake('may-wake'), 'role', /terminal act inform was answered/],
  [
    'takes a permit before it looks',
    doorWith((door, { runtime }) => ({
      onRequest: (request) => {
        const permit = runtime.permits.tryAcquire();
        permit?.();
        door.onRequest(request);
      },
    })),
    'before-work',
    /terminal act inform was refused with terminal, but before that a permit was taken/,
  ],
  [
    'runs the agent before it looks',
    doorWith((door, { runtime }) => ({
      onRequest: (request) => {
        const tools = { call: () => Promise.reject(new Error('none')) };
        const unheard = { notes: { said: [], subscribe: () => () => undefined }, report: () => undefined };
        const asked = { channel: 'session', from: undefined, brief: 'early', signal: request.signal } as const;
        const turn = { ...asked, ...unheard, tools };
        const isKnown = runtime.store.message(request.peer, request.id) !== undefined;
        const early = isKnown ? Promise.resolve() : runtime.agent.run(turn);
        void early.then(() => door.onRequest(request));
      },
    })),
    'before-work',
    /refused with terminal, but before that the agent was run/,
  ],
  [
    'acknowledges before it looks',
    doorWith((door) => ({
      onRequest: (request) => {
        request.accept();
        door.onRequest(request);
      },
    })),
    'before-work',
    /but before that it was acknowledged/,
  ],
  [
    'answers with a question',
    doorAnswering(({ body }) => {
      const { content, inReplyTo = '' } = body;
      return { act: 'query', credit: 1, body: { content: content || 'well?', inReplyTo, deadline: STAGE_TIME + 1000 } };
    }),
    'terminal-answer',
    /an answer is terminal and carries no credit, this one is query/,
  ],
  [
    'answers something else',
    doorAnswering(({ body }) => ({ body: { ...body, inReplyTo: 'another' } })),
    'terminal-answer',
    /the answer is to another message/,
  ],
  [
    'answers twice',
    doorWith((door) => ({
      onRequest: (request) => {
        const answer = (envelope: Uint8Array): void => {
          request.answer(envelope);
          request.answer(envelope);
        };
        door.onRequest({ ...request, answer });
      },
    })),
    'terminal-answer',
    /was answered 2 times/,
  ],
  [
    'takes a missing chain for a fresh start',
    doorWith((door) => ({
      onRequest: (request) => {
        const refuse = (refusal: Refusal): void => {
          if (isWithoutChain(request.envelope)) {
            request.answer(request.envelope);
          } else {
            request.refuse(refusal);
          }
        };
        door.onRequest({ ...request, refuse });
      },
    })),
    'counter',
    /does not say how far it has come was answered/,
  ],
  [
    'counts one hop too many as within the limit',
    doorWithBrake('depth', ({ kind, ...crossing }) =>
      kind === 'message' && 'depth' in crossing && crossing.depth > STAGE_HOPS
        ? { ...BUSY, reason: 'max_hops' }
        : undefined,
    ),
    'validated',
    /at the limit of the node, in a job with a higher one was answered/,
  ],
  ['does not look at the depth', doorWithBrake('depth'), 'validated', /beyond the limit of the wire was answered/],
  ['goes on without its own ID', doorWithBrake('local-id'), 'startup', /an honest message was refused with malformed/],
  [
    'begins its turns at depth 0',
    doorSeeding(({ job }) => Lineage.root(job)),
    'seeded',
    /began at depth 0; .*on the room channel does not extend the chain/,
  ],
  [
    'begins its turns with another chain, as long as that of their message',
    doorSeeding(({ job }) =>
      new Forge('session').carry(Lineage.root({ ...job, jobId: 'other' }), MALLORY, LOCAL.peerId),
    ),
    'seeded',
    /on the session channel does not extend the chain of the message that woke it/,
  ],
  ['takes duplicates', doorWithBrake('not-seen'), 'forged', /the same message again woke the agent once more/],
  ['takes what comes back', doorWithBrake('no-cycle'), 'forged', /a message in a cycle was answered/],
  ['takes the same words again', doorWithBrake('not-repeated'), 'forged', /the same words again in the same job was/],
  [
    'refuses everything',
    doorWith(() => ({ onRequest: ({ refuse }) => refuse(BUSY) })),
    'validated',
    /an honest message was refused with busy, and must be answered/,
  ],
  ['drops everything', doorWith(() => ({ onRequest: () => undefined })), 'validated', /was dropped without a word/],
  [
    'fails at everything',
    doorWith(() => ({
      onRequest: () => {
        throw new Error('not today');
      },
    })),
    'validated',
    /made the door throw \(not today\)/,
  ],
];

describe('the checklist', () => {
  test.each(PLANTED)('finds a door that %s, and nothing else wrong with it', async (_, makeDoor, question, seen) => {
    const { unmet } = await rehearse(makeDoor);
    expect(unmet.map((one) => one.question)).toEqual([question]);
    expect(unmet[0]?.seen.join('; ')).toMatch(seen);
  });

  test('has no question that every door passes', () => {
    const failed = new Set(PLANTED.map(([, , question]) => question));
    expect(QUESTIONS.map(({ id }) => id).filter((id) => !failed.has(id))).toEqual([]);
  });

  test('finds a door through which gossip wakes an agent', async () => {
    const gossiping: MakeDoor = (init) => ({
      ...DOORS.room(init),
      onPost: ({ author: peer, envelope }) => {
        const nobody = { accept: () => {}, progress: () => {}, answer: () => {}, refuse: () => {} };
        const { link } = decodeEnvelope('room', envelope);
        const signal = new AbortController().signal;
        init.inbound.onRequest({ ...nobody, peer, channel: 'room', id: link.messageId, envelope, signal });
      },
    });
    const { unmet } = await rehearse(gossiping);
    expect(unmet).toMatchObject([{ question: 'role', seen: ['a message that came by gossip woke the agent'] }]);
  });

  test.each([
    ['lineage', ['counter', 'forged']],
    ['authorised', ['forged']],
  ])('finds a node without the brake %s on every channel', async (missing, questions) => {
    const brakes = BRAKES.filter(({ name }) => name !== missing);
    for (const makeDoor of Object.values(DOORS)) {
      const { unmet } = await rehearse(makeDoor, brakes);
      expect(unmet.map(({ question }) => question)).toEqual(questions);
    }
  });

  test('says the same of the same door every time', async () => {
    const makeDoor = doorWithBrake('depth');
    expect(await rehearse(makeDoor)).toEqual(await rehearse(makeDoor));
  });
});

function isWithoutChain(envelope: Uint8Array): boolean {
  try {
    decodeEnvelope('session', envelope);
    return false;
  } catch (error) {
    return error instanceof Error && error.message.includes('lineage');
  }
}
