import type { NodeClient } from '../api/client.ts';
import type { JobTrace } from '../sdk.ts';
import { CommandFailedError, UsageError } from './outcome.ts';

/** Most IDs that an error names. */
const MAX_NAMED = 10;

export interface Sought<T> {
  /** What is looked for: "job". */
  readonly kind: string;
  /** What it is by its whole ID, if that is the ID of one. */
  readonly lookUp: (id: string) => Promise<T | undefined>;
  /** What to do when there is none. */
  readonly hint: string;
}

/**
 * The one thing that `part` means: its ID, or the beginning or end of it.
 *
 * @throws {CommandFailedError} when there is none, or several, which are named
 * @throws {UsageError} when it is empty
 */
export async function find<T>(client: NodeClient, part: string, sought: Sought<T>, signal: AbortSignal): Promise<T> {
  const found = await findAny(client, part, sought, signal);
  if (found !== undefined) return found;
  throw new CommandFailedError(`no ${sought.kind} ${JSON.stringify(part)} is known here: ${sought.hint}`);
}

/** Whether an ID is whole, as nodes make them. */
export function isWholeId(id: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
}

/**
 * The same as {@link find}, for when there may be none. A whole ID means its owner. Of anything shorter everyone counts,
 * so that no peer can slip in for another by choosing the end of an ID as an ID.
 */
export async function findAny<T>(
  client: NodeClient,
  part: string,
  { kind, lookUp }: Omit<Sought<T>, 'hint'>,
  signal: AbortSignal,
): Promise<T | undefined> {
  checkNotEmpty(part);
  if (isWholeId(part)) {
    const exact = await lookUp(part);
    if (exact !== undefined) return exact;
  }
  const ids = new Set([part, ...(await client.ids(part, { signal }))]);
  const looked = await Promise.all([...ids].map(async (id) => ({ id, value: await lookUp(id) })));
  return theOne(
    looked.flatMap(({ id, value }) => (value === undefined ? [] : [{ id, value }])),
    part,
    kind,
  );
}

/** @throws {CommandFailedError} when there are several, naming them */
export function theOne<T>(
  found: readonly { readonly id: string; readonly value: T }[],
  part: string,
  kind: string,
): T | undefined {
  if (found.length <= 1) return found[0]?.value;
  const named = found.slice(0, MAX_NAMED).map(({ id }) => id);
  const more = found.length > MAX_NAMED ? ', …' : '';
  throw new CommandFailedError(
    `${JSON.stringify(part)} can mean several ${kind}s; give more of the ID: ${named.join(', ')}${more}`,
  );
}

/** @throws {UsageError} when it is empty: every ID begins so */
export function checkNotEmpty(part: string): void {
  if (part === '') throw new UsageError('the ID is empty: give the whole ID, or its beginning or end');
}

/** The job that `part` means, as far as this node knows it. */
export function findJob(client: NodeClient, part: string, signal: AbortSignal) {
  return find(client, part, soughtJob(client, signal), signal);
}

/** What {@link find} is told to look for a job. */
export function soughtJob(client: NodeClient, signal: AbortSignal): Sought<JobTrace> {
  return {
    kind: 'job',
    lookUp: (id) => client.trace(id, { signal }),
    hint: 'see "hoplite jobs" on the node where it began',
  };
}
