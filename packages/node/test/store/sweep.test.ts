import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sweeper, windowsOf, type Windows } from '../../src/store/sweep.ts';

let db: DatabaseSync;
beforeEach(() => {
  db = new DatabaseSync(':memory:');
  db.exec('CREATE TABLE thing (name TEXT) STRICT');
});
afterEach(() => {
  db.close();
});

const add = (...names: readonly string[]): void =>
  names.forEach((name) => void db.prepare('INSERT INTO thing VALUES (?)').run(name));
const remove = (name: string): void => void db.prepare('DELETE FROM thing WHERE name = ?').run(name);

/** The names in the next window. */
function read(windows: Windows): readonly unknown[] | undefined {
  const window = windows.next();
  return (
    window &&
    db
      .prepare('SELECT name FROM thing WHERE rowid > ? AND rowid <= ? ORDER BY rowid')
      .all(window.after, window.last)
      .map(({ name }) => name)
  );
}

describe('windows', () => {
  test('pass over all rows, and then begin again', () => {
    add('a', 'b', 'c', 'd', 'e');
    const windows = windowsOf(db, 'thing', 2);
    const four = Array.from({ length: 4 }, () => read(windows));
    expect(four).toEqual([['a', 'b'], ['c', 'd'], ['e'], ['a', 'b']]);
  });

  test('say which one is the last', () => {
    add('a', 'b', 'c', 'd');
    const windows = windowsOf(db, 'thing', 2);
    expect([windows.next()?.atEnd, windows.next()?.atEnd]).toEqual([false, true]);
  });

  test('are none in an empty table, and are there once it is filled', () => {
    const windows = windowsOf(db, 'thing', 2);
    expect(windows.next()).toBeUndefined();
    add('a');
    expect(read(windows)).toEqual(['a']);
  });

  test('hold as many rows where others are gone', () => {
    add('a', 'b', 'c', 'd', 'e');
    ['a', 'c', 'd'].forEach(remove);
    expect(read(windowsOf(db, 'thing', 2))).toEqual(['b', 'e']);
  });

  test('begin again at once when what was to follow is gone', () => {
    add('a', 'b', 'c');
    const windows = windowsOf(db, 'thing', 2);
    windows.next();
    remove('c');
    expect(read(windows)).toEqual(['a', 'b']);
    ['a', 'b'].forEach(remove);
    expect(windows.next()).toBeUndefined();
  });

  test('begin with the oldest again when told to', () => {
    add('a', 'b', 'c');
    const windows = windowsOf(db, 'thing', 1);
    windows.next();
    windows.restart();
    expect(read(windows)).toEqual(['a']);
  });
});

test('a sweep deletes what fulfils its condition in one window a call', () => {
  add('a', 'abc', 'b', 'abcd', 'c');
  const sweep = sweeper(db, 'thing', 2, 'length(name) > ? AND length(name) < ?');
  expect([sweep(1, 9), sweep(1, 9), sweep(1, 9), sweep(1, 9)]).toEqual([1, 1, 0, 0]);
  expect(db.prepare('SELECT name FROM thing').all()).toEqual([{ name: 'a' }, { name: 'b' }, { name: 'c' }]);
});
