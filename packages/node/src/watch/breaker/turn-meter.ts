import type { Reason, Refusal } from '@hoplite/p2p';
import { isJsonObject, type JsonValue, type ToolResult } from '@hoplite/tools';
import { TurnAbortedError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { AgentAnswer, AgentReport } from '../../ports/agent.ts';
import { callKey, outcomeKey, plainResult } from './call-key.ts';
import type { CallRepeats } from './call-repeats.ts';
import type { Counters } from './counters.ts';
import type { UsageOfCall } from './prices.ts';
import { reportProblem } from './report-problem.ts';
import { isActing, type Restrictions } from './restrictions.ts';

/** What the circuit breaker watches a turn by, and holds it back with. */
export interface TurnMeter {
  /** Why a tool of the runtime may not be used now. To be asked before the call, and {@link called} after it. */
  gate(tool: string): Refusal | undefined;
  /** A tool of the runtime was called, or refused. */
  called(tool: string, input: JsonValue, result: ToolResult): void;
  /** The agent says what it did besides. What does not fit is an error of the agent; nothing is thrown. @returns if it fits */
  report(report: AgentReport): boolean;
  /** The agent is nearer to its goal than ever. */
  goalImproved(): void;
  /** The turn is over. What its agent still reports counts all the same. */
  end(answer: AgentAnswer): void;
}

export interface TurnMeterInit {
  readonly jobId: string;
  /** What was asked. */
  readonly brief: JsonValue;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  readonly counters: Counters;
  readonly log: Log;
  readonly abort: (reason: TurnAbortedError) => void;
  readonly note: (text: string) => void;
  /** What holds now. */
  readonly restrictions: () => Restrictions;
  /** Why, in the words of the trip. */
  readonly reason: () => string;
  /** Something is about to be counted. */
  readonly onCount: () => void;
  readonly onUsage: (usage: UsageOfCall) => void;
  readonly onEnd: () => void;
}

/** Refusals that the agent brings about itself, by how it calls a tool. */
const MISTAKES: ReadonlySet<Reason> = new Set([
  'malformed',
  'unknown_peer',
  'ambiguous_peer',
  'not_in_room',
  'too_large',
]);

/** The meter of one turn. */
export class MeteredTurn implements TurnMeter {
  readonly #init: TurnMeterInit;
  readonly #repeats: CallRepeats;
  /** Output tokens since it began, or was restricted. */
  #outputTokens = 0;
  /** When it last said what it had used, or began. */
  #usedAt: number;
  #isOver = false;
  #isAborted = false;
  #hasComplained = false;

  constructor(init: TurnMeterInit) {
    this.#init = init;
    this.#repeats = init.counters.repeats.begin(init.jobId);
    this.#repeats.add(callKey('turn', init.brief)); // Another question is something new, the same again a round.
    this.#usedAt = init.now();
  }

  gate(tool: string): Refusal | undefined {
    if (!isActing(tool)) {
      return undefined;
    }
    if (!this.#init.restrictions().allTools) {
      const detail = `the circuit breaker has constrained this agent (${this.#init.reason()}): ${tool} must wait; answer with what you have`;
      return { reason: 'breaker', detail, path: [] };
    }
    this.#init.onCount();
    this.#init.counters.progress.callBegan();
    return undefined;
  }

  called(tool: string, input: JsonValue, result: ToolResult): void {
    const { counters } = this.#init;
    this.#init.onCount();
    if (hasOnlyWaited(input, result)) {
      return; // It has done nothing, and taken its time for it.
    }
    const outcome = this.#counted(tool, input, plainResult(result));
    if (!result.ok && MISTAKES.has(result.refusal.reason)) {
      counters.addError();
    }
    if (isActing(tool)) {
      counters.progress.callEnded();
      if (result.ok) {
        counters.progress.acted(outcome);
      }
    }
  }

  report(report: AgentReport): boolean {
    this.#init.onCount();
    const problem = problemOf(report);
    if (problem === undefined) {
      this.#take(report);
    } else {
      this.#init.counters.addError();
      this.#complain(problem);
    }
    return problem === undefined;
  }

  #take(report: AgentReport): void {
    const { counters } = this.#init;
    switch (report.kind) {
      case 'usage':
        this.#used(report);
        return;
      case 'tool': {
        const outcome = this.#counted(report.name, report.input, report.result);
        if (report.isError === true) counters.addError();
        else counters.progress.acted(outcome);
        return;
      }
      case 'error':
        counters.addError();
        return;
      case 'artefact':
        if (counters.progress.artefact(report.hash)) {
          this.#repeats.reset();
        }
    }
  }

  goalImproved(): void {
    this.#init.onCount();
    this.#init.counters.progress.made();
    this.#repeats.reset();
  }

  end(answer: AgentAnswer): void {
    if (this.#isOver) {
      return;
    }
    const { counters, jobId, onCount, onEnd } = this.#init;
    this.#isOver = true;
    onCount();
    counters.repeats.end(jobId, this.#repeats);
    if (answer.kind === 'done') {
      counters.progress.made();
    } else if (answer.reason === 'agent_error') {
      counters.addError();
    }
    onEnd();
  }

  /** For the circuit breaker: says something to the agent. */
  note(text: string): void {
    this.#init.note(text);
  }

  /** For the circuit breaker: ends the turn. */
  abort(detail: string): void {
    if (!this.#isOver && !this.#isAborted) {
      this.#isAborted = true;
      this.#init.abort(new TurnAbortedError('breaker', detail));
    }
  }

  /** For the circuit breaker: the agent is restricted from now on, and what the turn may use counts from here. */
  restricted(): void {
    this.#outputTokens = 0;
  }

  /** @returns what was called and came of it */
  #counted(tool: string, input: JsonValue, result: JsonValue): string {
    const outcome = outcomeKey(callKey(tool, input), result);
    this.#repeats.add(outcome);
    return outcome;
  }

  #used(usage: UsageOfCall): void {
    const { counters, now, onUsage, reason, restrictions } = this.#init;
    onUsage(usage);
    if (this.#isOver) {
      return; // It is spent, and says nothing of what the agent does now.
    }
    counters.addOutput(usage.outputTokens, this.#usedAt, now());
    this.#usedAt = now();
    this.#outputTokens += usage.outputTokens;
    const { maxTurnTokens } = restrictions();
    if (this.#outputTokens > maxTurnTokens) {
      this.abort(
        `the circuit breaker has ended this turn: it has used ${this.#outputTokens} output tokens, and may use ` +
          `${maxTurnTokens} since: ${reason()}`,
      );
    }
  }

  #complain(problem: string): void {
    if (!this.#hasComplained) {
      this.#hasComplained = true; // Once a turn: an agent that does it wrong does it often.
      this.#init.log.warn({ job: this.#init.jobId, problem }, 'the agent has reported what is no report');
    }
  }
}

/** A wait that was over before anybody had answered. One that waits no time is a look, and counts. */
function hasOnlyWaited(input: JsonValue, result: ToolResult): boolean {
  const isWaiting = result.ok && isJsonObject(result.value) && result.value['status'] === 'waiting';
  const seconds = isJsonObject(input) ? (input['timeout_seconds'] ?? input['wait_seconds']) : undefined;
  return isWaiting && typeof seconds === 'number' && seconds > 0;
}

/** Also of what throws when it is looked at. */
function problemOf(report: AgentReport): string | undefined {
  try {
    return reportProblem(report);
  } catch {
    return 'it cannot be read';
  }
}
