import type { DatabaseSync } from 'node:sqlite';
import type { Store, StoredMessage } from '../ports/store.ts';
import { toMessage } from './rows.ts';

/** A search looks at the newest messages only: this many of them, and this many characters. */
const MAX_SCANNED_MESSAGES = 20_000;
const MAX_SCANNED_CHARACTERS = 32 * 1024 * 1024;

/**
 * Finds words in what was said. Compared here and not by LIKE, which folds the case of ASCII letters only and would
 * read `%` and `_` as wildcards; an index of words would cost more on every write than a rare search is worth.
 */
export function messageSearch(db: DatabaseSync): Pick<Store, 'search'> {
  const newest = db.prepare('SELECT rowid, content FROM message ORDER BY rowid DESC LIMIT ?');
  const byRowid = db.prepare('SELECT * FROM message WHERE rowid = ?');

  return {
    search: (query, limit) => {
      const words = query.toLowerCase().split(/\s+/);
      const found: StoredMessage[] = [];
      let characters = 0;
      for (const { rowid, content } of newest.iterate(MAX_SCANNED_MESSAGES)) {
        const text = String(content).toLowerCase();
        characters += text.length;
        if (found.length >= limit || characters > MAX_SCANNED_CHARACTERS) {
          break;
        }
        const row = words.every((word) => text.includes(word)) ? byRowid.get(Number(rowid)) : undefined;
        if (row !== undefined) {
          found.push(toMessage(row));
        }
      }
      return found;
    },
  };
}
