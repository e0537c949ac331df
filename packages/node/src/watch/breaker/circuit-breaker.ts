import type { Notice, NoticeContent } from '@hoplite/p2p';
import type { JsonValue } from '@hoplite/tools';
import type { Breaker } from '../../admission/breaker.ts';
import type { MessageCrossing } from '../../admission/crossing.ts';
import { TokenBuckets } from '../../admission/rates.ts';
import type { BreakerSettings, BreakerSettingsInput } from '../../config/breaker-schema.ts';
import type { TurnAbortedError } from '../../errors.ts';
import type { BreakerLevel, StoredBreakerChange } from '../../ports/store.ts';
import type { Platform } from '../../runtime.ts';
import type { BreakerStatus, UsageQuery, UsageReport } from '../../sdk.ts';
import { Accounts, type AccountsInit } from './accounts.ts';
import { BeatTimer } from './beat-timer.ts';
import { Counters } from './counters.ts';
import { whyHeldBack, whyStopped } from './hold-back.ts';
import { nextLevel } from './ladder.ts';
import { noteOf } from './notes.ts';
import { MICRO } from './prices.ts';
import { RESTRICTED_BURST, inWords, restrictionsAt, type Restrictions } from './restrictions.ts';
import { changedSettings, differences, limitsOf } from './settings.ts';
import { loadStanding, saveStanding, type Standing } from './standing.ts';
import { judge, type Limits, type Verdict } from './trips.ts';
import { MeteredTurn, type TurnMeter } from './turn-meter.ts';
import { usageReports } from './usage.ts';

export type { TurnMeter } from './turn-meter.ts';

export interface CircuitBreakerInit extends AccountsInit {
  readonly emit: Platform['emit'];
  readonly settings: BreakerSettings;
  /** Whether anything goes on at this node. */
  readonly isAtWork: () => boolean;
}

type Beat = Extract<NoticeContent, { readonly kind: 'beat' }>;

const UNTOLD = 'a change of the circuit breaker could not be told';

/** Changes that a person is shown. */
const SHOWN_CHANGES = 20;

/** What a step to a level is called, from below. */
const STEP_UP = { healthy: 'lift', steering: 'steer', constrained: 'constrain', stopped: 'stop' } as const;

/**
 * Watches the agent of this node, beat by beat: steers it, constrains it and at last stops it while something trips, and
 * lets it back step by step (design.md section 8). It alone decides; what holds for messages and
 * turns is asked of it.
 */
export class CircuitBreaker implements Breaker {
  readonly #init: CircuitBreakerInit;
  readonly #counters = new Counters();
  readonly #accounts: Accounts;
  readonly #timer: BeatTimer;
  readonly #turns = new Set<MeteredTurn>();
  readonly #listeners = new Set<(change: StoredBreakerChange) => void>();
  /** Whether the store does not know yet how it stands. */
  #isUnkept = false;
  #settings: BreakerSettings;
  #standing: Standing;
  /** Turns that others may wake while the agent is constrained. */
  #inbound = restrictedRate(0);

