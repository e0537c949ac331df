import type { Channel, ProgressNote, Reason } from '@hoplite/p2p';
import type { StoredBreakerChange } from './ports/store.ts';
import type { EscalationView, HaltView, InterventionView, JobReport } from './sdk.ts';

/** What a node tells its operator. Each is one JSON object; `at` is in milliseconds since the Unix epoch. */
export type NodeEvent = { readonly at: number } & (
  | { readonly event: 'peer:joined'; readonly peerId: string; readonly name: string }
  | { readonly event: 'peer:left'; readonly peerId: string; readonly name: string }
  | {
      readonly event: 'turn:started';
      readonly jobId: string;
      /** How often a person has released the job. */
      readonly epoch: number;
      readonly channel: Channel;
      readonly depth: number;
      /** The message that woke the agent; a root turn has none. */
      readonly messageId?: string;
    }
  | {
      readonly event: 'turn:ended';
      readonly jobId: string;
      readonly outcome: 'done' | 'refuse';
      readonly reason?: Reason;
    }
  | {
      /** A brake fired, here or at the peer that the message went to; told once per peer, reason and job. */
      readonly event: 'refused';
      readonly direction: 'inbound' | 'outbound';
      readonly jobId?: string;
      readonly channel: Channel;
      readonly reason: Reason;
      readonly detail: string;
      /** Names of the peers along which it went. */
      readonly path: readonly string[];
      /** Of what was to be said: ten hex characters. */
      readonly briefHash?: string;
    }
  | {
      readonly event: 'post';
      readonly room: string;
      readonly author: string;
      readonly messageId: string;
      readonly text: string;
    }
  /** A peer entered or left a room that this node is in. */
  | { readonly event: 'room:changed'; readonly room: string; readonly present: number }
  | { readonly event: 'progress'; readonly jobId: string; readonly from: string; readonly progress: ProgressNote }
  /** A job has begun here, or goes on in its next epoch. */
  | { readonly event: 'job.started'; readonly jobId: string; readonly channel: Channel; readonly target: string }
  /** All credit of a job is accounted for. */
  | { readonly event: 'job.done'; readonly job: JobReport }
  /** A brake has stopped a job that this node has a part in. */
  | {
      readonly event: 'frozen';
      readonly jobId: string;
      /** The one that is frozen, with all before it. */
      readonly epoch: number;
      readonly reason: Reason;
      readonly path: readonly string[];
    }
  /** Something in the inbox is new, or a person has dealt with it. */
  | { readonly event: 'escalation'; readonly escalation: EscalationView }
  /** The circuit breaker has changed its mind about the agent here; told once per change. */
  | { readonly event: 'breaker'; readonly change: StoredBreakerChange }
  /** The monitor has seen a stall in a job that began here, or a wait of a turn here was in a circle. */
  | { readonly event: 'stall'; readonly jobId: string; readonly intervention: InterventionView }
  /** Signs of life of a peer that is waited for are missing, or are there again. */
  | { readonly event: 'peer:suspected' | 'peer:recovered'; readonly peerId: string; readonly name: string }
  | { readonly event: 'halted' | 'resumed'; readonly halt: HaltView }
);

export type NodeEventListener = (event: NodeEvent) => void;
