import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import { systemClock } from '../../src/ports/clock.ts';
import { WriteLostError } from '../../src/store/errors.ts';
import { roomStore } from '../../src/store/rooms.ts';
import { WriteGroups } from '../../src/store/write-group.ts';

let db: DatabaseSync;
let writes: WriteGroups;
let lost: WriteLostError[];
let callbacks: (() => void)[];
beforeEach(() => {
  db = new DatabaseSync(':memory:');
  db.exec('CREATE TABLE thing (name TEXT PRIMARY KEY, bulk BLOB) STRICT; CREATE TABLE room (name TEXT PRIMARY KEY)');
  [lost, callbacks] = [[], []];
  const clock = { ...systemClock, soon: (callback: () => void) => void callbacks.push(callback) };
  writes = new WriteGroups({ db, clock, onLost: (error) => void lost.push(error) });
});
afterEach(() => {
  db.close();
});

const endTurn = (): void => callbacks.splice(0).forEach((callback) => callback());
const add = (name: string, bytes = 0): void =>
  void writes.write(() => db.prepare('INSERT INTO thing VALUES (?, zeroblob(?))').run(name, bytes));
const names = (): unknown[] =>
  db
    .prepare('SELECT name FROM thing ORDER BY name')
    .all()
    .map(({ name }) => name);
/** What outlives this process. */
const kept = (): unknown[] => {
  endTurn();
  return names();
};
const diskFull = (): void => {
  const pages = Number(db.prepare('PRAGMA page_count').get()?.['page_count']);
  db.exec(`PRAGMA max_page_count = ${pages + 1}`);
};
const roomAgain = (): void => db.exec('PRAGMA max_page_count = 100000');
/** Makes the write that does not fit, and with it SQLite roll back. */
const overflow = (): void => {
  expect(() => add('large', 100_000)).toThrow('full');
  expect(db.isTransaction).toBe(false);
};
/** How a wait ended, as a word. */
const ending = (wait: Promise<void>): Promise<string> =>
  wait.then(
    () => 'written',
    (error: unknown) => (error instanceof WriteLostError ? 'lost' : String(error)),
  );

describe('a group', () => {
  test('that is the first of its turn to be waited for is written at once, the next when the turn ends', async () => {
    add('a');
    const first = writes.written();
    expect(db.isTransaction).toBe(false);
    add('b');
    const second = writes.written();
    add('c');
    expect(db.isTransaction).toBe(true);
    endTurn();
    expect(db.isTransaction).toBe(false);
    expect(await Promise.all([first, second].map(ending))).toEqual(['written', 'written']);
    expect(names()).toEqual(['a', 'b', 'c']);
  });

  test('goes on when a statement fails that SQLite undoes by itself', async () => {
    add('a');
    expect(() => add('a')).toThrow('UNIQUE');
    add('b');
    expect(await ending(writes.written())).toBe('written');
    expect(kept()).toEqual(['a', 'b']);
  });

  test('with nothing in it is no wait', async () => {
    expect(await ending(writes.written())).toBe('written');
  });
});

describe('a group that SQLite rolled back because the disk is full', () => {
  verifies('node.store.outcomes');
  const waitLater = (): Promise<string> => {
    add('at once');
    void writes.written();
    add('a');
    return ending(writes.written());
  };

  test('is lost to those who waited for it', async () => {
    diskFull();
    const waited = waitLater();
    overflow();
    expect(await waited).toBe('lost');
    expect(kept()).toEqual(['at once']);
    expect(lost).toEqual([]);
  });

  test('is lost to a member that asks later in its turn', async () => {
    diskFull();
    add('a');
    overflow();
    expect(await ending(writes.written())).toBe('lost');
    expect(await ending(writes.written())).toBe('lost');
    expect(kept()).toEqual([]);
    expect(lost).toEqual([]);
  });

  test('takes along what its turn still writes: nothing is kept of which its author hears that it is not', async () => {
    diskFull();
    add('a');
    overflow();
    roomAgain();
    add('b');
    expect(await ending(writes.written())).toBe('lost');
    add('c');
    expect(await ending(writes.written())).toBe('lost');
    expect(kept()).toEqual([]);
  });

  test('is over with its turn: the next one writes as ever', async () => {
    diskFull();
    const waited = waitLater();
    overflow();
    roomAgain();
    endTurn();
    add('b');
    expect(await ending(writes.written())).toBe('written');
    expect(await waited).toBe('lost');
    expect(kept()).toEqual(['at once', 'b']);
    expect(lost).toEqual([]);
  });

  test('is reported once when nobody waits, and thrown at no other write', async () => {
    diskFull();
    add('a');
    overflow();
    roomAgain();
    add('b');
    expect(lost).toEqual([]);
    endTurn();
    expect(lost).toEqual([
      expect.objectContaining({ code: 'ERR_WRITE_LOST', message: 'nothing was written: database or disk is full' }),
    ]);
    add('c');
    expect(await ending(writes.written())).toBe('written');
    endTurn();
    expect(lost).toHaveLength(1);
    expect(kept()).toEqual(['c']);
  });

  test('and held nothing but the write that failed is reported by that write only', () => {
    diskFull();
    overflow();
    endTurn();
    expect(lost).toEqual([]);
  });

  test('is noticed when a statement outside of it brought it about', async () => {
    add('a');
    db.exec('ROLLBACK');
    add('b');
    expect(await ending(writes.written())).toBe('lost');
    expect(kept()).toEqual([]);
  });
});

describe('a group that cannot be committed', () => {
  /** A deferred foreign key is checked at COMMIT only. */
  const breakCommit = (): void => {
    db.exec(`
      PRAGMA foreign_keys = ON;
      CREATE TABLE child (parent TEXT REFERENCES thing (name) DEFERRABLE INITIALLY DEFERRED);
    `);
    writes.write(() => db.exec("INSERT INTO child VALUES ('nobody')"));
  };

  test('is lost to whoever asks in its turn, and undone', async () => {
    breakCommit();
    add('a');
    const waits = [writes.written(), writes.written()];
    add('b');
    waits.push(writes.written());
    expect(await Promise.all(waits.map(ending))).toEqual(['lost', 'lost', 'lost']);
    expect(kept()).toEqual([]);
    expect(lost).toEqual([]);
  });

  test('is reported when nobody waits, also when the store is closed', () => {
    breakCommit();
    writes.flush();
    expect(lost).toHaveLength(1);
    expect(db.isTransaction).toBe(false);
  });
});

test('rooms that were joined in a group that is lost are not remembered', () => {
  const store = roomStore(db, writes);
  store.joinRoom('den');
  endTurn();
  expect(store.rooms()).toEqual(['den']);
  store.joinRoom('lobby');
  expect(store.rooms()).toEqual(['den', 'lobby']);
  diskFull();
  overflow();
  expect(store.rooms()).toEqual(['den']);
  store.joinRoom('attic');
  expect(store.rooms()).toEqual(['attic', 'den']);
  endTurn();
  expect(store.rooms()).toEqual(['den']);
});
