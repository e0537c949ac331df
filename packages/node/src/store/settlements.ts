import type { DatabaseSync } from 'node:sqlite';
import type { Channel, Settlement, Stop } from '@hoplite/p2p';
import type { Store, StoredSettlement } from '../ports/store.ts';
import { putInto, type Row } from './rows.ts';
import type { WriteGroups } from './write-group.ts';

const COLUMNS = ['peer', 'message_id', 'channel', 'until', 'settlement'];

/** Most settlements that {@link Store.settlementsFor} returns. */
const MAX_SETTLEMENTS = 10_000;

/** A settlement as JSON says it: bytes are hexadecimal. */
type Written = Omit<Settlement, 'stops'> & {
  readonly stops: readonly (Omit<Stop, 'briefHash'> & { readonly briefHash?: string })[];
};

function toText(settlement: Settlement): string {
  const stops = settlement.stops.map(({ briefHash, ...stop }) =>
    briefHash === undefined ? stop : { ...stop, briefHash: Buffer.from(briefHash).toString('hex') },
  );
  return JSON.stringify({ ...settlement, stops } satisfies Written);
}

function fromText(text: string): Settlement {
  const written = JSON.parse(text) as Written;
  const stops = written.stops.map(({ briefHash, ...stop }) =>
    briefHash === undefined ? stop : { ...stop, briefHash: new Uint8Array(Buffer.from(briefHash, 'hex')) },
  );
  return { ...written, stops };
}

function toSettlement(row: Row): StoredSettlement {
  return {
    peer: row['peer'] as string,
    channel: row['channel'] as Channel,
    messageId: row['message_id'] as string,
    settlement: fromText(row['settlement'] as string),
    until: row['until'] as number,
  };
}

/** What this node still owes its askers an account of. */
export function settlementStore(
  db: DatabaseSync,
  writes: WriteGroups,
): Pick<Store, 'putSettlement' | 'settlementsFor'> {
  const put = db.prepare(putInto('settlement', COLUMNS));
  const ofPeer = db.prepare('SELECT * FROM settlement WHERE peer = ? ORDER BY rowid LIMIT ?');

  return {
    putSettlement: ({ peer, messageId, channel, until, settlement }) =>
      void writes.write(() => put.run(peer, messageId, channel, until, toText(settlement))),
    settlementsFor: (peer) => ofPeer.all(peer, MAX_SETTLEMENTS).map(toSettlement),
  };
}
