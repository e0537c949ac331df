import { expect, test } from 'vitest';
import { Notes } from '../src/channels/notes.ts';
import type { Frame } from '../src/wire/frame-codec.ts';

const cancel = (id: string): Frame => ({ kind: 'cancel', id, reason: '' });
const notice = (bytes: number, fill: number): Frame => ({ kind: 'notice', notice: new Uint8Array(bytes).fill(fill) });

function all(notes: Notes): Frame[] {
  const taken: Frame[] = [];
  for (let next = notes.take(); next !== undefined; next = notes.take()) {
    taken.push(next);
  }
  return taken;
}

test('they are taken in the order in which they came', () => {
  const notes = new Notes();
  ['a', 'b', 'c'].forEach((id) => notes.add(cancel(id)));
  expect(notes.size).toBe(3);
  expect(all(notes)).toEqual(['a', 'b', 'c'].map(cancel));
  expect(notes.size).toBe(0);
});

test('of too many the oldest give way', () => {
  const notes = new Notes();
  for (let count = 0; count < 5_000; count += 1) {
    notes.add(cancel(String(count)));
  }
  expect(notes.size).toBe(4_096);
  expect(notes.take()).toEqual(cancel(String(5_000 - 4_096)));
});

test('of too large ones too, and what has gone makes room', () => {
  const notes = new Notes();
  const [mebibyte, times] = [1024 * 1024, 6];
  for (let count = 0; count < times; count += 1) {
    notes.add(notice(mebibyte, count));
  }
  expect(all(notes).map((frame) => frame.kind === 'notice' && frame.notice[0])).toEqual([2, 3, 4, 5]);
  notes.add(notice(mebibyte, 6));
  expect(notes.size).toBe(1);
});
