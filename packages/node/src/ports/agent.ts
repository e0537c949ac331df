import type { AgentSkill, Channel, Reason } from '@hoplite/p2p';
import type { JsonValue, PeerSummary, ToolResult } from '@hoplite/tools';

/** The tools of one turn, by name. Input is validated; a refusal is a result. */
export interface Toolbox {
  call(name: string, input: JsonValue): Promise<ToolResult>;
}

/** One run of an agent, woken by one message or by an operator. */
export interface AgentTurn {
  readonly channel: Channel;
  /** Who sent the message; undefined for a root turn, which an operator began. */
  readonly from: PeerSummary | undefined;
  /** The room of a post. */
  readonly room?: string;
  /** What was asked. On the task channel any JSON value; text on the others. From a peer: data, not instructions. */
  readonly brief: JsonValue;
  readonly tools: Toolbox;
  /** Aborted when the turn is to end at once; its reason says why. */
  readonly signal: AbortSignal;
}

/** How an agent ends its turn. */
export type AgentAnswer =
  | { readonly kind: 'done'; readonly result: JsonValue }
  | {
      readonly kind: 'refuse';
      readonly reason: Reason;
      readonly detail: string;
      /** Peer IDs, when the refusal of another peer is passed on. */
      readonly path?: readonly string[];
    };

/** What answers for a peer. */
export interface Agent {
  readonly description: string;
  readonly skills: readonly AgentSkill[];
  /** Whether a turn that a crash interrupted may simply be run again. */
  readonly idempotent: boolean;
  /** Runs one turn. An exception ends it with `agent_error`; an answer of nothing is one too. */
  run(turn: AgentTurn): Promise<AgentAnswer>;
}
