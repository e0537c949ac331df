import type { EscalationSeen, FaultSeen, JobSeen, MessageSeen, TurnSeen, WaitSeen } from '../../record.ts';
import type { HopliteNode, TraceRefusal } from '@hoplite/node';
import type { Seen } from '../../world/world.ts';

/** Jobs of one node that a record holds. */
const MAX_JOBS = 1000;

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** What the nodes of a world told, and what was done to them. Times are the world's. */
export class Chronicle {
  readonly #now: () => number;
  readonly #turns: Writable<TurnSeen>[] = [];
  /** Turns that have begun and not ended, by node and job. */
  readonly #running = new Map<string, Writable<TurnSeen>[]>();
  readonly #escalations: EscalationSeen[] = [];
  readonly #known = new Set<string>();
  readonly #faults: FaultSeen[] = [];
  /** Jobs at whose node a brake fired, by node. */
  readonly #stopped = new Map<string, Set<string>>();
  readonly #refusals = new Map<
    string,
    { readonly node: string; readonly jobId: string; readonly refusal: TraceRefusal }
  >();
  readonly #jobs = new Map<string, JobSeen>();

  constructor(now: () => number) {
    this.#now = now;
  }

  get turns(): readonly TurnSeen[] {
    return this.#turns;
  }

  get escalations(): readonly EscalationSeen[] {
    return this.#escalations;
  }

  get faults(): readonly FaultSeen[] {
    return this.#faults;
  }

  /** In the order of the nodes, newest job of each first. */
  get jobs(): readonly JobSeen[] {
    return [...this.#jobs.values()];
  }

  onFault(what: string): void {
    this.#faults.push({ at: this.#now(), what });
  }

  onEvent(seen: Seen): void {
    switch (seen.event) {
      case 'turn:started':
        this.#begin(seen);
        return;
      case 'turn:ended':
        this.#end(seen);
        return;
      case 'refused': {
        const jobs = this.#stopped.get(seen.node) ?? new Set<string>();
        this.#stopped.set(seen.node, seen.jobId === undefined ? jobs : jobs.add(seen.jobId));
        return;
      }
      case 'escalation': {
        const { id, kind, jobId, reason, path } = seen.escalation;
        if (!this.#known.has(`${seen.node} ${id}`)) {
          this.#known.add(`${seen.node} ${id}`);
          const about = jobId === '' ? {} : { jobId }; // What is about an agent is of no job.
          this.#escalations.push({ at: this.#now(), peer: seen.node, kind, ...about, reason, path });
        }
        return;
      }
      default: // Seen elsewhere.
    }
  }

  /** Takes down what only a node that runs can say. */
  visit(name: string, node: HopliteNode): void {
    for (const { jobId, channel, target, state, reason, path, depth, turns, credit } of node.jobs({
      limit: MAX_JOBS,
    })) {
      const why = reason === undefined ? {} : { reason };
      this.#jobs.set(jobId, { ...{ jobId, origin: name, target, channel, state, path, depth, turns, credit }, ...why });
    }
    for (const jobId of this.#stopped.get(name) ?? []) {
      for (const [index, refusal] of (node.trace(jobId)?.refusals ?? []).entries()) {
        this.#refusals.set(`${name} ${jobId} ${refusal.messageId ?? ''} ${refusal.at} ${index}`, {
          node: name,
          jobId,
          refusal,
        });
      }
    }
  }

  /** Names the brakes that fired, and adds what never left its sender. */
  withRefusals(messages: readonly MessageSeen[]): readonly MessageSeen[] {
    const brakes = new Map<string, string>();
    const neverSent: MessageSeen[] = [];
    for (const { node, jobId, refusal } of this.#refusals.values()) {
      if (refusal.direction === 'in' && refusal.brake !== undefined && refusal.messageId !== undefined) {
        brakes.set(`${node} ${refusal.messageId}`, refusal.brake);
      } else if (refusal.direction === 'out' && refusal.brake !== undefined) {
        neverSent.push(unsent(node, jobId, refusal));
      }
    }
    const named = messages.map((message) => {
      const brake = message.fate.kind === 'refused' ? brakes.get(`${message.to} ${message.messageId}`) : undefined;
      return brake === undefined || message.fate.kind !== 'refused'
        ? message
        : { ...message, fate: { ...message.fate, brake } };
    });
    return [...named, ...neverSent].sort((a, b) => a.at - b.at);
  }

  /** Says of waits that were given up why: who waited was in a circle. */
  withReasons(waits: readonly WaitSeen[]): readonly WaitSeen[] {
    const givenUp = new Set<string>();
    for (const { node, refusal } of this.#refusals.values()) {
      const { direction, messageId, reason } = refusal;
      if (direction === 'out' && reason === 'deadlock') givenUp.add(`${node} ${messageId ?? ''}`);
    }
    if (givenUp.size === 0) return waits;
    return waits.map((wait) =>
      givenUp.has(`${wait.from} ${wait.messageId ?? ''}`) ? { ...wait, reason: 'deadlock' } : wait,
    );
  }

  #begin(seen: Extract<Seen, { event: 'turn:started' }>): void {
    const { node, jobId, channel, depth } = seen;
    const turn = { peer: node, jobId, channel, depth, startedAt: this.#now() };
    this.#turns.push(turn);
    const key = `${node} ${jobId}`;
    this.#running.set(key, [...(this.#running.get(key) ?? []), turn]);
  }

  #end(seen: Extract<Seen, { event: 'turn:ended' }>): void {
    const key = `${seen.node} ${seen.jobId}`;
    const [turn, ...others] = this.#running.get(key) ?? [];
    if (turn !== undefined) {
      turn.endedAt = this.#now();
      turn.outcome = seen.outcome;
      if (seen.reason !== undefined) {
        turn.reason = seen.reason;
      }
    }
    if (others.length > 0) {
      this.#running.set(key, others);
    } else {
      this.#running.delete(key);
    }
  }

  /** The turns that ran at a node end with it. */
  onEnded(node: string): void {
    for (const key of [...this.#running.keys()].filter((key) => key.startsWith(`${node} `))) {
      this.#running.delete(key);
    }
  }
}

function unsent(node: string, jobId: string, refusal: TraceRefusal): MessageSeen {
  const { at, channel, path, peer, reason, brake, briefHash, messageId } = refusal;
  return {
    ...{ at, endedAt: at, from: node, to: peer, channel, jobId, credit: 0, text: '' },
    ...(peer.startsWith('#') ? { room: peer.slice(1) } : {}),
    act: channel === 'session' ? 'query' : 'request',
    messageId: messageId ?? '',
    depth: Math.max(1, path.length - 1),
    ...(briefHash === undefined ? {} : { briefHash }),
    fate: { kind: 'refused', reason, by: 'sender', ...(brake === undefined ? {} : { brake }) },
  };
}
