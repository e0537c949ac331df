import { setPriority } from 'node:os';

/** What a peer in a process of its own can be told to do. Arguments and results are plain data. */
export type Commands = Readonly<Record<string, (...args: never[]) => unknown>>;

/** A command on its way to a peer. */
export interface Call {
  readonly id: number;
  readonly name: string;
  readonly args: readonly unknown[];
}

/** What became of it. */
export type Outcome =
  { readonly id: number; readonly value: unknown } | { readonly id: number; readonly error: string };

/** Answers commands until whoever started this process lets go of it; then stops. */
export function serve(commands: Commands, stop: () => Promise<void>): void {
  goFirst();
  process.on('message', (call: Call) => {
    void answer(commands, call);
  });
  process.once('disconnect', () => {
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
}

async function answer(commands: Commands, { id, name, args }: Call): Promise<void> {
  let outcome: Outcome;
  try {
    const command = commands[name] as ((...args: readonly unknown[]) => unknown) | undefined;
    if (command === undefined) {
      throw new Error(`no command ${name}`);
    }
    outcome = { id, value: await command(...args) };
  } catch (error) {
    outcome = { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  if (process.connected) {
    process.send?.(outcome);
  }
}

/** Ahead of whatever else the machine does, where that may be had: it meets both sides, but not always alike. */
function goFirst(): void {
  try {
    setPriority(-15);
  } catch {
    // Only for root.
  }
}