  constructor(init: CircuitBreakerInit) {
    const { clock, settings } = init;
    this.#init = init;
    this.#settings = settings;
    this.#standing = { level: 'healthy', since: clock.now(), isRecovering: false };
    this.#accounts = new Accounts(init);
    this.#timer = new BeatTimer(
      clock,
      () => this.beatMs,
      () => this.#beat(),
    );
  }

  /** Milliseconds from beat to beat. */
  get beatMs(): number {
    return this.#settings.circuitBreaker.beatSeconds * 1000;
  }

  /** Takes up what was before a restart: the level and what was used. To be called once, before the network starts. */
  begin(): void {
    const { clock, metrics, store } = this.#init;
    this.#accounts.load();
    this.#standing = loadStanding(store) ?? this.#standing;
    this.#inbound = restrictedRate(this.#restrictions.turnsPerMinute);
    this.#counters.reset(clock.now());
    metrics.breakerStands(this.#standing.level);
    if (!this.#isEnabled) {
      this.#pardon('settings', 'circuitBreaker.enabled is false');
    }
    this.#startUnlessAtRest();
  }

  /** For good: nothing beats any more. What was used is written and told. */
  stop(): void {
    this.#timer.stop();
    this.#guarded('what was used could not be recorded', () => this.#accounts.save());
    if (this.#accounts.isUntold) {
      this.#accounts.tell(this.beatMs);
    }
  }

  /** To be called when work begins: it beats from then on, until all is at rest. */
  wake(): void {
    if (!this.#timer.isRunning) {
      this.#counters.beginBeat(this.#init.clock.now());
      this.#timer.start();
    }
  }

  /** The brake `breaker`. A root event of the operator passes on its way out: no agent sends it. */
  check(crossing: MessageCrossing): string | undefined {
    return whyHeldBack(crossing, this.#standing, () => this.#inbound.tryTake('turns', this.#init.clock.now()));
  }

  /** Why no turn of the agent may begin now, however it came about; undefined when one may. */
  refusal(): string | undefined {
    return whyStopped(this.#standing);
  }

  /** Part of its credit that a turn may hand on. */
  shareFactor(): number {
    return this.#restrictions.shareFactor;
  }

  /**
   * A turn begins. While the agent is stopped it is aborted at once.
   *
   * @param init.abort ends it; @param init.note says something to its agent
   */
  beginTurn(init: {
    readonly jobId: string;
    readonly brief: JsonValue;
    readonly abort: (reason: TurnAbortedError) => void;
    readonly note: (text: string) => void;
  }): TurnMeter {
    this.wake();
    const turn: MeteredTurn = new MeteredTurn({
      ...init,
      now: () => this.#init.clock.now(),
      log: this.#init.log,
      counters: this.#counters,
      restrictions: () => this.#restrictions,
      reason: () => this.#standing.reason ?? '',
      onCount: () => this.wake(),
      onUsage: (usage) => this.#accounts.used(init.jobId, usage, this.#settings.prices),
      onEnd: () => void this.#turns.delete(turn),
    });
    this.#turns.add(turn);
    const refusal = this.refusal();
    if (refusal !== undefined) {
      turn.abort(refusal);
    } else if (this.#standing.level !== 'healthy') {
      turn.note(noteOf(this.#standing));
    }
    return turn;
  }

  /** Another peer says what its agent has used in all. Only a member is believed, and only that it is more than before. */
  onBeat({ from, at }: Pick<Notice, 'from' | 'at'>, content: Pick<Beat, 'tokens' | 'costMicroUsd'>): void {
    if (this.#accounts.heard(from, content, at)) {
      this.wake();
    }
  }

  /** Tells a peer that has come what the agent here has used: it counts towards the floor there. */
  tell(peer: string): void {
    this.#accounts.tellPeer(peer, this.beatMs);
  }

  /** Calls back for each change that is kept. */
  onChange(listener: (change: StoredBreakerChange) => void): void {
    this.#listeners.add(listener);
  }

  status(): BreakerStatus {
    const { store } = this.#init;
    const { level, reason, since, isRecovering } = this.#standing;
    const { count } = this.#counters.repeats.worst;
    return {
      level,
      ...(reason === undefined ? {} : { reason }),
      since,
      isRecovering,
      restrictions: inWords(this.#restrictions),
      settings: this.#settings,
      counters: {
        repeats: count,
        errors: this.#counters.errors,
        outputTokens: this.#counters.outputTokens,
        hasProgressed: this.#counters.progress.isMade,
      },
      ...this.#accounts.status(),
      changes: store.breakerChanges(SHOWN_CHANGES),
    };
  }

  /** Changes settings at once, until the next restart. @throws {InvalidOptionError} naming the key */
  set(changes: Partial<BreakerSettingsInput>): BreakerStatus {
    const settings = changedSettings(this.#settings, changes);
    const changed = differences(this.#settings, settings);
    const beatMs = this.beatMs;
    this.#settings = settings;
    if (this.beatMs !== beatMs) {
      this.#timer.restart();
    }
    if (changed.length > 0 && (this.#isEnabled || !this.#pardon('settings', 'circuitBreaker.enabled is false'))) {
      this.#change(this.#standing, 'settings', `a person has changed ${changed.join(', ')}`);
    }
    this.#startUnlessAtRest();
    return this.status();
  }

  /** Begins anew: the agent is healthy, counters are 0, and caps count from here. */
  reset(): BreakerStatus {
    const now = this.#init.clock.now();
    this.#counters.reset(now);
    this.#accounts.reset();
    this.#change({ level: 'healthy', since: now, isRecovering: false }, 'reset', 'a person has reset it');
    return this.status();
  }

  /** What agents have used here. @throws {InvalidOptionError} */
  usage(query?: UsageQuery): readonly UsageReport[] {
    const { peers, store } = this.#init;
    return usageReports(store, peers, query);
  }

  get #isEnabled(): boolean {
    return this.#settings.circuitBreaker.enabled;
  }

  get #restrictions(): Restrictions {
    const { level, isRecovering, by } = this.#standing;
    return restrictionsAt(level, isRecovering, by);
  }

  get #limits(): Limits {
    const { mesh, peers } = this.#init;
    return limitsOf(this.#settings, { peerId: mesh.localPeer, name: peers.nameOf(mesh.localPeer) });
  }

  /** Whether further beats would change nothing, as long as nothing happens. */
  get #isAtRest(): boolean {
    const isDone = this.#counters.isAtRest && !this.#isUnkept && !this.#accounts.isUnsaved && !this.#accounts.isUntold;
    return isDone && this.#next(this.#verdict()) === this.#standing.level;
  }

  #startUnlessAtRest(): void {
    if (!this.#isAtRest) {
      this.wake();
    }
  }

  /** @returns whether there is to be another */
  #beat(): boolean {
    const { clock, isAtWork, log } = this.#init;
    try {
      const verdict = this.#verdict();
      this.#counters.endBeat(clock.now()); // Whatever becomes of the rest.
      if (this.#isEnabled) {
        this.#step(verdict);
      }
      if (this.#isUnkept) {
        this.#keep();
      }
      this.#accounts.save();
      if (isAtWork() || this.#accounts.isUntold) {
        this.#accounts.tell(this.beatMs);
      }
    } catch (error) {
      log.error({ err: error }, 'the circuit breaker failed in a beat');
      return true; // What was not written is written with the next.
    }
    return isAtWork() || !this.#isAtRest;
  }

  #verdict(): Verdict {
    const { tokens, costMicroUsd } = this.#accounts.floor;
    const signals = {
      ...this.#counters.signals(this.#init.clock.now()),
      ownTokens: this.#accounts.own.tokens,
      floorTokens: tokens,
      floorCostUsd: costMicroUsd / MICRO,
      isHeldByFloor: this.#standing.by === 'floor' && !this.#restrictions.allTools,
    };
    return judge(signals, this.#limits);
  }

  #next({ by }: Verdict): BreakerLevel {
    const { enabled, hardStop } = this.#settings.circuitBreaker;
    return enabled ? nextLevel(this.#standing.level, by, hardStop) : 'healthy';
  }

  #step(verdict: Verdict): void {
    const { level, reason } = this.#standing;
    const to = this.#next(verdict);
    const tripped = to === 'stopped' ? (verdict.ownReason ?? verdict.reason) : verdict.reason;
    const why = tripped ?? reason;
    const by = verdict.by === 'clean' ? this.#standing.by : verdict.by;
    const cause = { ...(why === undefined ? {} : { reason: why }), ...(by === undefined ? {} : { by }) };
    if (to === level) {
      // Nobody is told again; who asks hears the newest.
      this.#standing = { ...this.#standing, ...(to === 'healthy' ? {} : cause) };
      return;
    }
    const isUp = nextLevel(level, 'agent', true) === to;
    this.#change(
      {
        level: to,
        since: this.#init.clock.now(),
        isRecovering: to === 'steering' && level === 'constrained',
        ...(to === 'healthy' ? {} : cause),
      },
      isUp ? STEP_UP[to] : 'lift',
      tripped ?? 'nothing has tripped in this beat',
    );
  }

  /** The agent is healthy at once, because a person says so. @returns whether that is a change */
  #pardon(action: 'settings', reason: string): boolean {
    const now = this.#init.clock.now();
    this.#counters.reset(now);
    if (this.#standing.level === 'healthy') {
      return false;
    }
    this.#change({ level: 'healthy', since: now, isRecovering: false }, action, reason);
    return true;
  }

  /** What holds from now on. First it holds; then it is kept, counted and told, once each. */
  #change(standing: Standing, action: StoredBreakerChange['action'], reason: string): void {
    const { clock, emit, metrics, store } = this.#init;
    const before = this.#standing;
    const change = { at: clock.now(), from: before.level, to: standing.level, action, reason };
    const wasFree = this.#restrictions.maxTurnTokens === Infinity;
    this.#standing = standing;
    if (before.level !== standing.level) {
      this.#tellTurns(wasFree);
      metrics.breakerStands(standing.level);
      metrics.breakerChanged(standing.level);
    }
    this.#keep(() => store.addBreakerChange(change));
    emit({ event: 'breaker', change });
    for (const listener of this.#listeners) {
      this.#guarded(UNTOLD, () => listener(change));
    }
  }

  /** Writes how it stands, now or, when the store cannot, with the next beat. */
  #keep(more: () => void = () => undefined): void {
    this.#isUnkept = true;
    this.#guarded('the level of the circuit breaker could not be recorded', () => {
      saveStanding(this.#init.store, this.#standing);
      more();
      this.#isUnkept = false;
    });
  }

  /** @param wasFree whether turns could use any number of tokens until now */
  #tellTurns(wasFree: boolean): void {
    const { level } = this.#standing;
    if (level === 'constrained') {
      this.#inbound = restrictedRate(this.#restrictions.turnsPerMinute);
    }
    const refusal = this.refusal();
    const note = noteOf(this.#standing);
    for (const turn of [...this.#turns]) {
      this.#guarded(UNTOLD, () => {
        if (wasFree) turn.restricted();
        if (refusal === undefined) turn.note(note);
        else turn.abort(refusal);
      });
    }
  }

  /** What fails for others, or in the store, must not keep it from the rest. */
  #guarded(problem: string, run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#init.log.error({ err: error }, problem);
    }
  }
}

function restrictedRate(perMinute: number): TokenBuckets {
  return new TokenBuckets({ burst: RESTRICTED_BURST, perMinute: Math.max(1, perMinute) });
}
