import type { ProgressTick } from '@hoplite/p2p';
import { isJsonObject, type HowFar, type JsonValue, type ToolResult } from '@hoplite/tools';
import type { Sender } from '../dispatch/sender.ts';
import type { TurnAbortedError } from '../errors.ts';
import type { AgentAnswer, AgentReport, TurnNotes } from '../ports/agent.ts';
import type { Runtime } from '../runtime.ts';
import type { TurnMeter } from '../watch/breaker/circuit-breaker.ts';
import { isActing } from '../watch/breaker/restrictions.ts';
import { callKey, outcomeKey, plainResult } from '../watch/breaker/call-key.ts';
import type { Monitor, TurnTelemetry } from '../watch/monitor/monitor.ts';

export interface ObservedTurnInit {
  readonly runtime: Runtime;
  readonly monitor: Monitor;
  readonly sender: Sender;
  /** What was asked. */
  readonly brief: JsonValue;
  readonly onTick: (tick: ProgressTick) => void;
}

/** Notes that a turn keeps; the oldest give way. */
const MAX_NOTES = 32;

/** One turn as the circuit breaker and the monitor see it, and what they have to say to it. */
export class ObservedTurn {
  readonly #meter: TurnMeter;
  readonly #telemetry: TurnTelemetry;
  readonly #said: string[] = [];
  readonly #listeners = new Set<(note: string) => void>();
  readonly #runtime: Runtime;
  readonly #ended: () => void;
  /**
   * What the agent did by itself since its last step with others, as a hash. That alone is no matter of several agents: a loop
   * of it is for the circuit breaker. But an edit between two questions makes the second one another step.
   */
  #own: string | undefined;
  #nearest = Number.POSITIVE_INFINITY;

  /** @param stop ends the turn for the circuit breaker */
  constructor({ runtime, monitor, sender, brief, onTick }: ObservedTurnInit, stop: (reason: TurnAbortedError) => void) {
    const { circuit, waits } = runtime;
    const { lineage } = sender;
    this.#runtime = runtime;
    this.#ended = waits.turnBegan(lineage);
    this.#telemetry = monitor.begin({
      lineage,
      report: onTick,
      waitsFor: () => waits.waitsOf(lineage),
      obligations: () => sender.obligations.length,
    });
    const { jobId } = lineage.job;
    this.#meter = circuit.beginTurn({ jobId, brief, abort: stop, note: (text) => this.#say(text) });
  }

  get notes(): TurnNotes {
    return {
      said: this.#said,
      subscribe: (listener) => {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
      },
    };
  }

  /** Runs a tool, unless the agent may not use it now. */
  async call(name: string, input: JsonValue, run: () => Promise<ToolResult>): Promise<ToolResult> {
    const refusal = this.#meter.gate(name);
    const result: ToolResult = refusal === undefined ? await run() : { ok: false, refusal };
    this.#meter.called(name, input, result);
    if (isStep(name, result)) {
      const own = this.#own === undefined ? {} : { sha256: this.#own };
      this.#own = undefined;
      const content = { input, result: plainResult(result), ...own };
      this.#telemetry.step({ act: name, to: addresseeOf(input), content });
    }
    return result;
  }

  /** The agent has told of something that it did besides. */
  report(report: AgentReport): void {
    if (this.#meter.report(report) && report.kind === 'tool') {
      const { name, input, result } = report;
      this.#own = outcomeKey(callKey(this.#own ?? '', name), [input, result]);
    }
  }

  /** The agent has said how far it is. */
  progressed({ goalDistance }: HowFar): void {
    if (goalDistance === undefined) {
      return;
    }
    this.#telemetry.goal(goalDistance);
    if (goalDistance < this.#nearest) {
      this.#nearest = goalDistance;
      this.#meter.goalImproved();
    }
  }

  end(answer: AgentAnswer): AgentAnswer {
    this.#meter.end(answer);
    this.#telemetry.end();
    this.#ended();
    this.#listeners.clear();
    return answer;
  }

  #say(note: string): void {
    this.#said.push(note);
    if (this.#said.length > MAX_NOTES) {
      this.#said.shift();
    }
    for (const listener of this.#listeners) {
      try {
        listener(note);
      } catch (error) {
        this.#runtime.log.warn({ err: error }, 'the agent failed to take a note');
      }
    }
  }
}

/** Whether a call was a step of the job: it did something to others, or brought what they had to say. */
function isStep(tool: string, result: ToolResult): boolean {
  if (tool === 'wait_for_message') {
    return !(result.ok && isJsonObject(result.value) && result.value['status'] === 'waiting');
  }
  return isActing(tool);
}

/** To whom a tool was to say something, as its input has it. */
function addresseeOf(input: JsonValue): string {
  const to = isJsonObject(input) ? (input['peer'] ?? input['to'] ?? input['room']) : undefined;
  return typeof to === 'string' ? to : '';
}
