import type { Command } from 'commander';
import { seconds, wholeNumber } from '../command.ts';
import type { JobFields } from '../../api/wire.ts';

/** What may be set for the one job that a command begins. */
export interface JobFlags {
  readonly credit?: number;
  readonly maxDepth?: number;
  readonly timeout?: number;
}

// The node knows its bounds and says so; these only have to be numbers.
const MOST = Number.MAX_SAFE_INTEGER;

export function withJobOptions(command: Command): Command {
  return command
    .option('--credit <turns>', 'turns that the job may cause, on all peers together', wholeNumber(1, MOST))
    .option('--max-depth <hops>', "hops that the job may take; lower than the node's own limit", wholeNumber(1, MOST))
    .option('--timeout <seconds>', 'life of the job', seconds);
}

export function jobFields({ credit, maxDepth, timeout }: JobFlags): JobFields {
  return { credit, maxDepth, timeoutSeconds: timeout };
}
