import { CHANNELS, decodeEnvelope, verifyReply, type Lineage, type Message } from '@hoplite/p2p';
import { LOCAL } from './rehearsal/cast.ts';
import { GRANT } from './rehearsal/forge.ts';
import type { Played } from './rehearsal/play.ts';
import { costsOf } from './rehearsal/stage-work.ts';

export type QuestionId =
  'role' | 'before-work' | 'terminal-answer' | 'counter' | 'validated' | 'startup' | 'seeded' | 'forged';

/** One question of the checklist for a new channel. */
export interface Question {
  readonly id: QuestionId;
  /** As the text asks it (docs/adding-a-channel.md). */
  readonly asks: string;
  /** What was seen that should not have been, each in a sentence; empty when the answer is yes. Pure. */
  readonly unmet: (played: readonly Played[]) => readonly string[];
}

/** The checklist. What it is asked of is a rehearsal, in which a message was brought for each thing that can be wrong. */
export const QUESTIONS: readonly Question[] = [
  {
    id: 'role',
    asks: 'What distinguishes a request, which needs a reply, from a response, which is terminal?',
    unmet: (played) => unexpected('role', played),
  },
  {
    id: 'before-work',
    asks: 'Is that checked before the model or any expensive work runs?',
    unmet: (played) => played.filter(isTurnedAway).flatMap(workOf),
  },
  {
    id: 'terminal-answer',
    asks: 'Does the response carry the terminal signal, so that the receiver does not reply to it?',
    unmet: (played) => [...unexpected('terminal-answer', played), ...played.flatMap((one) => unfitAnswers(one))],
  },
  {
    id: 'counter',
    asks: 'Is there a monotonic bounded counter on the wire type?',
    unmet: (played) => unexpected('counter', played),
  },
  {
    id: 'validated',
    asks: 'Is that counter validated before processing, not only before forwarding?',
    unmet: (played) => unexpected('validated', played),
  },
  {
    id: 'startup',
    asks: 'Is it immune to start-up races: is nothing handled while the node does not know its own ID?',
    unmet: (played) => unexpected('startup', played),
  },
  {
    id: 'seeded',
    asks: 'Is the budget of what is sent seeded from the incoming message, on whichever channel it leaves?',
    unmet: (played) => played.filter(isFirstHonest).flatMap(unseeded),
  },
  {
    id: 'forged',
    asks: 'Is refused what closes a cycle, comes twice, bears a bad signature, or is past its time?',
    unmet: (played) => unexpected('forged', played),
  },
];

function unexpected(question: QuestionId, played: readonly Played[]): readonly string[] {
  return played.filter((one) => one.question === question).flatMap(surprise);
}

/** What became of one message that should not have. */
function surprise(one: Played): readonly string[] {
  const { expected, refusals, answers, what, work } = one;
  const said = (problem: string): readonly string[] => [`${what} ${problem}`];
  switch (expected.outcome) {
    case 'answered':
      return answers.length > 0 ? [] : said(`${fateOf(one)}, and must be answered`);
    case 'refused': {
      const [refusal] = refusals;
      const isRight = refusal !== undefined && answers.length === 0 && expected.reasons.includes(refusal.reason);
      return isRight ? [] : said(`${fateOf(one)}, and must be refused with ${expected.reasons.join(' or ')}`);
    }
    case 'not again':
      return work.turns === 0 ? [] : said('woke the agent once more');
    case 'kept':
      return work.turns + work.permits === 0 ? [] : said('woke the agent');
  }
}

function fateOf({ thrown, answers, refusals, isAccepted }: Played): string {
  const [refusal] = refusals;
  if (thrown !== undefined) {
    return `made the door throw (${thrown})`;
  }
  if (answers.length > 0) {
    return 'was answered';
  }
  if (refusal !== undefined) {
    return `was refused with ${refusal.reason}`;
  }
  return isAccepted ? 'was accepted, and never answered' : 'was dropped without a word';
}

/** What a brake has decided about: the agent's own refusal is an answer. */
function isTurnedAway({ refusals }: Played): boolean {
  return refusals.length > 0;
}

function workOf({ what, refusals, work, isAccepted }: Played): readonly string[] {
  const costs = [...costsOf(work), ...(isAccepted ? ['it was acknowledged'] : [])];
  const reason = refusals[0]?.reason ?? '';
  return costs.length === 0 ? [] : [`${what} was refused with ${reason}, but before that ${costs.join(', ')}`];
}

function unfitAnswers({ what, message, expected, answers }: Played): readonly string[] {
  if (expected.outcome !== 'answered') {
    return [];
  }
  const faults = answers.flatMap((envelope) => {
    const problem = answerFault(message, envelope);
    return problem === undefined ? [] : [`the answer to ${what} is none: ${problem}`];
  });
  return answers.length > 1 ? [...faults, `${what} was answered ${answers.length} times`] : faults;
}

/** Terminal, without credit, in reply to what was asked, one link longer: what every asker checks. */
function answerFault(message: Message, envelope: Uint8Array): string | undefined {
  try {
    return verifyReply(decodeEnvelope(message.channel, envelope), message, LOCAL.peerId)?.detail;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function isFirstHonest(one: Played, index: number): boolean {
  return index === 0 && one.answers.length > 0;
}

/** What the turn sent must extend the very chain that woke it, by one hop, with less credit than it was granted. */
function unseeded({ message, work }: Played): readonly string[] {
  const { lineage } = message;
  const began = work.depths.filter((depth) => depth !== lineage.depth);
  const silent = CHANNELS.filter((channel) => !work.left.some((sent) => sent.channel === channel));
  return [
    ...began.map((depth) => `the turn of a message at depth ${lineage.depth} began at depth ${depth}`),
    ...work.left.flatMap((sent) => {
      const problem = continuationFault(sent, lineage);
      return problem === undefined ? [] : [`what the turn sent on the ${sent.channel} channel ${problem}`];
    }),
    ...silent.map((channel) => `the turn could send nothing on the ${channel} channel`),
  ];
}

function continuationFault({ lineage, link }: Message, woken: Lineage): string | undefined {
  const isSameChain =
    Buffer.compare(lineage.jobBytes, woken.jobBytes) === 0 &&
    woken.links.every(
      ({ signature }, index) => Buffer.compare(signature, lineage.links[index]?.signature ?? NONE) === 0,
    );
  if (!isSameChain) {
    return 'does not extend the chain of the message that woke it';
  }
  if (lineage.depth !== woken.depth + 1) {
    return `has depth ${lineage.depth}, and what woke it ${woken.depth}`;
  }
  return link.credit < GRANT ? undefined : `carries a credit of ${link.credit}, and the turn was granted ${GRANT}`;
}

const NONE = new Uint8Array(0);
