import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Clock } from '../ports/clock.ts';
import { WriteLostError } from './errors.ts';

/** Writes that stand or fall together: one transaction. */
interface Group {
  readonly written: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: WriteLostError) => void;
  /** Set when nothing of it was or will be written. */
  lost?: WriteLostError;
  /** Whether it holds a write after which nobody has asked yet. */
  unheard: boolean;
}

export interface WriteGroupsInit {
  readonly db: DatabaseSync;
  /** Says when a turn of the event loop is over, and with it a group. */
  readonly clock: Clock;
  /** Told of a group that was lost when nobody waits for what it held. */
  readonly onLost: (error: WriteLostError) => void;
}

/**
 * Gathers writes into transactions. The first that somebody waits for in a turn of the event loop is written at once, so
 * that a lone exchange waits for nothing; the others of that turn are written together at its end. A transaction of its
 * own costs each write about as much again as the write itself.
 *
 * A full or broken disk makes SQLite roll back a transaction by itself (https://sqlite.org/lang_transaction.html,
 * section 3). The whole group is lost then, with what the same turn still adds to it: whoever asks was perhaps a member.
 */
export class WriteGroups {
  readonly #db: DatabaseSync;
  readonly #clock: Clock;
  readonly #onLost: (error: WriteLostError) => void;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #rollback: StatementSync;
  /** The one that writes join now. One that is lost stays until the turn ends. */
  #group: Group | undefined;
  #scheduled = false;
  /** Whether this turn of the event loop has had its write at once. */
  #spent = false;
  #count = 0;

  constructor({ db, clock, onLost }: WriteGroupsInit) {
    this.#db = db;
    this.#clock = clock;
    this.#onLost = onLost;
    // Takes the write lock at once: a group that has begun does not fail half-way because another process writes.
    this.#begin = db.prepare('BEGIN IMMEDIATE');
    this.#commit = db.prepare('COMMIT');
    this.#rollback = db.prepare('ROLLBACK');
  }

  /** Whether there are writes that may still be undone. */
  get isOpen(): boolean {
    return this.#group !== undefined;
  }

  /** Writes so far, with those that were undone. */
  get count(): number {
    return this.#count;
  }

  /** Runs statements as a part of the group. What they throw is their caller's. */
  write<T>(run: () => T): T {
    const group = this.#join();
    this.#count += 1;
    try {
      const result = run();
      group.unheard = true;
      return result;
    } catch (error) {
      if (!this.#db.isTransaction) {
        lose(group, error);
      }
      throw error;
    }
  }

  /** See {@link Store.written}. */
  written(): Promise<void> {
    const group = this.#group;
    if (group === undefined) {
      return Promise.resolve();
    }
    group.unheard = false;
    if (!this.#spent && group.lost === undefined) {
      this.#spent = true;
      this.#end(group);
    }
    return group.written;
  }

  /** Writes the group now, or undoes what is left of a lost one. */
  flush(): void {
    const group = this.#group;
    if (group === undefined) {
      return;
    }
    this.#end(group);
    this.#group = undefined;
    if (group.lost !== undefined && group.unheard) {
      this.#onLost(group.lost);
    }
  }

  /** The group, with a transaction: never is a statement left to commit by itself. */
  #join(): Group {
    const group = this.#group;
    if (group === undefined || !this.#db.isTransaction) {
      if (group !== undefined) {
        lose(group, new Error('SQLite ended the transaction'));
      }
      this.#begin.run();
    }
    if (!this.#scheduled) {
      this.#scheduled = true;
      this.#clock.soon(() => this.#endOfTurn());
    }
    return (this.#group ??= newGroup());
  }

  #endOfTurn(): void {
    this.#scheduled = false;
    this.#spent = false;
    this.flush();
  }

  #end(group: Group): void {
    try {
      if (group.lost === undefined) {
        this.#commit.run();
        this.#group = undefined;
        group.resolve();
      }
    } catch (error) {
      // A full disk has perhaps ended it already.
      lose(group, error);
    }
    if (this.#db.isTransaction) {
      this.#rollback.run();
    }
  }
}

function newGroup(): Group {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  return { written: promise, resolve, reject, unheard: false };
}

function lose(group: Group, cause: unknown): void {
  if (group.lost === undefined) {
    group.lost = new WriteLostError(cause);
    group.written.catch(() => undefined); // Perhaps nobody asks: then the group is reported when its turn ends.
    group.reject(group.lost);
  }
}
