import type { DatabaseSync } from 'node:sqlite';
import type { Store } from '../ports/store.ts';
import { NestedTransactionError } from './errors.ts';

/** Takes the write lock at once: a transaction that has begun does not fail half-way because another one writes. */
export function transactions(db: DatabaseSync): Pick<Store, 'transaction'> {
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const rollback = db.prepare('ROLLBACK');

  const rollBack = (): void => {
    // A full disk may have ended it already.
    if (db.isTransaction) {
      rollback.run();
    }
  };

  return {
    transaction: (work) => {
      if (db.isTransaction) {
        throw new NestedTransactionError();
      }
      begin.run();
      try {
        const result = work();
        commit.run();
        return result;
      } catch (error) {
        rollBack();
        throw error;
      }
    },
  };
}
