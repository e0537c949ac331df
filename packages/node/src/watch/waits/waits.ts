import {
  CLOCK_SKEW_MS,
  composeNotice,
  type Lineage,
  type Mesh,
  type Message,
  type Notice,
  type NoticeContent,
  type ProbedWait,
  type Refusal,
} from '@hoplite/p2p';
import { TokenBuckets } from '../../admission/rates.ts';
import type { Log } from '../../log.ts';
import type { PeerDirectory } from '../../peer-directory.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { WaitView } from '../../sdk.ts';
import { AskTokens } from './ask-tokens.ts';
import { deadlockRefusal } from './deadlock.ts';
import { edgesOf, followProbe, isChain, MAX_STEPS } from './follow-probe.ts';
import { Forwarded } from './forwarded.ts';
import { Rounds } from './rounds.ts';
import { awaitedKey, callersAt, turnKeyOf } from './turn-key.ts';
import { WaitGraph, type Wait, type WaitInit } from './wait-graph.ts';

/** Probes that are read of one peer. */
const PROBE_RATE = { burst: 120, perMinute: 600 };

/** How often one wait asks because something has happened; beyond that it asks a little later. */
const ASK_RATE = { burst: 8, perMinute: 120 };

/** How long a probe may be under way: the next round begins anew. */
const PROBE_LIFE_MS = 30_000;

export interface WaitsInit {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly mesh: Pick<Mesh, 'localPeer' | 'signer' | 'notify'>;
  readonly peers: Pick<PeerDirectory, 'names'>;
  readonly log: Pick<Log, 'info'>;
  /** Whether one message is handled at a time, also while its turn waits. */
  readonly isSerial: boolean;
}

/** A wait that would never have ended, and was ended. */
export interface Deadlock {
  /** Of the turn that waited. */
  readonly lineage: Lineage;
  readonly refusal: Refusal;
}

type Probe = Extract<NoticeContent, { readonly kind: 'probe' }>;

/** A {@link WaitView} with peer IDs, and nothing said of who is suspected. */
export type ListedWait = Pick<WaitView, 'jobId' | 'kind' | 'since'> & Pick<WaitInit, 'on'>;

/**
 * The waits of a node, and whether one of them waits for itself in the end. That is asked of those waited for by probes:
 * at once when a message is queued behind a turn that waits, or such a turn begins to wait; else once a wait has lasted
 * for a while, and from time to time.
 *
 * Of what a probe says only this is believed: that its author waits for the one message of its own that it names last. A
 * wait fails when its own token comes back so to its own turn, and never by what others say of it.
 */
export class Waits {
  readonly #init: WaitsInit;
  readonly #graph = new WaitGraph();
  readonly #tokens: AskTokens;
  readonly #rounds: Rounds;
  readonly #forwarded = new Forwarded();
  readonly #authors = new TokenBuckets(PROBE_RATE);
  readonly #asks = new TokenBuckets(ASK_RATE);
  readonly #onDeadlock: ((deadlock: Deadlock) => void)[] = [];
  readonly #onChange = new Set<() => void>();
  #isStopped = false;

  constructor(init: WaitsInit) {
    this.#init = init;
    this.#tokens = new AskTokens(init.ids);
    this.#rounds = new Rounds(init.clock, (wait) => this.#ask(wait));
  }

  /** A turn runs, until what is returned is called. */
  turnBegan(lineage: Lineage): () => void {
    const over = this.#graph.turnBegan(lineage);
    this.changed();
    return () => {
      over();
      this.changed();
    };
  }

  /** An accepted message waits for its turn to begin, until what is returned is called. */
  queued({ lineage }: Pick<Message, 'lineage'>): () => void {
    if (!this.#init.isSerial) {
      return () => undefined; // Turns that wait hold no permit: it waits for none that is blocked.
    }
    const over = this.#graph.queued(lineage, callersAt(this.#init.mesh.localPeer, lineage));
    for (const wait of this.#graph.waitsOfRunning()) {
      this.#hasten(wait);
    }
    return over;
  }

