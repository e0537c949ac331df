import type { NodeClient } from '../api/client.ts';
import type { EscalationView } from '../sdk.ts';
import { checkNotEmpty, theOne } from './find.ts';
import { CommandFailedError } from './outcome.ts';

/** Items among which a part of an ID is looked up. */
const LOOKUP_LIMIT = 1000;

/**
 * The item of the inbox that `part` means: its ID, or the beginning or end of it; or the same of its job, of which the
 * one that waits, or else the newest, is meant.
 *
 * @throws {CommandFailedError} when there is none, or several, which are named
 * @throws {UsageError} when it is empty
 */
export async function findEscalation(client: NodeClient, part: string, signal: AbortSignal): Promise<EscalationView> {
  checkNotEmpty(part);
  const exact = await client.escalation(part, { signal });
  if (exact !== undefined) return exact;
  const items = await client.inbox({ all: true, limit: LOOKUP_LIMIT }, { signal });
  const meant = meantBy(part, items).map((value) => ({ id: value.id, value }));
  const found = theOne(meant, part, 'item');
  if (found !== undefined) return found;
  throw new CommandFailedError(
    `nothing in this inbox is called ${JSON.stringify(part)}: see "hoplite inbox --all"; ` +
      'a job is decided about where it began, and "hoplite explain ID" says what is known of it here',
  );
}

/** Those that `part` can mean, of a list with the newest first. */
export function meantBy(part: string, items: readonly EscalationView[]): readonly EscalationView[] {
  const isMeant = (id: string): boolean => id.startsWith(part) || id.endsWith(part);
  if (part === '') return []; // Everything begins with it.
  const byId = items.filter(({ id }) => isMeant(id));
  if (byId.length > 0) return byId;
  const ofJobs = items.filter(({ jobId }) => isMeant(jobId));
  const waiting = ofJobs.filter(({ state }) => state === 'open');
  if (waiting.length > 0) return waiting;
  const isOneJob = new Set(ofJobs.map(({ jobId }) => jobId)).size === 1;
  return isOneJob ? ofJobs.slice(0, 1) : ofJobs;
}
