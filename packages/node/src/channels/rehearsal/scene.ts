import type { Message, Reason } from '@hoplite/p2p';
import type { QuestionId } from '../questions.ts';

/** One message that is brought to a door in a rehearsal, and what must become of it. */
export interface Scene {
  /** The question that it asks. */
  readonly question: QuestionId;
  /** What it is, as the subject of a sentence. */
  readonly what: string;
  readonly message: Message;
  /** Who brings it. @default its sender */
  readonly peer?: string;
  /** By gossip it is answered by nobody. @default on a stream */
  readonly by?: 'gossip';
  /** Brought to a node that does not know its own ID. @default to one that does */
  readonly isNameless?: true;
  readonly expected: Expected;
}

export type Expected =
  /** It wakes one turn, which is answered. */
  | { readonly outcome: 'answered' }
  /** It is refused, for one of these reasons. */
  | { readonly outcome: 'refused'; readonly reasons: readonly Reason[] }
  /** What was answered the first time is answered again, or nothing: either way, no turn is woken. */
  | { readonly outcome: 'not again' }
  /** Nobody is woken, and nobody told. */
  | { readonly outcome: 'kept' };

export const ANSWERED: Expected = { outcome: 'answered' };
export const NOT_AGAIN: Expected = { outcome: 'not again' };
export const KEPT: Expected = { outcome: 'kept' };

export function refused(...reasons: readonly Reason[]): Expected {
  return { outcome: 'refused', reasons };
}
