import type { Reason, Refusal } from '@hoplite/p2p';
import type { JsonValue } from '@hoplite/tools';
import { z } from 'zod';
import type { AgentAnswer } from '../../ports/agent.ts';

/** Longest detail of a refusal, in characters: part of it may be what a peer wrote. */
const MAX_DETAIL = 1000;

export function done(result: JsonValue): AgentAnswer {
  return { kind: 'done', result };
}

export function refuse(reason: Reason, detail: string): AgentAnswer {
  return { kind: 'refuse', reason, detail: shortened(detail) };
}

/** Says which field of a skill's input does not fit. */
export function refuseInput(skill: string, error: z.ZodError): AgentAnswer {
  return refuse('agent_refused', `The input of ${skill} does not fit: ${z.prettifyError(error)}`);
}

/** Another peer's refusal, as it was. */
export function passOn({ reason, detail, path }: Refusal): AgentAnswer {
  return { kind: 'refuse', reason, detail, path };
}

/** Other people's text inside a sentence: in quotation marks, on one line and not too long. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}

function shortened(text: string): string {
  return text.length > MAX_DETAIL ? `${text.slice(0, MAX_DETAIL)}…` : text;
}
