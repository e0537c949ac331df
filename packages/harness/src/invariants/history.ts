import type { HopliteNode } from '@hoplite/node';
import type { Seen, World } from '../world/world.ts';
import { ask } from './ask.ts';
import { Reader } from './reader.ts';

/** What is known of one job, by the events of all nodes. */
export interface JobHistory {
  readonly jobId: string;
  /** Name of the node at which it began; undefined for a job of somebody who is driven by hand. */
  origin?: string;
  target?: string;
  /** Turns that it may cause, by epoch: a release grants anew, one that goes on after a crash has the same start. */
  readonly granted: Map<string, number>;
  starts: number;
  /** How often it has come to an end. */
  ends: number;
  /** Epochs that a person has begun. */
  releases: number;
  /** Whether a person has given the answer, or a peer was caught cheating: then its account may not add up. */
  isSettledByPerson: boolean;
  isCheated: boolean;
  turns: number;
  /** By node. */
  readonly at: Map<string, Part>;
  /** Nodes that told something of it. */
  readonly told: Set<string>;
  /** When something of it was told last, by the clock of who told it. */
  lastAt: number;
}

/** What one node did for a job. */
export interface Part {
  turns: number;
  /** Turns by channel and depth, as `task 2`. */
  readonly kinds: Map<string, number>;
}

/** One run of a node's process. */
interface Life {
  node: HopliteNode | undefined;
  count: number;
  /** Turns that run. */
  running: number;
}

/**
 * What the events of a world add up to. It grows with the jobs of the world, and reads each event once.
 */
export class History {
  readonly jobs = new Map<string, JobHistory>();
  readonly #world: World;
  readonly #events: Reader<Seen>;
  readonly #lives = new Map<string, Life>();
  readonly #met = new Map<string, string>();
  #touched = new Map<string, Set<string>>();

  constructor(world: World) {
    this.#world = world;
    this.#events = new Reader(() => world.events);
    this.read();
  }

  /** Reads what is new. @returns which nodes told something of which jobs */
  read(): ReadonlyMap<string, ReadonlySet<string>> {
    this.#touched = new Map();
    const begun = this.#world.running.filter((name) => this.#isNewLife(name));
    for (const seen of this.#events.read()) this.#enter(seen);
    // What was told meanwhile may be of the life before, in which turns have not ended but with it.
    for (const name of begun) this.#life(name).running = 0;
    return this.#touched;
  }

  /** How often the process of a node has been started, as far as was seen. */
  livesOf(node: string): number {
    const restarts = this.#world.restarts.filter((restart) => restart.node === node).length;
    return Math.max(1 + restarts, this.#lives.get(node)?.count ?? 1);
  }

  /** Turns that have begun in this life of a node and have not ended. */
  runningAt(node: string): number {
    return this.#lives.get(node)?.running ?? 0;
  }

  /** Whether only nodes that keep the rules have met: nobody who is driven by hand. */
  isHonest(): boolean {
    const own = new Set([...this.#lives.values()].map(({ node }) => node?.peerId));
    return [...this.#met.keys()].every((peerId) => own.has(peerId));
  }

  isNode(name: string): boolean {
    return this.#lives.has(name);
  }

  #isNewLife(name: string): boolean {
    const node = this.#world.node(name);
    const life = this.#life(name);
    if (life.node === node) return false;
    const isFirst = life.node === undefined;
    life.node = node;
    life.count += 1;
    return !isFirst;
  }

  #life(name: string): Life {
    const life = this.#lives.get(name) ?? { node: undefined, count: 0, running: 0 };
    this.#lives.set(name, life);
    return life;
  }

  #enter(seen: Seen): void {
    switch (seen.event) {
      case 'peer:joined':
        this.#met.set(seen.peerId, seen.name);
        return;
      case 'turn:started':
        this.#turn(seen);
        return;
      case 'turn:ended': {
        const life = this.#life(seen.node);
        life.running = Math.max(0, life.running - 1);
        this.#touch(seen, seen.jobId);
        return;
      }
      case 'job.started':
        this.#started(seen);
        return;
      case 'job.done': {
        const job = this.#touch(seen, seen.job.jobId);
        job.origin ??= seen.node;
        job.ends += 1;
        return;
      }
      case 'escalation': {
        const { jobId, kind, state } = seen.escalation;
        if (jobId === '') return; // It is about an agent, and of no job.
        const job = this.#touch(seen, jobId);
        if (kind === 'evidence') job.isCheated = true;
        if (state === 'released') job.releases += 1;
        if (state === 'answered') job.isSettledByPerson = true;
        return;
      }
      default:
        if ('jobId' in seen) this.#touch(seen, seen.jobId);
    }
  }

  #turn(seen: Seen & { readonly event: 'turn:started' }): void {
    const job = this.#touch(seen, seen.jobId);
    const part = job.at.get(seen.node) ?? { turns: 0, kinds: new Map<string, number>() };
    const kind = `${seen.channel} ${seen.depth}`;
    part.turns += 1;
    part.kinds.set(kind, (part.kinds.get(kind) ?? 0) + 1);
    job.at.set(seen.node, part);
    job.turns += 1;
    this.#life(seen.node).running += 1;
  }

  #started(seen: Seen & { readonly event: 'job.started' }): void {
    const job = this.#touch(seen, seen.jobId);
    job.origin = seen.node;
    job.target = seen.target;
    job.starts += 1;
    const record = ask(this.#world, seen.node, (node) => node.job(seen.jobId));
    if (record !== undefined) job.granted.set(`${record.startedAt} ${job.ends}`, record.credit.granted);
  }

  #touch({ node, at }: Seen, jobId: string): JobHistory {
    const touched = this.#touched.get(jobId) ?? new Set();
    this.#touched.set(jobId, touched.add(node));
    const job = this.jobs.get(jobId) ?? newJob(jobId);
    job.told.add(node);
    job.lastAt = Math.max(job.lastAt, at);
    this.jobs.set(jobId, job);
    return job;
  }
}

function newJob(jobId: string): JobHistory {
  return {
    jobId,
    granted: new Map(),
    starts: 0,
    ends: 0,
    releases: 0,
    isSettledByPerson: false,
    isCheated: false,
    turns: 0,
    at: new Map(),
    told: new Set(),
    lastAt: 0,
  };
}
