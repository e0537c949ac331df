import type { HopliteNode } from '../../src/sdk.ts';
import { runningApi } from '../api/running-api.ts';
import { run, type Ran, type RecordedTerminal } from './recorded-terminal.ts';

/** A scripted node behind a real API; commands find it by its directory. */
export async function withNode(
  script: Partial<HopliteNode>,
): Promise<
  ((args: readonly string[], terminal?: RecordedTerminal) => Promise<Ran>) & { readonly stop: () => Promise<void> }
> {
  const { directory, api } = await runningApi(script);
  return Object.assign(
    (args: readonly string[], terminal?: RecordedTerminal) => run([...args, '--dir', directory], terminal),
    { stop: () => api.stop() },
  );
}
