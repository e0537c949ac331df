import { InvalidOptionError } from '../../errors.ts';
import type { PeerDirectory } from '../../peer-directory.ts';
import type { Store } from '../../ports/store.ts';
import type { UsageQuery, UsageReport } from '../../sdk.ts';
import { MICRO } from './prices.ts';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;

const GROUPS: ReadonlySet<string> = new Set(['day', 'job', 'agent', 'model']);

/** What agents have used here, as a person asks. @throws {InvalidOptionError} */
export function usageReports(
  store: Pick<Store, 'usage'>,
  peers: Pick<PeerDirectory, 'nameOf'>,
  { by = 'day', since, jobId, limit = DEFAULT_LIMIT }: UsageQuery = {},
): readonly UsageReport[] {
  if (!GROUPS.has(by)) {
    throw new InvalidOptionError('by', 'must be one of "day", "job", "agent" and "model"');
  }
  if (since !== undefined && !isDay(since)) {
    throw new InvalidOptionError('since', 'must be a day of the calendar, as 2026-01-31');
  }
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
    throw new InvalidOptionError('limit', `must be a whole number from 1 to ${MAX_LIMIT}`);
  }
  const sums = store.usage({
    by,
    limit,
    ...(since === undefined ? {} : { since }),
    ...(jobId === undefined ? {} : { jobId }),
  });
  return sums.map(({ key, costMicroUsd, ...sum }) => ({
    ...sum,
    key: by === 'agent' ? peers.nameOf(key) : key,
    costUsd: costMicroUsd / MICRO,
  }));
}

function isDay(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
