import type { HopliteNode, JobSummary, JobTrace, NodeEvent, TraceHop, WaitView } from '@hoplite/node';
import type { Seen, TurnBegun, World } from '../../src/world/world.ts';

interface ToldNode {
  peerId: string;
  readonly jobs: JobSummary[];
  readonly traces: Map<string, JobTrace>;
  readonly inbox: unknown[];
  readonly waits: WaitView[];
  sdk: HopliteNode;
}

/** What a node tells; the world says when. */
type Telling = NodeEvent extends infer Event ? (Event extends NodeEvent ? Omit<Event, 'at'> : never) : never;

/** A world that only tells: a test writes down what its nodes told and kept, true or not. */
export class ToldWorld implements World {
  readonly events: Seen[] = [];
  readonly asked = [];
  readonly restarts: { node: string; before: unknown; after: unknown }[] = [];
  readonly #nodes = new Map<string, ToldNode>();
  #now = 1000;

  constructor(...names: readonly string[]) {
    for (const name of names) {
      const told: Omit<ToldNode, 'sdk'> = {
        peerId: `id of ${name}`,
        jobs: [],
        traces: new Map(),
        inbox: [],
        waits: [],
      };
      this.#nodes.set(name, { ...told, sdk: sdkOf(name, told) });
    }
  }

  get running(): readonly string[] {
    return [...this.#nodes.keys()];
  }

  now(): number {
    return this.#now;
  }

  node(name: string): HopliteNode {
    return this.#told(name).sdk;
  }

  turns(): readonly TurnBegun[] {
    return this.events.flatMap((seen) => (seen.event === 'turn:started' ? [seen] : []));
  }

  tell(node: string, event: Telling): void {
    this.events.push({ ...event, node, at: this.#now });
  }

  /** A job of a node, with what it knows of it. */
  job(node: string, changes: Partial<JobSummary> = {}): JobSummary {
    const summary: JobSummary = {
      jobId: 'j1',
      state: 'done',
      path: [node],
      depth: 0,
      turns: 0,
      credit: { granted: 4, left: 4 },
      channel: 'task',
      target: node,
      brief: 'go',
      startedAt: this.#now,
      ...changes,
    };
    const { jobs } = this.#told(node);
    const known = jobs.findIndex(({ jobId }) => jobId === summary.jobId);
    jobs.splice(known < 0 ? jobs.length : known, 1, summary);
    return summary;
  }

  /** What a node has kept of a job. */
  trace(node: string, hops: readonly Partial<TraceHop>[], changes: Partial<JobTrace> = {}): void {
    const summary = this.#told(node).jobs.find(({ jobId }) => jobId === (changes.jobId ?? 'j1'));
    const trace: JobTrace = {
      jobId: 'j1',
      origin: 'alpha',
      ...(summary === undefined ? {} : { summary }),
      thread: { state: 'open' },
      hops: hops.map(hopOf),
      refusals: [],
      ...changes,
    };
    this.#told(node).traces.set(trace.jobId, trace);
  }

  ask(node: string, escalation: { readonly jobId: string; readonly reason: string }): void {
    this.#told(node).inbox.push(escalation);
  }

  /** A turn of a node waits for the answer of a peer, from now on. */
  wait(node: string, peer: string, messageId: string, changes: Partial<WaitView> = {}): void {
    const on = [{ peer, messageId, isSuspect: false }];
    this.#told(node).waits.push({ jobId: 'j1', kind: 'reply', on, since: this.#now, ...changes });
  }

  /** No turn of a node waits any more. */
  unwait(node: string): void {
    this.#told(node).waits.length = 0;
  }

  /** The next life of a node: the same disk. */
  revive(node: string, before: unknown, after: unknown): void {
    const told = this.#told(node);
    told.sdk = sdkOf(node, told);
    this.restarts.push({ node, before, after });
  }

  advance(ms: number): Promise<void> {
    this.#now += ms;
    return Promise.resolve();
  }

  script = never;
  start = never;
  stop = never;
  crash = never;
  restart = never;
  meet = never;
  stranger = never;
  fault = never;
  until = never;
  rest = never;

  #told(name: string): ToldNode {
    const told = this.#nodes.get(name);
    if (told === undefined) throw new Error(`no node ${name}`);
    return told;
  }
}

function sdkOf(name: string, told: Omit<ToldNode, 'sdk'>): HopliteNode {
  return {
    name,
    peerId: told.peerId,
    jobs: () => told.jobs,
    job: (id: string) => told.jobs.find(({ jobId }) => jobId === id),
    trace: (id: string) => told.traces.get(id),
    inbox: () => told.inbox,
    waits: () => told.waits,
    halts: () => [],
  } as unknown as HopliteNode;
}

export function hopOf(changes: Partial<TraceHop>): TraceHop {
  const to = changes.to ?? 'beta';
  return {
    messageId: 'm1',
    depth: 1,
    epoch: 0,
    from: 'alpha',
    to,
    channel: 'task',
    act: 'request',
    credit: 2,
    at: 1000,
    outcomes: [{ peer: to, state: 'answered', credit: { returned: 1, burnt: 1, open: 0 } }],
    ...changes,
  };
}

function never(): never {
  throw new Error('nothing is played in a world that only tells');
}
