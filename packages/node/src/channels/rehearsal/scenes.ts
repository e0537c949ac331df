import { Lineage, MAX_HOP_DEPTH, TERMINAL_ACTS, type Message } from '@hoplite/p2p';
import { ACCOMPLICE, LOCAL, MALLORY, STAGE_TIME } from './cast.ts';
import { withLineage, type Forge } from './forge.ts';
import { ANSWERED, KEPT, NOT_AGAIN, refused, type Scene } from './scene.ts';
import { FAIL, HELLO } from './stage-agent.ts';
import { STAGE_HOPS } from './stage.ts';

const HOUR_MS = 3_600_000;

/** What an honest peer may send. A door that lets none of it in is of no use, and there is nothing else to ask it. */
export function honestScenes(forge: Forge): readonly Scene[] {
  const within = (what: string, message: Message): Scene => ({
    question: 'validated',
    what,
    message,
    expected: ANSWERED,
  });
  return [
    within('an honest message', forge.honest(1, {}, { content: HELLO })),
    within('a message one hop below the limit of the node', forge.honest(STAGE_HOPS - 1)),
    within('a message one hop below the lower limit of its job', forge.honest(1, { maxDepth: 2 })),
  ];
}

/**
 * Everything else, in the order of the questions.
 *
 * @param known an honest message that was answered
 * @param gossips whether posts come to the door by gossip too
 */
export function dishonestScenes(forge: Forge, known: Message, gossips: boolean): readonly Scene[] {
  return [
    ...roleScenes(forge, gossips),
    answerScene(forge),
    ...counterScenes(forge),
    ...namelessScenes(forge),
    ...forgedScenes(forge, known),
  ];
}

function roleScenes(forge: Forge, gossips: boolean): readonly Scene[] {
  const { asks, channel } = forge;
  const ask = { question: 'role' } as const;
  return [
    ...TERMINAL_ACTS.map((act) => ({
      ...{ ...ask, what: `a message with the terminal act ${act}`, expected: refused('terminal') },
      message: forge.honest(1, {}, { act }),
    })),
    {
      ...{ ...ask, what: 'a terminal act with the body of a question', expected: refused('malformed') },
      message: forge.contradictory('inform', asks),
    },
    {
      ...{ ...ask, what: 'an act that asks with the body of an answer', expected: refused('malformed') },
      message: forge.contradictory(asks, 'inform'),
    },
    ...(channel === 'room'
      ? [
          {
            ...{ ...ask, what: 'a post that is to wake somebody else', expected: refused('terminal') },
            message: forge.honest(1, {}, { to: ACCOMPLICE.peerId }),
          },
        ]
      : []),
    ...(gossips
      ? [
          {
            ...{ ...ask, what: 'a message that came by gossip', by: 'gossip' as const, expected: KEPT },
            message: forge.honest(1),
          },
        ]
      : []),
  ];
}

function answerScene(forge: Forge): Scene {
  const message = forge.honest(1, {}, { content: FAIL });
  return { question: 'terminal-answer', what: 'a message at which the agent fails', message, expected: ANSWERED };
}

function counterScenes(forge: Forge): readonly Scene[] {
  const honest = forge.honest(1);
  const long = forge.honest(STAGE_HOPS);
  const { job, jobBytes, links } = long.lineage;
  const ask = { question: 'counter', expected: refused('malformed') } as const;
  const at = { question: 'validated', expected: refused('max_hops') } as const;
  return [
    {
      ...{ ...ask, what: 'a message that does not say how far it has come' },
      message: { ...honest, lineage: new Lineage(honest.lineage.job, honest.lineage.jobBytes, []) },
    },
    {
      ...{ ...ask, what: 'a message whose first hop has been cut off' },
      message: withLineage(long, new Lineage(job, jobBytes, links.slice(1))),
    },
    {
      ...at,
      what: 'a message at the limit of the node, in a job with a higher one',
      message: forge.honest(STAGE_HOPS),
    },
    { ...at, what: 'a message at the lower limit of its job', message: forge.honest(2, { maxDepth: 2 }) },
    { ...at, what: 'a message beyond the limit of the wire', message: forge.honest(MAX_HOP_DEPTH + 1) },
  ];
}

/** Before the chain: what is empty is on no chain, and equals nothing, so that later checks would pass by accident. */
function namelessScenes(forge: Forge): readonly Scene[] {
  const ask = { question: 'startup', isNameless: true, expected: refused('no_local_id') } as const;
  return [
    { ...ask, what: 'an honest message', message: forge.honest(1) },
    { ...ask, what: 'a message in a cycle', message: cycle(forge) },
    { ...ask, what: 'a message at the limit', message: forge.honest(STAGE_HOPS) },
    { ...ask, what: 'a message with a bad signature', message: badlySigned(forge) },
  ];
}

function forgedScenes(forge: Forge, known: Message): readonly Scene[] {
  const { job, jobBytes, links } = known.lineage;
  const before = new Lineage(job, jobBytes, links.slice(0, -1));
  const { messageId } = known.link;
  const past = { issuedAt: STAGE_TIME - 2 * HOUR_MS, expiresAt: STAGE_TIME - HOUR_MS };
  const ask = { question: 'forged' } as const;
  return [
    { ...ask, what: 'the same message again', message: known, expected: NOT_AGAIN },
    {
      ...{ ...ask, what: 'another message with the ID of an earlier one', expected: refused('duplicate') },
      message: forge.message({ by: MALLORY, parent: before, messageId }),
    },
    {
      ...{ ...ask, what: 'the same words again in the same job', expected: refused('cannot: ping-pong') },
      message: forge.message({ by: MALLORY, parent: before, content: HELLO }),
    },
    { ...ask, what: 'a message in a cycle', message: cycle(forge), expected: refused('cannot: cycle') },
    { ...ask, what: 'a chain with a bad signature', message: badlySigned(forge), expected: refused('malformed') },
    { ...ask, what: 'a message of a job past its time', message: forge.honest(1, past), expected: refused('expired') },
    {
      ...{ ...ask, what: "a message that somebody else's connection brings", peer: ACCOMPLICE.peerId },
      ...{ message: forge.honest(1), expected: refused('unauthorized') },
    },
    ...(forge.channel === 'room'
      ? []
      : [
          {
            ...{ ...ask, what: 'a message that was addressed to somebody else', expected: refused('malformed') },
            message: forge.honest(1, {}, { to: ACCOMPLICE.peerId }),
          },
        ]),
  ];
}

/** It has been here: as a task or a post that comes back, or as a session with oneself, which is the one that is none. */
function cycle(forge: Forge): Message {
  return forge.channel === 'session'
    ? forge.message({ by: LOCAL, parent: forge.root() })
    : forge.message({ by: MALLORY, parent: forge.carry(forge.root(), LOCAL, MALLORY.peerId) });
}

function badlySigned(forge: Forge): Message {
  const { job, jobBytes, links } = forge.carry(forge.root(), MALLORY, ACCOMPLICE.peerId);
  const flipped = links.map((link) => ({ ...link, signature: link.signature.map((byte) => byte ^ 1) }));
  return forge.message({ by: ACCOMPLICE, parent: new Lineage(job, jobBytes, flipped) });
}
