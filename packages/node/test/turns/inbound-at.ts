import { encodeEnvelope, type InboundRequest, type Message, type Refusal, type Signer } from '@hoplite/p2p';
import type { Brake } from '../../src/admission/brakes.ts';
import { Dispatch } from '../../src/dispatch/dispatch.ts';
import { Requests } from '../../src/dispatch/requests.ts';
import type { Agent, AgentAnswer } from '../../src/ports/agent.ts';
import { Exchanges } from '../../src/turns/exchanges.ts';
import { Inbound } from '../../src/turns/inbound.ts';
import { Turns } from '../../src/turns/turns.ts';
import { Monitor } from '../../src/watch/monitor/monitor.ts';
import { runtimeAt, type RuntimeAtInit } from './runtime-at.ts';

/** What became of a message that arrived. */
export interface Arrived {
  /** Whether no brake refused it. */
  readonly accepts: boolean;
  readonly refusals: readonly Refusal[];
  /** Envelopes of answers; more may come. */
  readonly answers: readonly Uint8Array[];
}

/** A runtime with the real way in; its agent answers `done`. */
export function inboundAt(signer: Signer, init: RuntimeAtInit & { readonly brakes?: readonly Brake[] } = {}) {
  const ran: string[] = [];
  const at = runtimeAt(signer, { agent: doing(async ({ brief }) => (ran.push(JSON.stringify(brief)), DONE)), ...init });
  const requests = new Requests(at.runtime);
  const dispatch = new Dispatch(at.runtime, requests);
  const exchanges = new Exchanges(at.runtime, new Turns(at.runtime, dispatch, new Monitor({ runtime: at.runtime })));
  const inbound = new Inbound(at.runtime, exchanges, init.brakes);
  const bring = arrivingAt(inbound);
  const arrive = (message: Message): Arrived => bring(message);
  return { ...at, requests, dispatch, exchanges, inbound, arrive, /** Briefs that the agent was given. */ ran };
}

/** Brings messages to a node, each over a stream of its own. */
export function arrivingAt(inbound: Inbound): (message: Message, envelope?: Uint8Array) => Arrived {
  return (message, envelope = encodeEnvelope(message)) => {
    const refusals: Refusal[] = [];
    const answers: Uint8Array[] = [];
    const request: InboundRequest = {
      peer: message.link.from,
      channel: message.channel,
      id: message.link.messageId,
      envelope,
      signal: new AbortController().signal,
      accept: () => undefined,
      progress: () => undefined,
      answer: (envelope) => void answers.push(envelope),
      refuse: (refusal) => void refusals.push(refusal),
    };
    inbound.onRequest(request);
    return { accepts: refusals.length === 0, refusals, answers };
  };
}

const DONE: AgentAnswer = { kind: 'done', result: 'done' };

export function doing(run: Agent['run']): Agent {
  return { description: '', skills: [], idempotent: false, run };
}
