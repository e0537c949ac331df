import type { NodeClient } from '../api/client.ts';
import type { NodeEvent } from '../node-events.ts';
import { batches } from './batches.ts';
import { interruptible } from './command.ts';
import { CommandFailedError, EXIT, InterruptedError, type ExitCode } from './outcome.ts';
import type { Terminal } from './terminal.ts';

/** What somebody watches. */
export interface Watched {
  /** Which events make a difference to it. */
  readonly concerns: (event: NodeEvent) => boolean;
  /** Shows it: once without events, then with those that came since. Never called again before it is done. */
  readonly show: (events: readonly NodeEvent[], signal: AbortSignal) => Promise<void> | void;
}

/**
 * Shows something, and again whenever the node tells of something that concerns it, until Ctrl+C, which is how it ends
 * well. Nothing is asked for in between.
 *
 * @throws {CommandFailedError} when the node stops
 */
export async function watch(terminal: Terminal, client: NodeClient, watched: Watched): Promise<ExitCode> {
  try {
    return await interruptible(terminal, (signal) => follow(client, watched, signal));
  } catch (error) {
    if (error instanceof InterruptedError) return EXIT.done;
    throw error;
  }
}

async function follow(client: NodeClient, { concerns, show }: Watched, interrupted: AbortSignal): Promise<never> {
  const ending = new AbortController();
  const signal = AbortSignal.any([interrupted, ending.signal]);
  try {
    // Listening comes first, so that nothing falls between what is shown and what is heard.
    const events = batches(only(await client.events({ signal }), concerns));
    await show([], signal);
    for await (const batch of events) await show(batch, signal);
  } finally {
    ending.abort();
  }
  throw new CommandFailedError('the node has stopped');
}

async function* only<T>(source: AsyncIterable<T>, wanted: (item: T) => boolean): AsyncGenerator<T> {
  for await (const item of source) if (wanted(item)) yield item;
}
