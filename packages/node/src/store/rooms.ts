import type { DatabaseSync } from 'node:sqlite';
import type { Store } from '../ports/store.ts';

/** Which rooms this node is in. What was posted there stays when it leaves. */
export function roomStore(db: DatabaseSync): Pick<Store, 'joinRoom' | 'leaveRoom' | 'rooms'> {
  const join = db.prepare('INSERT INTO room (name) VALUES (?) ON CONFLICT DO NOTHING');
  const leave = db.prepare('DELETE FROM room WHERE name = ?');
  const all = db.prepare('SELECT name FROM room ORDER BY name');

  return {
    joinRoom: (room) => void join.run(room),
    leaveRoom: (room) => void leave.run(room),
    rooms: () => all.all().map((row) => String(row['name'])),
  };
}
