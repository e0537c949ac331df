import type { AgentAnswer, AgentTurn, Config, HopliteNode, NodeEvent } from '@hoplite/node';
import type { Channel, Identity, InboundPost, InboundRequest, Lineage, Mesh, Message } from '@hoplite/p2p';
import type { MessageStamp, Notice, Refusal, Reply } from '@hoplite/p2p';
import type { JsonValue } from '@hoplite/tools';

/** A loop, storm, stall or loss that happened somewhere, cut down to the smallest sequence that shows it. */
export interface Scenario {
  /** As in the corpus; a second half of one, or a variant, adds a dash and a word. */
  readonly id: string;
  /** Where it happened: issue, paper or design rule. */
  readonly source: string;
  /** The behaviour that is right, in one sentence. */
  readonly says: string;
  /** Whether it is honest work: it must end `done`, and no brake may fire. @default false */
  readonly isLegit?: boolean;
  /** Nodes that are there at the start, and have met. */
  readonly peers: readonly string[];
  /** What answers at a peer; {@link World.script} may replace it. @default one that answers everything */
  readonly agents?: Readonly<Record<string, Script>>;
  /** Over the defaults, for all nodes or by name. */
  readonly config?: Partial<Config> | ((name: string) => Partial<Config>);
  /** Whether the network fails in it: {@link World.cut}. */
  readonly isCut?: boolean;
  run(world: World): Promise<void>;
}

/** An agent of a scenario: scripted to do the worst. What it returns is its result; an exception is an exception. */
export type Script = (turn: AgentTurn) => Answered | Promise<Answered>;

export type Answered = JsonValue | { readonly answer: AgentAnswer };

/** Everything that a scenario may use. Over real nodes here; over a simulated mesh and a virtual clock in the harness. */
export interface World {
  /** Milliseconds since the Unix epoch, by the one clock that all nodes have. */
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
  /** Breaks all connections between nodes, and lets none come about until {@link heal}. Needs `isCut`. */
  cut(): void;
  heal(): void;

  /** Resolves when a condition holds; fails when nothing brings it about. */
  until(condition: () => boolean): Promise<void>;
  /** Resolves when no turn runs, and no job that began at a node that runs is open. */
  rest(): Promise<void>;

  /** Everything that the nodes told, in order. */
  readonly events: readonly Seen[];
  /** Runs of agents. */
  turns(filter?: { readonly node?: string; readonly jobId?: string }): readonly TurnSeen[];
  /** What the agents were asked, in the order in which their turns began. */
  readonly asked: readonly { readonly node: string; readonly brief: JsonValue }[];
  /** Nodes that run. */
  readonly running: readonly string[];
  /** What each restart found, beside what there was before: the same, if no guard forgets. */
  readonly restarts: readonly { readonly node: string; readonly before: unknown; readonly after: unknown }[];
}

export interface StartOptions {
  readonly config?: Partial<Config>;
  /** Replaces the network of the node, to see what it does with a broken one. */
  readonly mesh?: (mesh: Mesh) => Mesh;
}

export type Seen = NodeEvent & { readonly node: string };

export interface TurnSeen {
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
