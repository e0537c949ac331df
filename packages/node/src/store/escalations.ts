import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Reason } from '@hoplite/p2p';
import type { Store, StoredEscalation } from '../ports/store.ts';
import { optional, putInto, toPath, type Row } from './rows.ts';
import type { WriteGroups } from './write-group.ts';

/** In the order of {@link escalationValues}. */
const COLUMNS = [
  ...['id', 'kind', 'state', 'at', 'job_id', 'epoch', 'peer', 'reason', 'brief_hash', 'count', 'resolved_at'],
  ...['path', 'detail', 'resolution', 'payload'],
];

function escalationValues(escalation: StoredEscalation): SQLInputValue[] {
  return [
    ...[escalation.id, escalation.kind, escalation.state, escalation.at, escalation.jobId, escalation.epoch],
    ...[escalation.peer, escalation.reason, escalation.briefHash ?? null, escalation.count],
    ...[escalation.resolvedAt ?? null, JSON.stringify(escalation.path), escalation.detail],
    ...[escalation.resolution ?? null, escalation.payload ?? null],
  ];
}

export function toEscalation(row: Row): StoredEscalation {
  return {
    id: row['id'] as string,
    kind: row['kind'] as StoredEscalation['kind'],
    state: row['state'] as StoredEscalation['state'],
    at: row['at'] as number,
    jobId: row['job_id'] as string,
    epoch: row['epoch'] as number,
    peer: row['peer'] as string,
    reason: row['reason'] as Reason,
    detail: row['detail'] as string,
    path: toPath(row),
    ...optional('briefHash', row['brief_hash'] as Uint8Array | null),
    ...optional('payload', row['payload'] as string | null),
    count: row['count'] as number,
    ...optional('resolution', row['resolution'] as string | null),
    ...optional('resolvedAt', row['resolved_at'] as number | null),
  };
}

/** What a person must know or decide. One that happens again, or is resolved, stays in its place. */
export function escalationStore(
  db: DatabaseSync,
  writes: WriteGroups,
): Pick<Store, 'putEscalation' | 'escalation' | 'countOpenEscalations' | 'escalations'> {
  const put = db.prepare(putInto('escalation', COLUMNS));
  const byId = db.prepare('SELECT * FROM escalation WHERE id = ?');
  const newest = db.prepare('SELECT * FROM escalation ORDER BY at DESC, rowid DESC LIMIT ?');
  const open = db.prepare("SELECT * FROM escalation WHERE state = 'open' ORDER BY at DESC, rowid DESC LIMIT ?");
  const countOpen = db.prepare("SELECT count(*) AS count FROM escalation WHERE state = 'open' AND peer = ?");

  return {
    putEscalation: (escalation) => void writes.write(() => put.run(...escalationValues(escalation))),
    escalation: (id) => {
      const row = byId.get(id);
      return row && toEscalation(row);
    },
    countOpenEscalations: (peer) => Number(countOpen.get(peer)?.['count']),
    escalations: (limit, options) => (options?.open === true ? open : newest).all(limit).map(toEscalation),
  };
}