  /** Whether a message comes of a turn that runs here: that turn is asked something along its own call. */
  isCallback(lineage: Lineage): boolean {
    return callersAt(this.#init.mesh.localPeer, lineage).some((key) => this.#graph.isRunning(key));
  }

  /**
   * Whether a message may be handled now although turns run: it is a callback, and all of them wait.
   *
   * @param held permits that are given out: one more than turns run means that one is about to begin
   */
  mayEnter(lineage: Lineage, held: number): boolean {
    return held <= this.#graph.running && this.#graph.isBlocked && this.isCallback(lineage);
  }

  /** Calls `listener` whenever who may enter could have changed. @returns ends that */
  onChange(listener: () => void): () => void {
    this.#onChange.add(listener);
    return () => this.#onChange.delete(listener);
  }

  /**
   * A turn begins to wait. To be called before the message leaves that it waits for, so that no probe comes too early.
   *
   * @returns ends the wait; safe to call twice
   */
  wait(init: WaitInit): () => void {
    const wait = this.#graph.begin(init, this.#init.clock.now());
    if (!this.#isStopped && init.on.length > 0) {
      this.#rounds.soon(wait);
      if (this.#graph.hasQueued && this.#graph.isRunning(wait.turnKey)) {
        this.#hasten(wait);
      }
    }
    this.changed();
    return () => this.#end(wait);
  }

  /** A probe of another peer came in. */
  onProbe({ from, until }: Notice, { initiator, waits }: Probe): void {
    const { clock, mesh } = this.#init;
    const { localPeer } = mesh;
    const now = clock.now();
    const [first] = waits;
    const last = waits.at(-1);
    if (this.#isStopped || until + CLOCK_SKEW_MS < now || !this.#authors.tryTake(from, now)) {
      return;
    }
    if (
      first === undefined ||
      last === undefined ||
      !isChain(waits, { initiator: initiator.peer, author: from, localPeer })
    ) {
      return;
    }
    const isOurs = initiator.peer === localPeer;
    const asking = isOurs ? this.#tokens.find(initiator.token) : undefined;
    if (isOurs && (asking === undefined || !edgesOf(asking, localPeer).some((edge) => isSame(edge, first)))) {
      return; // The wait has ended since, or never was.
    }
    // What asks about nothing that is blocked here is not remembered: it comes in any number.
    const isBlocked = this.#graph.beyond(awaitedKey(last)).length > 0;
    const key = JSON.stringify([initiator.peer, initiator.token, first.since, last.peer, last.messageId]);
    if (isBlocked && this.#forwarded.note(key)) {
      this.#follow(initiator, waits, asking);
    }
  }

  /** All waits of this node, oldest first. */
  list(): readonly ListedWait[] {
    return [...this.#graph.waits].map(({ lineage, kind, on, since }) => ({
      jobId: lineage.job.jobId,
      kind,
      on,
      since,
    }));
  }

  /** Peer IDs of those that a turn waits for. */
  waitsOf(lineage: Lineage): readonly string[] {
    const waits = this.#graph.waitsOf(turnKeyOf(lineage));
    return [...new Set(waits.flatMap(({ on }) => on.map(({ peer }) => peer)))];
  }

  /** Calls `listener` whenever a wait of this node has failed with `deadlock`. */
  onDeadlock(listener: (deadlock: Deadlock) => void): void {
    this.#onDeadlock.push(listener);
  }

  /** From now on nothing is asked or answered. */
  stop(): void {
    this.#isStopped = true;
    this.#rounds.stop();
  }

  /** To be called when a permit has been given back: who may enter has to look again. */
  changed(): void {
    for (const listener of [...this.#onChange]) {
      listener();
    }
  }

  #end(wait: Wait): void {
    this.#graph.end(wait);
    this.#tokens.end(wait);
    this.#rounds.drop(wait);
  }

  /** Something has happened: the wait asks at once, or soon when it does so too often. */
  #hasten(wait: Wait): void {
    if (wait.on.length === 0 || this.#isStopped) {
      return;
    }
    if (this.#asks.tryTake(`${wait.order}`, this.#init.clock.now())) {
      this.#rounds.later(wait);
      this.#ask(wait);
    } else {
      this.#rounds.soon(wait);
    }
  }

  #ask(wait: Wait): void {
    const { localPeer } = this.#init.mesh;
    if (!this.#graph.mayBeWaitedFor(wait)) {
      return;
    }
    const initiator = { peer: localPeer, token: this.#tokens.next(wait) };
    for (const edge of edgesOf(wait, localPeer).slice(0, MAX_STEPS)) {
      if (!this.#graph.isLive(wait)) {
        return;
      }
      if (edge.on === localPeer) {
        this.#follow(initiator, [edge], wait);
      } else {
        this.#send(initiator, [edge]);
      }
    }
  }

  #follow(initiator: Probe['initiator'], along: readonly ProbedWait[], asking: Wait | undefined): void {
    const { localPeer } = this.#init.mesh;
    const beyond = (key: string): readonly Wait[] => this.#graph.beyond(key);
    const { circle, forward, younger } = followProbe(along, { localPeer, asking, beyond });
    if (circle !== undefined && asking !== undefined) {
      this.#fail(asking, circle);
      return;
    }
    for (const waits of forward) {
      this.#send(initiator, waits);
    }
    for (const wait of younger) {
      this.#hasten(wait);
    }
  }

  #send(initiator: Probe['initiator'], waits: readonly ProbedWait[]): void {
    const { clock, ids, mesh } = this.#init;
    const now = clock.now();
    const stamp = { id: ids.next(), at: now, until: now + PROBE_LIFE_MS };
    mesh.notify(waits.at(-1)?.on ?? '', composeNotice({ kind: 'probe', initiator, waits }, stamp, mesh.signer));
  }

  #fail(wait: Wait, circle: readonly ProbedWait[]): void {
    const { log, peers } = this.#init;
    const { lineage } = wait;
    const refusal = deadlockRefusal(circle, (path) => peers.names(path));
    this.#end(wait);
    log.info({ job: lineage.job.jobId, path: refusal.path }, 'a wait for itself was ended');
    wait.fail(refusal);
    for (const listener of this.#onDeadlock) {
      listener({ lineage, refusal });
    }
  }
}

function isSame(a: ProbedWait, b: ProbedWait): boolean {
  return a.on === b.on && a.messageId === b.messageId && a.since === b.since;
}
