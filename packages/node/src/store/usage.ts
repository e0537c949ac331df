import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Store, UsageSum } from '../ports/store.ts';
import { insertInto, type Row } from './rows.ts';
import type { WriteGroups } from './write-group.ts';

/** Largest number that is kept: from there on it stays as it is, and no number is ever read that JavaScript rounds. */
const MOST = Number.MAX_SAFE_INTEGER;

/** Models that one job may name in a day: what more it names counts as a model without a name. */
const MAX_MODELS = 64;

const KEY = ['day', 'job_id', 'agent', 'model'];
const AMOUNTS = ['input_tokens', 'output_tokens', 'cached_tokens', 'cost_micro_usd'];

/** What is summed up by, as its column. */
const COLUMN_OF = { day: 'day', job: 'job_id', agent: 'agent', model: 'model' } as const;

type By = keyof typeof COLUMN_OF;

/** The sum, exact, or `MOST`. SQLite's own fails beyond 63 bits, so both halves of the numbers are summed by themselves. */
function exactSum(column: string): string {
  const upper = `min(sum(${column} >> 26), 1 << 27)`;
  return `min(${upper} * (1 << 26) + sum(${column} & ((1 << 26) - 1)), ${MOST}) AS ${column}`;
}

function sumsBy(by: By, ofJob: boolean): string {
  const column = COLUMN_OF[by];
  // With the plus no index is used for groups: that of the jobs would lead through all days.
  const group = by === 'job' ? `+${column}` : column;
  const order = by === 'day' ? 'day DESC' : 'max(day) DESC, key';
  return `
    SELECT ${column} AS key, max(day) AS newest, ${AMOUNTS.map(exactSum).join(', ')} FROM usage
    WHERE ${ofJob ? 'job_id = :jobId AND ' : ''}day >= :since GROUP BY ${group} ORDER BY ${order} LIMIT :limit`;
}

function toSum(row: Row): UsageSum {
  return {
    key: row['key'] as string,
    day: row['newest'] as string,
    inputTokens: row['input_tokens'] as number,
    outputTokens: row['output_tokens'] as number,
    cachedTokens: row['cached_tokens'] as number,
    costMicroUsd: row['cost_micro_usd'] as number,
  };
}

/** Sums of what was used. */
export function usageReader(db: DatabaseSync): Store['usage'] {
  const prepared = (ofJob: boolean): Record<By, StatementSync> => ({
    day: db.prepare(sumsBy('day', ofJob)),
    job: db.prepare(sumsBy('job', ofJob)),
    agent: db.prepare(sumsBy('agent', ofJob)),
    model: db.prepare(sumsBy('model', ofJob)),
  });
  const [ofAll, ofJob] = [prepared(false), prepared(true)];
  return ({ by, since = '', jobId, limit }) => {
    const rows = jobId === undefined ? ofAll[by].all({ since, limit }) : ofJob[by].all({ since, limit, jobId });
    return rows.map(toSum);
  };
}

/** What agents use, a row for each day, job, agent and model. */
export function usageStore(db: DatabaseSync, writes: WriteGroups): Pick<Store, 'addUsage' | 'usage'> {
  const added = AMOUNTS.map((column) => `${column} = min(${column} + excluded.${column}, ${MOST})`).join(', ');
  const add = db.prepare(`${insertInto('usage', [...KEY, ...AMOUNTS])} ON CONFLICT DO UPDATE SET ${added}`);
  const others = db.prepare(
    `SELECT count(*) AS count FROM usage WHERE day = ? AND job_id = ? AND agent = ? AND model NOT IN ('', ?)`,
  );

  return {
    addUsage: ({ day, jobId, agent, model, inputTokens, outputTokens, cachedTokens, costMicroUsd }) =>
      writes.write(() => {
        const isOneTooMany = Number(others.get(day, jobId, agent, model)?.['count']) >= MAX_MODELS;
        const amounts = [inputTokens, outputTokens, cachedTokens, costMicroUsd];
        add.run(day, jobId, agent, isOneTooMany ? '' : model, ...amounts);
      }),
    usage: usageReader(db),
  };
}

/**
 * Deletes what was used before a day, a bounded number of rows a call, the oldest first.
 *
 * @returns what does that and says how many went
 */
export function usageForgetter(db: DatabaseSync, rows: number): (before: string) => number {
  const forget = db.prepare(
    `DELETE FROM usage WHERE (${KEY.join(', ')}) IN
       (SELECT ${KEY.join(', ')} FROM usage WHERE day < ? ORDER BY ${KEY.join(', ')} LIMIT ${rows})`,
  );
  return (before) => Number(forget.run(before).changes);
}
