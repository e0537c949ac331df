import type { DatabaseSync } from 'node:sqlite';
import type { Store } from '../ports/store.ts';
import { OBLIGES_US } from './messages.ts';

/** How many of the newest rows are looked at: a few milliseconds, and no index that every write would pay for. */
const NEWEST = 10_000;

/** IDs of one kind, newest first. */
const SOURCES = [
  'SELECT job_id AS id FROM job ORDER BY started_at DESC, rowid DESC',
  'SELECT job_id AS id FROM message ORDER BY rowid DESC',
  'SELECT message_id AS id FROM message ORDER BY rowid DESC',
  'SELECT id FROM escalation ORDER BY at DESC, rowid DESC',
];

/** What is asked of the newest messages and needs no answer at once: after a start, and by people. */
export function recentMessages(db: DatabaseSync): Pick<Store, 'countRecent' | 'idsLike'> {
  const count = db.prepare(
    `SELECT author, origin, count(*) AS count
     FROM (SELECT author, origin, direction, act, peer, at FROM message ORDER BY rowid DESC LIMIT ${NEWEST})
     WHERE ${OBLIGES_US} AND at >= ? GROUP BY author, origin`,
  );
  // Not LIKE, which is blind to case and reads `%` and `_` as wildcards.
  const like = SOURCES.map((source) =>
    db.prepare(
      `SELECT id FROM (${source} LIMIT ${NEWEST})
       WHERE substr(id, 1, length(:part)) = :part OR substr(id, -length(:part)) = :part`,
    ),
  );

  return {
    countRecent: (since) =>
      count.all(since).map((row) => ({
        author: String(row['author']),
        origin: String(row['origin']),
        count: Number(row['count']),
      })),
    idsLike: (part, limit) => {
      const found = new Set<string>();
      for (const source of like) {
        for (const { id } of source.iterate({ part })) {
          if (found.size >= limit) {
            return [...found];
          }
          found.add(String(id));
        }
      }
      return [...found];
    },
  };
}
