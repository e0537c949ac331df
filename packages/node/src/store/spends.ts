import type { DatabaseSync } from 'node:sqlite';
import type { Store, StoredSpend } from '../ports/store.ts';
import { putInto, type Row } from './rows.ts';
import type { WriteGroups } from './write-group.ts';

/** Peers whose spend is kept. */
const MAX_SPENDS = 4_096;

const COLUMNS = ['peer', 'tokens', 'cost_micro_usd', 'base_tokens', 'base_cost_micro_usd', 'at'];

function toSpend(row: Row): StoredSpend {
  return {
    peer: row['peer'] as string,
    tokens: row['tokens'] as number,
    costMicroUsd: row['cost_micro_usd'] as number,
    baseTokens: row['base_tokens'] as number,
    baseCostMicroUsd: row['base_cost_micro_usd'] as number,
    at: row['at'] as number,
  };
}

/** What each peer has used in all. Only a peer that is new can make them too many: only then they are counted. */
export function spendStore(db: DatabaseSync, writes: WriteGroups): Pick<Store, 'putSpend' | 'spends'> {
  const known = db.prepare('SELECT 1 FROM spend WHERE peer = ?');
  const put = db.prepare(putInto('spend', COLUMNS));
  const trim = db.prepare(
    `DELETE FROM spend WHERE rowid IN
       (SELECT rowid FROM spend ORDER BY at DESC, rowid DESC LIMIT -1 OFFSET ${MAX_SPENDS})`,
  );
  const count = db.prepare('SELECT count(*) AS count FROM spend');
  const all = db.prepare('SELECT * FROM spend ORDER BY rowid');

  return {
    putSpend: ({ peer, tokens, costMicroUsd, baseTokens, baseCostMicroUsd, at }) =>
      writes.write(() => {
        const isNew = known.get(peer) === undefined;
        put.run(peer, tokens, costMicroUsd, baseTokens, baseCostMicroUsd, at);
        if (isNew && Number(count.get()?.['count']) > MAX_SPENDS) {
          trim.run();
        }
      }),
    spends: () => all.all().map(toSpend),
  };
}
