import { Child } from './child.ts';
import type { Commands } from './commands.ts';

/** Two peers in two processes, connected. */
export interface Pair<C extends Commands> extends AsyncDisposable {
  readonly client: Child<C>;
  readonly server: Child<C>;
}

/** Starts two peers of one role and connects the client to the server. */
export async function startPair<C extends Commands>(role: string): Promise<Pair<C>> {
  const client = Child.start<C>(role);
  const server = Child.start<C>(role);
  const stop = async (): Promise<void> => {
    await Promise.all([client[Symbol.asyncDispose](), server[Symbol.asyncDispose]()]);
  };
  try {
    await client.connectTo(server);
    return { client, server, [Symbol.asyncDispose]: stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
