import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Store } from '../ports/store.ts';
import type { WriteGroups } from './write-group.ts';

/** Which rooms this node is in. What was posted there stays when it leaves. */
export function roomStore(db: DatabaseSync, writes: WriteGroups): Pick<Store, 'joinRoom' | 'leaveRoom' | 'rooms'> {
  const join = db.prepare('INSERT INTO room (name) VALUES (?) ON CONFLICT DO NOTHING');
  const leave = db.prepare('DELETE FROM room WHERE name = ?');
  const all = db.prepare('SELECT name FROM room ORDER BY name');
  const read = (): readonly string[] => all.all().map((row) => String(row['name']));
  // Every post asks; only the two calls below change the answer, and no other process has the file.
  let known: readonly string[] | undefined;
  const changing = (statement: StatementSync, room: string): void => {
    known = undefined;
    writes.write(() => statement.run(room));
  };

  return {
    joinRoom: (room) => changing(join, room),
    leaveRoom: (room) => changing(leave, room),
    // What is read while writes are open may yet be undone.
    rooms: () => (writes.isOpen ? read() : (known ??= read())),
  };
}
