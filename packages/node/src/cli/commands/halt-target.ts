import type { Command } from 'commander';
import type { NodeClient } from '../../api/client.ts';
import type { HaltTarget } from '../../api/wire.ts';
import { findAny, isWholeId, soughtJob } from '../find.ts';
import { CommandFailedError, UsageError } from '../outcome.ts';

/** What is to be halted or resumed, besides a job. */
export interface HaltFlags {
  readonly peer?: string;
  readonly all?: true;
  readonly note?: string;
}

export function withHaltTarget(command: Command): Command {
  return command
    .argument('[job]', 'a job: its ID, or the end or beginning of it; a whole ID need not be known here')
    .option('--peer <peer>', "the agent of a peer: its name, its ID, or the beginning of its ID; one's own too")
    .option('--all', 'the agents of all peers')
    .option('--note <text>', 'why, for those who look later');
}

/**
 * The one thing that is meant. Whom a name means, the node says.
 *
 * @throws {UsageError} when none is, or several are
 * @throws {CommandFailedError} when the job is not known, or the part of its ID means several
 */
export async function haltTarget(
  client: NodeClient,
  job: string | undefined,
  { peer, all }: HaltFlags,
  signal: AbortSignal,
): Promise<HaltTarget> {
  const given = [job, peer, all].filter((one) => one !== undefined);
  if (given.length !== 1) throw new UsageError('say exactly one of JOB, --peer PEER and --all');
  if (job !== undefined) return { job: await wholeJobId(client, job, signal) };
  return peer === undefined ? { all: true } : { peer };
}

/** A job that is known here by a part of its ID, or any that is given whole. @throws {CommandFailedError} */
export async function wholeJobId(client: NodeClient, part: string, signal: AbortSignal): Promise<string> {
  const trace = await findAny(client, part, soughtJob(client, signal), signal);
  if (trace !== undefined) return trace.jobId;
  if (isWholeId(part)) return part; // Others may know it.
  throw new CommandFailedError(
    `no job ${JSON.stringify(part)} is known here: see "hoplite jobs", or give the whole ID if other peers know it`,
  );
}

/** How peers are called, as far as the node knows. */
export async function namesOf(client: NodeClient, signal: AbortSignal): Promise<(peerId: string) => string> {
  const names = new Map((await client.peers({ signal })).map(({ peerId, name }) => [peerId, name]));
  return (peerId) => names.get(peerId) ?? peerId;
}
