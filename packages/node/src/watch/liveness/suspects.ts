import type { Log } from '../../log.ts';
import type { PeerDirectory } from '../../peer-directory.ts';
import type { Clock, Timer } from '../../ports/clock.ts';
import type { Platform } from '../../runtime.ts';
import { DEFAULT_RULE, isSuspicious, periodsOf, type Period, type SuspicionRule } from './suspicion.ts';

/** Peers of which something is expected, or that are suspected, or connected, at most; beyond that they are not watched. */
export const MAX_WATCHED = 1024;

/** What peers may say of their beats, in milliseconds. */
const [LEAST_BEAT_MS, MOST_BEAT_MS] = [50, 3_600_000];

export interface SuspectsInit extends Partial<SuspicionRule> {
  readonly clock: Clock;
  readonly peers: Pick<PeerDirectory, 'nameOf'>;
  readonly emit: Platform['emit'];
  readonly log: Pick<Log, 'info'>;
  /** Milliseconds between the beats of a peer that has not said how often it beats. */
  readonly beatMs: () => number;
}

/** A peer that is to answer something. */
interface Watched {
  /** Answers that it owes. */
  expected: number;
  beatMs: number;
  /** Whether something was expected of it from the beginning of this period. */
  isWhole: boolean;
  wasHeard: boolean;
  wasUp: boolean;
  /** Periods that have passed, oldest first. */
  periods: readonly Period[];
  timer: Timer;
}

/**
 * Which peers show no sign of life while something of theirs is awaited. A peer's node beats for as long as it has work in
 * hand, however slow its agent is; so it is suspected for what the node no longer does, and never for what the agent has
 * not done yet. Nothing follows from a suspicion but that people are told.
 */
export class Suspects {
  readonly #init: SuspectsInit;
  readonly #rule: SuspicionRule;
  readonly #watched = new Map<string, Watched>();
  readonly #suspected = new Set<string>();
  /** Connected now. */
  readonly #up = new Set<string>();

  constructor(init: SuspectsInit) {
    const { k = DEFAULT_RULE.k, n = DEFAULT_RULE.n } = init;
    this.#init = init;
    this.#rule = { k, n };
  }

  /**
   * A peer has been asked something that it is to answer.
   *
   * @returns to be called when that is over, in whatever way; safe to call twice
   */
  expect(peer: string): () => void {
    const known = this.#watched.get(peer);
    if (known?.expected === 0) {
      known.isWhole = false;
      known.periods = [];
    }
    const watched = known ?? this.#watch(peer);
    if (watched === undefined) {
      return () => undefined;
    }
    watched.expected += 1;
    let isOver = false;
    return () => {
      watched.expected -= isOver ? 0 : 1; // Its timer goes on: the next message may be along at once.
      isOver = true;
    };
  }

  /**
   * A beat of a peer, a progress note or an answer came.
   *
   * @param everyMs how often it will beat from now on, as it says
   */
  heard(peer: string, everyMs?: number): void {
    const watched = this.#watched.get(peer);
    if (watched !== undefined) {
      watched.wasHeard = true;
      watched.beatMs = everyMs === undefined ? watched.beatMs : bounded(everyMs);
    }
    this.#recovered(peer);
  }

  /** A connection with a peer has come, or gone. */
  stream(peer: string, isUp: boolean): void {
    if (!isUp) {
      this.#up.delete(peer);
      return;
    }
    if (this.#up.size < MAX_WATCHED) {
      this.#up.add(peer);
    }
    const watched = this.#watched.get(peer);
    if (watched !== undefined) {
      watched.wasUp = true;
    }
    this.#recovered(peer);
  }

  isSuspect(peer: string): boolean {
    return this.#suspected.has(peer);
  }

  stop(): void {
    for (const { timer } of this.#watched.values()) {
      timer.clear();
    }
    this.#watched.clear();
  }

  #watch(peer: string): Watched | undefined {
    if (this.#watched.size >= MAX_WATCHED) {
      return undefined;
    }
    const beatMs = bounded(this.#init.beatMs());
    const watched: Watched = {
      ...{ expected: 0, beatMs, isWhole: true, wasHeard: false, periods: [] },
      wasUp: this.#up.has(peer),
      timer: this.#next(peer, beatMs),
    };
    this.#watched.set(peer, watched);
    return watched;
  }

  #next(peer: string, beatMs: number): Timer {
    return this.#init.clock.after(beatMs, () => this.#passed(peer));
  }

  /** A period of a peer is over. */
  #passed(peer: string): void {
    const watched = this.#watched.get(peer);
    if (watched === undefined) {
      return;
    }
    if (watched.expected === 0) {
      this.#watched.delete(peer);
      return;
    }
    const { isWhole, wasHeard, wasUp } = watched;
    if (isWhole) {
      watched.periods = [...watched.periods, { wasHeard, wasUp }].slice(-periodsOf(this.#rule));
    }
    watched.isWhole = true;
    watched.wasHeard = false;
    watched.wasUp = this.#up.has(peer);
    watched.timer = this.#next(peer, watched.beatMs);
    if (isSuspicious(watched.periods, this.#rule)) {
      this.#suspect(peer);
    }
  }

  #suspect(peer: string): void {
    if (this.#suspected.has(peer) || this.#suspected.size >= MAX_WATCHED) {
      return;
    }
    this.#suspected.add(peer);
    this.#tell('peer:suspected', peer);
  }

  /** The first sign is enough; what was missing before it counts no more. */
  #recovered(peer: string): void {
    if (!this.#suspected.delete(peer)) {
      return;
    }
    const watched = this.#watched.get(peer);
    if (watched !== undefined) {
      watched.periods = [];
    }
    this.#tell('peer:recovered', peer);
  }

  #tell(event: 'peer:suspected' | 'peer:recovered', peerId: string): void {
    const { emit, log, peers } = this.#init;
    log.info({ peer: peerId }, event === 'peer:suspected' ? 'a peer shows no sign of life' : 'a peer is there again');
    emit({ event, peerId, name: peers.nameOf(peerId) });
  }
}

function bounded(beatMs: number): number {
  return Math.min(MOST_BEAT_MS, Math.max(LEAST_BEAT_MS, beatMs));
}
