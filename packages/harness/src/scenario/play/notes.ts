import type { AgentTurn } from '@hoplite/node';
import { LIMITS } from '../limits.ts';

/** Something that the runtime has said to a turn. */
export interface Note {
  readonly peer: string;
  /** Counts the turns of the peer from 1. */
  readonly turn: number;
  readonly note: string;
}

/** What the runtime said to turns of agents, in order; the newest are left out when there are too many. */
export class Notes {
  readonly all: Note[] = [];

  /** Keeps what is said to a turn, before it began and while it runs. @returns ends that */
  follow(who: { readonly peer: string; readonly number: number }, { notes }: AgentTurn): () => void {
    const keep = (note: string): void => {
      if (this.all.length < LIMITS.calls) this.all.push({ peer: who.peer, turn: who.number, note });
    };
    for (const note of notes.said) keep(note);
    return notes.subscribe(keep);
  }
}
