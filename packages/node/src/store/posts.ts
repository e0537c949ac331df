import type { DatabaseSync } from 'node:sqlite';
import type { Store } from '../ports/store.ts';
import { toMessage } from './rows.ts';

/** Posts, by the time their authors stamped them, so that a room reads alike on all peers. */
export function postStore(db: DatabaseSync): Pick<Store, 'posts' | 'countPosts' | 'postEnvelopes'> {
  const newest = db.prepare('SELECT * FROM message WHERE room = ? ORDER BY at DESC, rowid DESC LIMIT ?');
  const count = db.prepare('SELECT count(*) AS count FROM message WHERE room = ?');
  // SQLite knows the length of a blob without reading it.
  const sizes = db.prepare(
    `SELECT rowid, length(envelope) AS bytes FROM message
     WHERE room = ? AND at >= ? AND channel = 'room' AND act <> 'refuse' ORDER BY at DESC, rowid DESC LIMIT ?`,
  );
  const envelopeOf = db.prepare('SELECT envelope FROM message WHERE rowid = ?');

  return {
    posts: (room, limit) => newest.all(room, limit).map(toMessage).reverse(),
    countPosts: (room) => Number(count.get(room)?.['count']),
    postEnvelopes: (room, { since, limit, maxBytes }) => {
      const envelopes: Uint8Array[] = [];
      let left = maxBytes;
      for (const { rowid, bytes } of sizes.iterate(room, since, limit)) {
        left -= Number(bytes);
        if (left < 0) {
          break;
        }
        envelopes.push(envelopeOf.get(Number(rowid))?.['envelope'] as Uint8Array);
      }
      return envelopes.reverse();
    },
  };
}
