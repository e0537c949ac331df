import type { AgentAnswer, AgentTurn, Config, HopliteNode, NodeEvent } from '@hoplite/node';
import type {
  Channel,
  Identity,
  InboundPost,
  InboundRequest,
  Lineage,
  Mesh,
  Message,
  MessageStamp,
  Notice,
  Refusal,
  Reply,
} from '@hoplite/p2p';
import type { JsonValue } from '@hoplite/tools';
import type { Fault } from './fault.ts';

/**
 * Nodes that a scenario plays with, over whatever network: a simulated one with a virtual clock here, real nodes over TCP in
 * the repository's own tests. The same scenario runs in both.
 */
export interface World {
  /** Milliseconds since the Unix epoch, by the clock of the world; a node's own may be ahead of it. */
  now(): number;
  /** Moves the clock on. What becomes due happens, in order. */
  advance(ms: number): Promise<void>;

  node(name: string): HopliteNode;
  /** What answers for a peer from its next turn on. */
  script(name: string, script: Script, options?: { readonly isIdempotent?: boolean }): void;
  /** Starts a node: a new one, or one that was ended, on the same disk. It need not have met the others yet. */
  start(name: string, options?: StartOptions): Promise<HopliteNode>;
  /** Ends a node in good order. */
  stop(name: string): Promise<void>;
  /** Ends a node as a power cut does. */
  crash(name: string): Promise<void>;
  /** Starts a node again on the same disk, and resolves when it has met the others. */
  restart(name: string, options?: StartOptions): Promise<HopliteNode>;
  /** Resolves when all nodes that run have met. */
  meet(): Promise<void>;
  /** A member that is driven by hand, and that all nodes have met. */
  stranger(name?: string): Promise<HandDriven>;
  /**
   * Makes the network, a clock or a disk worse, or well again, from now on.
   *
   * @throws {UnsupportedFaultError} when this world cannot
   */
  fault(fault: Fault): void;

  /** Resolves when a condition holds; rejects when nothing more happens that could bring it about. */
  until(condition: () => boolean): Promise<void>;
  /** Resolves when no turn runs, and no job that began at a node that runs is open. */
  rest(): Promise<void>;

  /** Everything that the nodes told, in order. */
  readonly events: readonly Seen[];
  /** Runs of agents. */
  turns(filter?: { readonly node?: string; readonly jobId?: string }): readonly TurnBegun[];
  /** What the agents were asked, in the order in which their turns began. */
  readonly asked: readonly { readonly node: string; readonly brief: JsonValue }[];
  /** Names of nodes that run. */
  readonly running: readonly string[];
  /** What each restart found, beside what there was before: the same, if no guard forgets. */
  readonly restarts: readonly { readonly node: string; readonly before: unknown; readonly after: unknown }[];
}

/** An agent of a scenario. What it returns is its result; an exception is an exception. */
export type Script = (turn: AgentTurn) => Answered | Promise<Answered>;

export type Answered = JsonValue | { readonly answer: AgentAnswer };

export interface StartOptions {
  readonly config?: Partial<Config>;
  /** Replaces the network of the node, to see what it does with a broken one. */
  readonly mesh?: (mesh: Mesh) => Mesh;
}

export type Seen = NodeEvent & { readonly node: string };

export interface TurnBegun {
  readonly node: string;
  readonly jobId: string;
  readonly channel: Channel;
  readonly depth: number;
}

/** A member of the network below everything that an honest node does: it can send anything, and answers nothing by itself. */
export interface HandDriven {
  readonly peerId: string;
  readonly identity: Identity;
  readonly mesh: Mesh;
  readonly inbox: readonly InboundRequest[];
  readonly posts: readonly InboundPost[];
  readonly notices: readonly Notice[];
  /** What it gives to who asks for the history of a room. */
  history: readonly Uint8Array[];
  onRequest(listener: (request: InboundRequest) => void): void;
  /** A job of its own. */
  root(changes?: Partial<Lineage['job']>): Lineage;
  /** An honest message, but for what is changed. */
  compose(changes: Partial<MessageStamp> & Pick<MessageStamp, 'to'>): Message;
  send(peer: string, message: Message, signal?: AbortSignal): Promise<Reply>;
  sendWatching(peer: string, message: Message, signal: AbortSignal, onAccepted: () => void): Promise<Reply>;
  /** The bytes of an honest answer. */
  answerTo(request: Message, content: string, refusal?: Refusal): Uint8Array;
}
