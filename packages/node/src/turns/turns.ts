import { isReason, type Channel, type Lineage, type ProgressTick } from '@hoplite/p2p';
import { callTool, jsonProblem, type JsonValue } from '@hoplite/tools';
import type { Dispatch } from '../dispatch/dispatch.ts';
import type { EarlierRequest } from '../dispatch/earlier-requests.ts';
import { Sender } from '../dispatch/sender.ts';
import { TurnAbortedError } from '../errors.ts';
import type { AgentAnswer, AgentTurn } from '../ports/agent.ts';
import { TokenBuckets } from '../admission/rates.ts';
import type { Runtime } from '../runtime.ts';
import type { Monitor } from '../watch/monitor/monitor.ts';
import type { Ledger } from './ledger.ts';
import { ObservedTurn } from './observed-turn.ts';
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
  /** Takes the steps of this turn, and of those below it, towards the origin of the job. */
  readonly onTick: (tick: ProgressTick) => void;
}

/** Steps of participants of one job that are passed on. */
const TICKS_PER_JOB = { burst: 256, perMinute: 1200 };

/** Runs agents: nothing else calls one. */
export class Turns {
  readonly #runtime: Runtime;
  readonly #dispatch: Dispatch;
  readonly #monitor: Monitor;
  readonly #relays = new TokenBuckets(TICKS_PER_JOB);

  constructor(runtime: Runtime, dispatch: Dispatch, monitor: Monitor) {
    this.#runtime = runtime;
    this.#dispatch = dispatch;
    this.#monitor = monitor;
  }

  /** Runs one turn with a permit, to an answer. Never rejects: what goes wrong is a refusal. */
  async run(init: TurnInit, permit: Release): Promise<AgentAnswer> {
    const { clock, emit, metrics, permits } = this.#runtime;
    const { epoch, jobId } = init.lineage.job;
    const why: unknown = init.signal.aborted
      ? init.signal.reason
      : init.deadline <= clock.now()
        ? tooLate()
        : this.#held();
    if (why !== undefined) {
      permit(); // It ended while it was queued: the agent never sees it.
      init.ledger.unburn();
      // What earlier runs have sent is withdrawn, and what it took of the credit is not there.
      const sender = new Sender({ lineage: init.lineage, ledger: init.ledger, signal: init.signal, permits });
      this.#dispatch.earlier(sender, init.earlier ?? [])?.withdrawRest();
      return answerTo(why);
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
    const { jobId } = lineage.job;
    const sender = new Sender({
      ...{ lineage, ledger, signal: end.signal, permits, permit, giveUp: abort },
      onTick: (tick) => {
        if (this.#relays.tryTake(jobId, clock.now())) {
          init.onTick(tick);
        }
      },
    });
    const observed = new ObservedTurn(
      { runtime: this.#runtime, monitor: this.#monitor, sender, brief: init.brief, onTick: init.onTick },
      (reason) => {
        this.#stop(sender, reason);
        abort(reason);
      },
    );
    const origin = lineage.origin ?? this.#runtime.mesh.localPeer;
    const done = this.#runtime.work.begin({ jobId, origin, abort, nudge: () => ledger.nudge() });
    const onAbort = (): void => abort(init.signal.reason);
    const timer = clock.after(init.deadline - clock.now(), () => abort(tooLate()));
    init.signal.addEventListener('abort', onAbort, { once: true });
    const tools = new TurnTools({
      ...{ runtime: this.#runtime, dispatch: this.#dispatch, sender },
      report: (note, howFar = {}) => {
        observed.progressed(howFar);
        init.onProgress(note, howFar.fraction);
      },
    });
    const work = this.#start(sender, init.earlier ?? [], {
      channel,
      from: from === undefined ? undefined : peers.find(from),
      ...(room === undefined ? {} : { room }),
      brief: init.brief,
      tools: { call: (name, input) => observed.call(name, input, () => callTool(name, input, tools)) },
      notes: observed.notes,
      report: (report) => observed.report(report),
      signal: end.signal,
    });
    try {
      return observed.end(checked(await Promise.race([work, ended.promise])));
    } catch (error) {
      this.#runtime.log.warn({ err: error, job: lineage.job.jobId }, 'the agent failed');
      return observed.end({ kind: 'refuse', reason: 'agent_error', detail: `the agent failed: ${messageOf(error)}` });
    } finally {
      timer.clear();
      init.signal.removeEventListener('abort', onAbort);
      done();
      sender.earlier?.withdrawRest();
      sender.end();
      this.#runtime.waits.changed();
      work.catch(() => undefined); // An agent that fails after its turn has ended has been answered for already.
    }
  }

  /** Why no turn may begin now. */
  #held(): TurnAbortedError | undefined {
    const refusal = this.#runtime.circuit.refusal();
    return refusal === undefined ? undefined : new TurnAbortedError('breaker', refusal);
  }

  /** The circuit breaker ends a turn: its job stops, everywhere, until a person has decided. */
  #stop(sender: Sender, { message: detail, reason }: TurnAbortedError): void {
    const { mesh, threads } = this.#runtime;
    const path = [...sender.lineage.chain, mesh.localPeer];
    sender.ledger.addStop({ reason, path });
    if (sender.isVerified(mesh.verify)) {
      threads.stopped(sender.lineage, { reason, path, detail });
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
    ? {
        ...{ kind: 'refuse', reason: reason.reason, detail: reason.message },
        ...(reason.path === undefined ? {} : { path: reason.path }),
      }
    : { kind: 'refuse', reason: 'cancelled', detail: 'the turn was cancelled' };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
