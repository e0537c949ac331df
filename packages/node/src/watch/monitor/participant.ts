import type { ProgressTick } from '@hoplite/p2p';
import type { Clock, Timer } from '../../ports/clock.ts';
import { TokenBuckets } from '../../admission/rates.ts';
import type { NearStates, Step } from './near-states.ts';

/** A turn that begins, as far as the monitor asks. */
export interface TelemetryInit {
  /** Takes a tick to the job's origin. */
  report(tick: ProgressTick): void;
  /** Peer IDs that the turn waits for now. */
  waitsFor(): readonly string[];
  /** What others owe the turn, and it has not got yet. */
  obligations(): number;
}

/** What a turn tells the monitor. */
export interface TurnTelemetry {
  /** The agent has done something. */
  step(step: Step): void;
  /** What is left to do, as the agent says; what is no number of 0 or more is passed over. */
  goal(distance: number): void;
  /** The turn is over. */
  end(): void;
}

/** Ticks at once, and per minute in the long run: 20 a second. */
const RATE = { burst: 64, perMinute: 1200 };

/**
 * How long nothing is told when there was too much: then 16 ticks can be told one by one again. An orbit is seen only in
 * steps that follow each other, so a burst after a pause shows it, and a tick for every third step would not.
 */
const PAUSE_MS = 800;

/** Peers that a tick names as waited for. */
const MAX_WAITED = 16;

export interface ParticipantInit {
  readonly clock: Clock;
  /** Peer ID of this node. */
  readonly peer: string;
  readonly states: NearStates;
}

interface Turn extends TelemetryInit {
  reported?: number;
}

/** This node as a participant of one job: all its turns in it, whose steps become ticks. */
export class Participant {
  readonly #clock: Clock;
  readonly #peer: string;
  readonly #states: NearStates;
  readonly #turns = new Set<Turn>();
  readonly #rate = new TokenBuckets(RATE);
  /** The last of the steps that have not been told yet, and how many there are. */
  #pending: { fired: number; step: Step; turn: Turn } | undefined;
  #pause: Timer | undefined;

  constructor({ clock, peer, states }: ParticipantInit) {
    this.#clock = clock;
    this.#peer = peer;
    this.#states = states;
  }

  get isIdle(): boolean {
    return this.#turns.size === 0;
  }

  /** @param onEnd is called once when the turn is over */
  begin(init: TelemetryInit, onEnd: () => void): TurnTelemetry {
    const turn: Turn = {
      report: (tick) => init.report(tick),
      waitsFor: () => init.waitsFor(),
      obligations: () => init.obligations(),
    };
    this.#turns.add(turn);
    return {
      step: (step) => this.#step(turn, step),
      goal: (distance) => {
        if (Number.isFinite(distance) && distance >= 0) {
          turn.reported = distance;
        }
      },
      end: () => {
        if (!this.#turns.has(turn)) {
          return;
        }
        // Its stream goes with it, so what is not told now never is.
        this.#tell(this.#pending?.turn === turn);
        this.#turns.delete(turn);
        if (this.isIdle) {
          this.#pause?.clear();
          this.#pause = undefined;
        }
        onEnd();
      },
    };
  }

  #step(turn: Turn, step: Step): void {
    if (!this.#turns.has(turn)) {
      return;
    }
    const fired = (this.#pending?.fired ?? 0) + 1;
    this.#pending = { fired, step, turn };
    if (this.#pause === undefined && this.#rate.wait('', this.#clock.now()) === 0) {
      this.#tell(true);
    } else {
      this.#pause ??= this.#clock.after(PAUSE_MS, () => {
        this.#pause = undefined;
        this.#tell(true);
      });
    }
  }

  #tell(isDue: boolean): void {
    const told = this.#pending;
    if (!isDue || told === undefined) {
      return;
    }
    this.#pending = undefined;
    const now = this.#clock.now();
    this.#rate.take('', now);
    const { fired, step, turn } = told;
    turn.report({ peer: this.#peer, at: now, fired, state: this.#states.hashOf(step), ...this.#standing() });
  }

  /** How all turns of the job stand here. */
  #standing(): Pick<ProgressTick, 'enabledTransitions' | 'goal' | 'goalDistance' | 'waitFor'> {
    const turns = [...this.#turns];
    const waits = turns.map((turn) => turn.waitsFor());
    const reported = turns.flatMap((turn) => (turn.reported === undefined ? [] : [turn.reported]));
    const distances = reported.length > 0 ? reported : turns.map((turn) => turn.obligations());
    return {
      enabledTransitions: waits.filter(({ length }) => length === 0).length,
      goal: reported.length > 0 ? 'reported' : 'obligations',
      goalDistance: distances.reduce((sum, distance) => sum + distance, 0),
      waitFor: [...new Set(waits.flat())].slice(0, MAX_WAITED),
    };
  }
}
