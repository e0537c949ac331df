/** What an agent of the kill test is to do: a tree, whose branches it has others do. (No interface: it is JSON.) */
export type Brief = {
  /** Unique; that of a branch begins with its parent's. */
  readonly id: string;
  /** Milliseconds of work before and after the branches. */
  readonly before: number;
  readonly after: number;
  readonly branches: readonly Branch[];
};

export type Branch = {
  /** Name of a peer. */
  readonly to: string;
  /** `left`: a message in the session, whose reply the turn does not wait for. */
  readonly how: 'task' | 'session' | 'left';
  readonly brief: Brief;
};

/** What the driver tells a process to begin, as its operator. */
export interface Command {
  readonly to: string;
  readonly how: 'task' | 'session';
  readonly brief: Brief;
  readonly timeoutMs: number;
}

/** What a process tells the driver, one JSON object per line. */
export type Line =
  | { readonly event: 'ready'; readonly peerId: string; readonly addresses: readonly string[] }
  /** A job is recorded. */
  | { readonly event: 'begun'; readonly jobId: string }
  | { readonly event: 'turn' | 'asking' | 'effect'; readonly id: string }
  | { readonly event: 'done'; readonly jobId: string };

/** How a process is to run, as its one argument. */
export interface Settings {
  readonly directory: string;
  readonly name: string;
  readonly listen: string;
  readonly peers: readonly string[];
  readonly idempotent: boolean;
  /** File to which every turn adds one line before it answers: the brief's ID. */
  readonly effects: string;
}
