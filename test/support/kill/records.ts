import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Brief } from './brief.ts';

/** A message as a store holds it. */
export interface MessageRow {
  readonly author: string;
  readonly message_id: string;
  readonly peer: string;
  readonly direction: 'in' | 'out';
  readonly act: string;
  readonly job_id: string;
  readonly in_reply_to: string | null;
  readonly started: number;
  readonly obliges: 0 | 1;
  readonly content: string;
  /** Hex. */
  readonly body_hash: string;
}

export interface JobRow {
  readonly job_id: string;
  readonly state: string;
  readonly reason: string | null;
  readonly credit: number;
  readonly left: number;
  readonly turns: number;
  readonly brief: string;
  readonly result: string | null;
}

export interface OutcomeRow {
  readonly message_id: string;
  readonly peer: string;
  readonly reason: string;
}

/** All that a node has on disk about what it was asked and has asked. */
export interface Records {
  readonly messages: readonly MessageRow[];
  readonly jobs: readonly JobRow[];
  readonly outcomes: readonly OutcomeRow[];
  /** Peer IDs that the node holds to have cheated. */
  readonly accused: readonly string[];
}

/** Reads, but for what the self-test has left (its peer is a topic), the store in a data directory, whether or not its node runs. */
export function readRecords(directory: string): Records {
  const db = new DatabaseSync(join(directory, 'hoplite.db'), { readOnly: true, timeout: 5000 });
  try {
    db.exec('BEGIN');
    return {
      messages: db
        .prepare(
          `SELECT author, message_id, peer, direction, act, job_id, in_reply_to, started, content,
                  brief_hash IS NOT NULL AS obliges, hex(body_hash) AS body_hash
           FROM message WHERE peer NOT LIKE '/%' ORDER BY rowid`,
        )
        .all() as unknown as MessageRow[],
      jobs: db.prepare('SELECT * FROM job').all() as unknown as JobRow[],
      outcomes: db.prepare('SELECT message_id, peer, reason FROM outcome').all() as unknown as OutcomeRow[],
      accused: db
        .prepare(`SELECT peer FROM escalation WHERE kind = 'evidence'`)
        .all()
        .map(({ peer }) => String(peer)),
    };
  } finally {
    db.close();
  }
}

/** How often the turn of each brief has come to its effect, by the brief's ID. */
export function readEffects(file: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const id of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** The ID of the brief that a message or a job is about. */
export function briefIdOf(content: string): string {
  return (JSON.parse(content) as Brief).id;
}

/** Messages that others have asked of this node. */
export function asked({ messages }: Records): readonly MessageRow[] {
  return messages.filter(({ direction, obliges }) => direction === 'in' && obliges === 1);
}

/** Messages that this node has asked of others. */
export function asking({ messages }: Records): readonly MessageRow[] {
  return messages.filter(({ direction, obliges }) => direction === 'out' && obliges === 1);
}

/** What answers a message in a store, whichever side of it the store is on. */
export function answersTo({ messages }: Records, { direction, message_id, peer }: MessageRow): readonly MessageRow[] {
  const way = direction === 'in' ? 'out' : 'in';
  return messages.filter((row) => row.in_reply_to === message_id && row.direction === way && row.peer === peer);
}
