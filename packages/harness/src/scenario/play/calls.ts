import type { AgentTurn } from '@hoplite/node';
import type { JsonValue, ToolResult } from '@hoplite/tools';
import { outcomeOf } from '../../agents/hand-on.ts';
import { LIMITS } from '../limits.ts';

/** A tool that an agent has called, and what came of it. */
export interface Call {
  readonly peer: string;
  /** Counts the turns of the peer from 1. */
  readonly turn: number;
  readonly tool: string;
  readonly input: JsonValue;
  /** Whether its turn had been ended before. */
  readonly afterEnd: boolean;
  /** `open` while it runs, `ok`, or the reason of the refusal. */
  outcome: string;
  messageId?: string;
  value?: JsonValue;
  refusal?: Extract<ToolResult, { ok: false }>['refusal'];
}

/** What scripted agents have called, in order; the newest are left out when there are too many. */
export class Calls {
  readonly all: Call[] = [];

  async make(
    who: { readonly peer: string; readonly number: number },
    turn: AgentTurn,
    tool: string,
    input: JsonValue,
  ): Promise<Call> {
    const afterEnd = turn.signal.aborted;
    const call: Call = { peer: who.peer, turn: who.number, tool, input, afterEnd, outcome: 'open' };
    if (this.all.length < LIMITS.calls) this.all.push(call);
    const result = await turn.tools.call(tool, input);
    call.outcome = outcomeOf(result);
    if (result.ok) {
      call.value = result.value;
      const { message_id: messageId } = result.value as { readonly message_id?: string };
      if (messageId !== undefined) call.messageId = messageId;
    } else {
      call.refusal = result.refusal;
    }
    return call;
  }
}
