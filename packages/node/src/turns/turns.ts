import { isReason, type Channel, type Lineage } from '@hoplite/p2p';
import { callTool, jsonProblem, type JsonValue } from '@hoplite/tools';
import type { Dispatch } from '../dispatch/dispatch.ts';
import type { EarlierRequest } from '../dispatch/earlier-requests.ts';
import { Sender } from '../dispatch/sender.ts';
import { TurnAbortedError } from '../errors.ts';
import type { AgentAnswer, AgentTurn } from '../ports/agent.ts';
import type { Runtime } from '../runtime.ts';
import type { Ledger } from './ledger.ts';
import type { Release } from './permits.ts';
import { TurnTools } from './turn-tools.ts';

/** What one run of the agent needs to know. */
export interface TurnInit {
  readonly lineage: Lineage;
  readonly ledger: Ledger;
  readonly channel: Channel;
  /** Peer ID of who sent the message; undefined for a root turn. */
  readonly from: string | undefined;
  readonly room?: string;
  readonly brief: JsonValue;
  /** When it must be over, in milliseconds since the Unix epoch. */
  readonly deadline: number;
  /** What earlier runs of it have asked, in order; a crash has ended them. */
  readonly earlier?: readonly EarlierRequest[];
  /** Ends the turn from outside; its reason is a TurnAbortedError. */
  readonly signal: AbortSignal;
  readonly onProgress: (note: string, fraction: number | undefined) => void;
}

/** Runs agents: nothing else calls one. */
export class Turns {
  readonly #runtime: Runtime;
  readonly #dispatch: Dispatch;

  constructor(runtime: Runtime, dispatch: Dispatch) {
    this.#runtime = runtime;
    this.#dispatch = dispatch;
  }

  /** Runs one turn with a permit, to an answer. Never rejects: what goes wrong is a refusal. */
  async run(init: TurnInit, permit: Release): Promise<AgentAnswer> {
    const { clock, emit, metrics, permits } = this.#runtime;
    const { epoch, jobId } = init.lineage.job;
    if (init.signal.aborted || init.deadline <= clock.now()) {
      permit(); // It ended while it was queued: the agent never sees it.
      init.ledger.unburn();
      // What earlier runs have sent is withdrawn, and what it took of the credit is not there.
      const sender = new Sender({ lineage: init.lineage, ledger: init.ledger, signal: init.signal, permits });
      this.#dispatch.earlier(sender, init.earlier ?? [])?.withdrawRest();
      return answerTo(init.signal.aborted ? init.signal.reason : tooLate());
    }
    const { depth, last } = init.lineage;
    const cause = last === undefined ? {} : { messageId: last.messageId };
    emit({ event: 'turn:started', jobId, epoch, channel: init.channel, depth, ...cause });
    const answer = await this.#runAgent(init, permit);
    const reason = answer.kind === 'refuse' ? { reason: answer.reason } : {};
    metrics.turnEnded(answer.kind);
    emit({ event: 'turn:ended', jobId, outcome: answer.kind, ...reason });
    return answer;
  }

  async #runAgent(init: TurnInit, permit: Release): Promise<AgentAnswer> {
    const { clock, permits, peers } = this.#runtime;
    const { lineage, ledger, channel, from, room } = init;
    const end = new AbortController();
    const ended = Promise.withResolvers<AgentAnswer>();
    const abort = (reason: unknown): void => {
      end.abort(reason);
      ended.resolve(answerTo(reason));
    };
    const sender = new Sender({ lineage, ledger, signal: end.signal, permits, permit, giveUp: abort });
    const { jobId } = lineage.job;
    const origin = lineage.origin ?? this.#runtime.mesh.localPeer;
    const done = this.#runtime.work.begin({ jobId, origin, abort, nudge: () => ledger.nudge() });
    const onAbort = (): void => abort(init.signal.reason);
    const timer = clock.after(init.deadline - clock.now(), () => abort(tooLate()));
    init.signal.addEventListener('abort', onAbort, { once: true });
    const tools = new TurnTools({ runtime: this.#runtime, dispatch: this.#dispatch, sender, report: init.onProgress });
    const work = this.#start(sender, init.earlier ?? [], {
      channel,
      from: from === undefined ? undefined : peers.find(from),
      ...(room === undefined ? {} : { room }),
      brief: init.brief,
      tools: { call: (name, input) => callTool(name, input, tools) },
      signal: end.signal,
    });
    try {
      return checked(await Promise.race([work, ended.promise]));
    } catch (error) {
      this.#runtime.log.warn({ err: error, job: lineage.job.jobId }, 'the agent failed');
      return { kind: 'refuse', reason: 'agent_error', detail: `the agent failed: ${messageOf(error)}` };
    } finally {
      timer.clear();
      init.signal.removeEventListener('abort', onAbort);
      done();
      sender.earlier?.withdrawRest();
      sender.end();
      work.catch(() => undefined); // An agent that fails after its turn has ended has been answered for already.
    }
  }

  /** Async, so that what throws before its first await fails like anything else. */
  async #start(sender: Sender, earlier: readonly EarlierRequest[], turn: AgentTurn): Promise<AgentAnswer> {
    sender.earlier = this.#dispatch.earlier(sender, earlier);
    return this.#runtime.agent.run(turn);
  }
}

/** An agent may be plain JavaScript, and answer anything. What cannot be sent is an error of the agent. */
function checked(answer: AgentAnswer): AgentAnswer {
  const problem = problemOf(answer);
  return problem === undefined
    ? answer
    : { kind: 'refuse', reason: 'agent_error', detail: `the agent gave no usable answer: ${problem}` };
}

function problemOf(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('kind' in answer)) {
    return 'it is not an answer';
  }
  if (answer.kind === 'refuse') {
    const { reason, detail } = answer as { readonly reason?: unknown; readonly detail?: unknown };
    return typeof reason === 'string' && isReason(reason) && typeof detail === 'string'
      ? undefined
      : 'its refusal lacks a known reason, or a detail';
  }
  const result = 'result' in answer ? answer.result : undefined;
  return result === undefined || result === '' ? 'it is empty' : jsonProblem(result);
}

function tooLate(): TurnAbortedError {
  return new TurnAbortedError('deadline', 'the agent did not answer before the deadline');
}

function answerTo(reason: unknown): AgentAnswer {
  return reason instanceof TurnAbortedError
    ? { kind: 'refuse', reason: reason.reason, detail: reason.message }
    : { kind: 'refuse', reason: 'cancelled', detail: 'the turn was cancelled' };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
