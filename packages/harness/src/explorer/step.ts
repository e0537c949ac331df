import type { Reason } from '@hoplite/p2p';
import type { Violation } from '../record.ts';
import type { Choice } from './choices.ts';
import type { Hop } from './hop.ts';
import type { State } from './state.ts';

/** What happened between one moment and the next. */
export type Step =
  /** The origin's own agent begins a job. */
  | { readonly kind: 'begins'; readonly peer: number }
  /** A message left; as the first of its job, by the operator's command. */
  | { readonly kind: 'sends'; readonly hop: Hop; readonly isRoot: boolean }
  /** A brake has stopped a message on its way out, and with it the job. */
  | {
      readonly kind: 'stopped';
      readonly cause: Hop;
      readonly choice: Choice;
      readonly brake: string;
      readonly reason: Reason;
    }
  /** A turn waits for credit that nobody holds. */
  | { readonly kind: 'stuck'; readonly choice: Choice }
  | { readonly kind: 'ends'; readonly peer: number; readonly hop: Hop; readonly isOk: boolean }
  /** A message arrived, and woke an agent. */
  | { readonly kind: 'wakes'; readonly peer: number; readonly hop: Hop; readonly leavesCopy: boolean }
  | {
      readonly kind: 'refused';
      readonly peer: number;
      readonly hop: Hop;
      readonly brake: string;
      readonly reason: Reason;
      readonly leavesCopy: boolean;
    }
  | { readonly kind: 'answered'; readonly peer: number; readonly hop: Hop; readonly isOk: boolean }
  | { readonly kind: 'settled'; readonly peer: number; readonly hop: Hop }
  | { readonly kind: 'lost'; readonly what: 'ask' | 'answer' | 'settled'; readonly peer: number; readonly hop: Hop }
  /** A message never left: its peer could not be reached. */
  | { readonly kind: 'unreached'; readonly peer: number; readonly hop: Hop }
  | { readonly kind: 'hears'; readonly peer: number; readonly notice: 'freeze' | 'halt' }
  | { readonly kind: 'halts'; readonly peer: number }
  | { readonly kind: 'lies'; readonly hop: Hop };

/** One way in which the world may go on: to another moment, or to something that must never be. */
export interface Successor {
  readonly step: Step;
  readonly state: State;
  readonly violation?: Violation | undefined;
}
