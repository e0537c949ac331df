/** A turn whose tools answer as the test says. The seam between an agent and its node. */
import type { Refusal } from '@hoplite/p2p';
import type { JsonValue, ToolResult } from '@hoplite/tools';
import type { AgentTurn, Toolbox } from '../../src/ports/agent.ts';

export type ToolCall = readonly [name: string, input: JsonValue];

/** What one tool answers. A tool without a script answers that it is fine. */
export type ToolScript = Readonly<
  Record<string, (input: Readonly<Record<string, JsonValue>>) => Promise<ToolResult> | ToolResult>
>;

export class ScriptedToolbox implements Toolbox {
  /** All calls but those of report_progress. */
  readonly calls: ToolCall[] = [];
  readonly notes: JsonValue[] = [];
  readonly #script: ToolScript;

  constructor(script: ToolScript = {}) {
    this.#script = script;
  }

  async call(name: string, input: JsonValue): Promise<ToolResult> {
    if (name === 'report_progress') {
      this.notes.push(input);
      return { ok: true, value: { reported: true } };
    }
    this.calls.push([name, input]);
    const answer = this.#script[name];
    if (answer === undefined) throw new Error(`nothing is scripted for ${name}`);
    return answer(input as Readonly<Record<string, JsonValue>>);
  }
}

export function turnWith(brief: JsonValue, over: Partial<AgentTurn> = {}): AgentTurn {
  return {
    channel: 'task',
    from: undefined,
    brief,
    tools: new ScriptedToolbox(),
    notes: { said: [], subscribe: () => () => undefined },
    report: () => undefined,
    signal: new AbortController().signal,
    ...over,
  };
}

export const refused = (reason: Refusal['reason'], path: readonly string[] = []): ToolResult => ({
  ok: false,
  refusal: { reason, detail: `${reason} it is`, path },
});
