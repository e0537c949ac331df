import type { Act, Channel, Reason } from '@hoplite/p2p';

/**
 * Everything that a run showed, as plain JSON: of a scenario in the simulator, of a counterexample that the explorer found,
 * of what real nodes have in their stores. Reports, matchers and classifications read this and nothing else.
 *
 * Peers stand by name, and rooms as `#room`. Times are in milliseconds since the Unix epoch, virtual ones in a simulation.
 */
export interface RunRecord {
  readonly id: string;
  readonly source: string;
  readonly says: string;
  /** Where it comes from. */
  readonly kind: 'scenario' | 'counterexample' | 'walk' | 'log';
  /** Of the run's chance; the same one gives the same record, byte for byte. */
  readonly seed?: number;
  readonly peers: readonly string[];
  readonly startedAt: number;
  readonly endedAt: number;
  /** In order of time; what happened at the same time in the order in which it happened. */
  readonly messages: readonly MessageSeen[];
  readonly turns: readonly TurnSeen[];
  /** As their origins have them in the end. */
  readonly jobs: readonly JobSeen[];
  readonly waits: readonly WaitSeen[];
  /** What people were asked. */
  readonly escalations: readonly EscalationSeen[];
  /** What went wrong with the network, the clocks and the processes, on purpose. */
  readonly faults: readonly FaultSeen[];
  /** What broke. None: everything that was expected held, and so did every invariant. */
  readonly violations: readonly Violation[];
  /** Why it did not come to its end: nothing is proved then, and what is missing may yet break. */
  readonly unfinished?: 'interrupted' | 'bounded';
  /** What the run took: events of the simulation, or states of the explorer. */
  readonly effort: { readonly steps: number; readonly states?: number };
}

/** One message on its way from one peer to another: once per peer that it was to reach. */
export interface MessageSeen {
  readonly at: number;
  /** When what became of it was known. */
  readonly endedAt?: number;
  readonly from: string;
  readonly to: string;
  /** Of a post. */
  readonly room?: string;
  readonly channel: Channel;
  readonly act: Act;
  readonly messageId: string;
  /** The message that it extends; undefined for the root's. */
  readonly parent?: string;
  /** The message that it answers. */
  readonly inReplyTo?: string;
  readonly jobId: string;
  /** Hops of its lineage. */
  readonly depth: number;
  readonly credit: number;
  readonly briefHash?: string;
  /** The beginning of what it says: data of an agent. */
  readonly text: string;
  readonly fate:
    | { readonly kind: 'handled' }
    | { readonly kind: 'stored' }
    | { readonly kind: 'refused'; readonly reason: Reason; readonly brake?: string; readonly by: 'sender' | 'receiver' }
    | { readonly kind: 'lost' }
    | { readonly kind: 'duplicate' }
    | { readonly kind: 'waiting' };
}

/** One run of an agent. */
export interface TurnSeen {
  readonly peer: string;
  readonly jobId: string;
  readonly channel: Channel;
  readonly depth: number;
  readonly startedAt: number;
  readonly endedAt?: number;
  readonly outcome?: 'done' | 'refuse';
  readonly reason?: Reason;
}

/** A job, as its origin has it. */
export interface JobSeen {
  readonly jobId: string;
  /** How often a person has released it. */
  readonly epoch?: number;
  readonly origin: string;
  readonly target: string;
  readonly channel: Channel;
  readonly state: 'open' | 'frozen' | 'done' | 'stopped' | 'failed';
  readonly reason?: Reason;
  readonly path: readonly string[];
  readonly depth: number;
  readonly turns: number;
  readonly credit: { readonly granted: number; readonly left: number };
}

/** Somebody waited for somebody. */
export interface WaitSeen {
  readonly from: string;
  readonly to: string;
  readonly jobId: string;
  readonly channel: Channel;
  readonly since: number;
  /** What it waited for the answer to; undefined when nobody has seen that. */
  readonly messageId?: string;
  /** Undefined when it waits still. */
  readonly until?: number;
  /** Why it got no answer, such as `deadlock`: who waited was in a circle. */
  readonly reason?: Reason;
}

export interface EscalationSeen {
  readonly at: number;
  readonly peer: string;
  readonly kind: string;
  readonly jobId?: string;
  readonly reason: Reason;
  readonly path: readonly string[];
}

export interface FaultSeen {
  readonly at: number;
  /** A sentence. */
  readonly what: string;
}

/** Something that must never be, and was. */
export interface Violation {
  /** `I1` to `I11`, or `expected` for what a scenario said and did not come about. */
  readonly rule: string;
  /** A sentence: what was seen. */
  readonly detail: string;
  readonly at?: number;
  readonly jobId?: string;
  readonly peer?: string;
}
