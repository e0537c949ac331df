import type { AgentSkill, Channel, Reason } from '@hoplite/p2p';
import type { JsonValue, PeerSummary, ToolResult } from '@hoplite/tools';

/** The tools of one turn, by name. Input is validated; a refusal is a result. */
export interface Toolbox {
  call(name: string, input: JsonValue): Promise<ToolResult>;
}

/**
 * What an agent tells the runtime of what it does besides calling the tools: what its model used, tools of its own, errors of
 * its API, and things it has made. It is for the circuit breaker and the monitor, and never leaves as text.
 */
export type AgentReport =
  | {
      /** One call of a model. Whole numbers of tokens; `cachedTokens` is the part of `inputTokens` that was cached. */
      readonly kind: 'usage';
      readonly inputTokens: number;
      readonly outputTokens: number;
      readonly cachedTokens?: number;
      /** As the price table of the config has it. */
      readonly model?: string;
      /** What it cost, when the agent knows it better than the price table. */
      readonly costUsd?: number;
    }
  /** It has called a tool of its own. */
  | {
      readonly kind: 'tool';
      readonly name: string;
      readonly input: JsonValue;
      readonly result: JsonValue;
      readonly isError?: boolean;
    }
  /** Its model, or something else that it depends on, has failed. */
  | { readonly kind: 'error'; readonly detail: string }
  /** It has made or changed something: the hash, or version, tells it from what it made before. */
  | { readonly kind: 'artefact'; readonly hash: string };

/** What the runtime says to a turn. Terminal: nobody waits for an answer, and it is no progress. */
export interface TurnNotes {
  /** Said so far, oldest first. */
  readonly said: readonly string[];
  /** Calls back for each that is said from now on. @returns ends that */
  subscribe(listener: (note: string) => void): () => void;
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
  /** Notes of the runtime, for the agent to heed: what the circuit breaker has against it, for one. */
  readonly notes: TurnNotes;
  /** Tells the runtime what the agent does besides. What does not fit is an error of the agent. */
  report(report: AgentReport): void;
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
  /**
   * Whether it handles one message at a time, also while it waits for others: what comes meanwhile is queued, unless it is
   * asked back along a call of its own. @default the `turns.serial` of the config
   */
  readonly serial?: boolean;
  /** Runs one turn. An exception ends it with `agent_error`; an answer of nothing is one too. */
  run(turn: AgentTurn): Promise<AgentAnswer>;
}
