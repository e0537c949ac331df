import {
  MessageTooLargeError,
  composeMessage,
  encodeEnvelope,
  returnAddress,
  type Body,
  type Message,
  type Settlement,
  type Signer,
  type TerminalAct,
} from '@hoplite/p2p';
import { formatContent } from '../dispatch/content.ts';
import type { AgentAnswer } from '../ports/agent.ts';

export interface AnswerInit {
  /** What is answered. */
  readonly request: Message;
  readonly answer: AgentAnswer;
  readonly settlement: Settlement;
  readonly messageId: string;
  readonly at: number;
  readonly signer: Signer;
}

/** A message, and its bytes. */
export interface ComposedAnswer {
  readonly message: Message;
  readonly envelope: Uint8Array;
}

/** The one terminal message that answers a request: back along its chain, waking nobody, carrying no credit. */
export function composeAnswer(init: AnswerInit): ComposedAnswer {
  try {
    return encoded(init);
  } catch (error) {
    if (error instanceof MessageTooLargeError) {
      const detail = `the agent's answer is too large: ${error.message}`;
      return encoded({ ...init, answer: { kind: 'refuse', reason: 'agent_error', detail } });
    }
    throw error;
  }
}

function encoded(init: AnswerInit): ComposedAnswer {
  const message = compose(init);
  return { message, envelope: encodeEnvelope(message) };
}

function compose({ request, answer, settlement, messageId, at, signer }: AnswerInit): Message {
  const { channel, lineage, link } = request;
  const act: TerminalAct = answer.kind === 'refuse' ? 'refuse' : channel === 'task' ? 'done' : 'inform';
  const body: Body = {
    content: answer.kind === 'done' ? formatContent(channel, answer.result) : '',
    inReplyTo: link.messageId,
    settlement,
    ...(request.body.room === undefined ? {} : { room: request.body.room }),
    ...(answer.kind === 'refuse'
      ? {
          refusal: {
            reason: answer.reason,
            detail: answer.detail,
            path: answer.path ?? [...lineage.chain, signer.peerId],
          },
        }
      : {}),
  };
  const to = returnAddress(request);
  return composeMessage({ channel, parent: lineage, to, act, credit: 0, messageId, at, body }, signer);
}
