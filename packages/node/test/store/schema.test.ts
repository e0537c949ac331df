import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { STEPS, migrate } from '../../src/store/schema.ts';

let db: DatabaseSync;
beforeEach(() => {
  db = new DatabaseSync(':memory:');
});
afterEach(() => {
  db.close();
});

const version = (): unknown => db.prepare('PRAGMA user_version').get()?.['user_version'];
const tables = (): unknown[] =>
  db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .all()
    .map(({ name }) => name);

describe('migrate', () => {
  test('takes an empty database through every step', () => {
    migrate(db, 'file');
    expect(version()).toBe(STEPS.length);
    expect(tables()).toEqual([
      ...['breaker_change', 'escalation', 'intervention', 'job', 'message', 'notice', 'outcome', 'refusal', 'room'],
      ...['settlement', 'spend', 'state', 'usage'],
    ]);
  });

  test('does only the steps that are new, and keeps what is there', () => {
    migrate(db, 'file');
    db.exec("INSERT INTO room VALUES ('lobby')");
    migrate(db, 'file');
    migrate(db, 'file', [...STEPS, 'ALTER TABLE room ADD COLUMN topic TEXT']);
    expect(version()).toBe(STEPS.length + 1);
    expect(db.prepare('SELECT * FROM room').all()).toEqual([{ name: 'lobby', topic: null }]);
  });

  test('a step that fails leaves the database at the version before it', () => {
    const broken = 'CREATE TABLE half (id INTEGER) STRICT; INSERT INTO nowhere VALUES (1)';
    expect(() => migrate(db, 'file', [...STEPS, broken])).toThrow('nowhere');
    expect(version()).toBe(STEPS.length);
    expect(tables()).not.toContain('half');
    expect(db.isTransaction).toBe(false);
    migrate(db, 'file');
  });

  test('every table is strict: a wrong type is an error', () => {
    migrate(db, 'file');
    expect(() => db.exec("INSERT INTO notice VALUES ('key', 'beta', 1, 'tomorrow', x'00')")).toThrow();
    const strict = db.prepare("SELECT name, strict FROM pragma_table_list WHERE schema = 'main'").all();
    const lax = strict.filter((row) => row['strict'] !== 1 && !String(row['name']).startsWith('sqlite_'));
    expect(lax).toEqual([]);
  });
});
