import type { Lineage } from '@hoplite/p2p';
import type { Clock } from '../../ports/clock.ts';
import { NearStates } from './near-states.ts';
import { Participant, type TelemetryInit, type TurnTelemetry } from './participant.ts';

/** Jobs whose earlier states are remembered: a job comes back with every message, and goes on where it was. */
const MAX_REMEMBERED = 64;

/** This node as a participant of all jobs that have a turn here. */
export class Participants {
  readonly #clock: Clock;
  readonly #peer: string;
  readonly #active = new Map<string, Participant>();
  readonly #states = new Map<string, NearStates>();

  constructor(clock: Clock, peer: string) {
    this.#clock = clock;
    this.#peer = peer;
  }

  /** A turn of a job begins here. */
  begin(lineage: Lineage, init: TelemetryInit): TurnTelemetry {
    const { jobId, epoch } = lineage.job;
    const key = `${jobId}\n${epoch}\n${lineage.origin ?? this.#peer}`;
    const participant =
      this.#active.get(key) ?? new Participant({ clock: this.#clock, peer: this.#peer, states: this.#statesOf(key) });
    this.#active.set(key, participant);
    return participant.begin(init, () => {
      if (participant.isIdle) {
        this.#active.delete(key);
      }
    });
  }

  #statesOf(key: string): NearStates {
    const states = this.#states.get(key) ?? new NearStates(this.#peer);
    this.#states.delete(key); // To the end, as the newest.
    this.#states.set(key, states);
    const [oldest] = this.#states.keys();
    if (oldest !== undefined && this.#states.size > MAX_REMEMBERED) {
      this.#states.delete(oldest);
    }
    return states;
  }
}
