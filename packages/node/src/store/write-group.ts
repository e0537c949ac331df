import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Clock } from '../ports/clock.ts';
import { NestedTransactionError } from './errors.ts';

interface Waiter {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Gathers writes into transactions. The first that somebody waits for in a turn of the event loop is written at once, so
 * that a lone exchange waits for nothing; the others of that turn are written together at its end. A transaction of its
 * own costs each write about as much again as the write itself.
 */
export class WriteGroup {
  readonly #db: DatabaseSync;
  readonly #clock: Clock;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #rollback: StatementSync;
  #waiters: Waiter[] = [];
  #open = false;
  #scheduled = false;
  /** Whether this turn of the event loop has had its write at once. */
  #spent = false;
  #working = false;
  /** Why a group was lost that nobody waited for. The next write tells. */
  #lost: unknown;

  constructor(db: DatabaseSync, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
    // Takes the write lock at once: a group that has begun does not fail half-way because another process writes.
    this.#begin = db.prepare('BEGIN IMMEDIATE');
    this.#commit = db.prepare('COMMIT');
    this.#rollback = db.prepare('ROLLBACK');
  }

  /** Makes the write that follows a part of the group. Called before each. */
  join(): void {
    if (this.#lost !== undefined) {
      const lost = this.#lost;
      this.#lost = undefined;
      throw lost;
    }
    if (!this.#open) {
      this.#begin.run();
      this.#open = true;
    }
    if (!this.#scheduled) {
      this.#scheduled = true;
      this.#clock.soon(() => this.#endOfTurn());
    }
  }

  /** See {@link Store.written}. */
  async written(): Promise<void> {
    if (!this.#open) {
      return;
    }
    if (this.#spent) {
      await new Promise<void>((resolve, reject) => this.#waiters.push({ resolve, reject }));
      return;
    }
    this.#spent = true;
    this.#end();
  }

  /** Writes the group now, and tells those who wait. @throws when it could not be written and nobody waits */
  flush(): void {
    const waiters = this.#waiters.splice(0);
    try {
      if (this.#open && this.#db.isOpen) {
        this.#end();
      }
    } catch (error) {
      if (waiters.length === 0) {
        throw error;
      }
      for (const { reject } of waiters) {
        reject(error);
      }
      return;
    }
    for (const { resolve } of waiters) {
      resolve();
    }
  }

  /** See {@link Store.transaction}. */
  transaction<T>(work: () => T): T {
    if (this.#working) {
      throw new NestedTransactionError();
    }
    this.flush();
    this.#begin.run();
    this.#open = true;
    this.#working = true;
    try {
      const result = work();
      this.#end();
      return result;
    } catch (error) {
      this.#undo();
      throw error;
    } finally {
      this.#working = false;
    }
  }

  #endOfTurn(): void {
    this.#scheduled = false;
    this.#spent = false;
    try {
      this.flush();
    } catch (error) {
      this.#lost = error;
    }
  }

  #end(): void {
    this.#open = false;
    try {
      // Fails as well when a full disk has ended it already.
      this.#commit.run();
    } catch (error) {
      this.#undo();
      throw error;
    }
  }

  #undo(): void {
    this.#open = false;
    if (this.#db.isTransaction) {
      this.#rollback.run();
    }
  }
}
