import type { WaitView } from '../sdk.ts';
import { printable } from './printable.ts';
import { duration, shortId, table } from './table.ts';

const FOR: Readonly<Record<WaitView['kind'], string>> = {
  reply: 'an answer',
  credit: 'credit that comes back',
  person: 'a person',
};

/** Who waits for whom at the node, oldest first. */
export function waitTable(list: readonly WaitView[], now: number): string {
  if (list.length === 0) return 'nothing waits here';
  const rows = list.map(({ jobId, kind, on, since }) => [
    printable(shortId(jobId)),
    FOR[kind],
    on.map(({ peer, isSuspect }) => `${printable(peer)}${isSuspect ? ' (suspected)' : ''}`).join(', ') || '-',
    duration((now - since) / 1000),
    on.map(({ messageId }) => printable(shortId(messageId))).join(', ') || '-',
  ]);
  return table([['JOB', 'WAITS FOR', 'OF', 'FOR', 'MESSAGE'], ...rows]);
}
