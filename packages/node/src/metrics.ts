import { CHANNELS, REASONS, type Channel, type Reason } from '@hoplite/p2p';
import { Counter, Gauge, Registry } from 'prom-client';

/** What is counted. Every reason is there from the start, at 0, spelled as in the refusal. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #refused = new Counter({
    name: 'hoplite_refused_total',
    help: 'Messages refused, by the reason of the brake that fired, here or at the peer they went to.',
    labelNames: ['reason', 'direction', 'channel'],
    registers: [this.#registry],
  });
  readonly #turns = new Counter({
    name: 'hoplite_turns_total',
    help: 'Turns of the agent, by how they ended.',
    labelNames: ['outcome'],
    registers: [this.#registry],
  });
  readonly #jobs = new Counter({
    name: 'hoplite_jobs_total',
    help: 'Jobs that began here and have ended, by their state.',
    labelNames: ['state'],
    registers: [this.#registry],
  });
  readonly #ignored = new Counter({
    name: 'hoplite_notices_ignored_total',
    help: 'Notices of peers that had no right to them, by kind.',
    labelNames: ['kind'],
    registers: [this.#registry],
  });

  constructor(now: {
    readonly runningTurns: () => number;
    readonly queuedTurns: () => number;
    readonly connectedPeers: () => number;
  }) {
    for (const reason of REASONS) {
      for (const direction of ['inbound', 'outbound']) {
        for (const channel of CHANNELS) {
          this.#refused.inc({ reason, direction, channel }, 0);
        }
      }
    }
    this.#gauge('hoplite_turns_running', 'Turns that hold a permit now.', now.runningTurns);
    this.#gauge('hoplite_turns_queued', 'Turns that wait for a permit to begin.', now.queuedTurns);
    this.#gauge('hoplite_peers_connected', 'Members that are connected now.', now.connectedPeers);
  }

  refused(labels: {
    readonly reason: Reason;
    readonly direction: 'inbound' | 'outbound';
    readonly channel: Channel;
  }): void {
    this.#refused.inc(labels);
  }

  turnEnded(outcome: 'done' | 'refuse'): void {
    this.#turns.inc({ outcome });
  }

  jobEnded(state: string): void {
    this.#jobs.inc({ state });
  }

  ignoredNotice(kind: string): void {
    this.#ignored.inc({ kind });
  }

  /** In the text format of Prometheus. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }

  #gauge(name: string, help: string, value: () => number): void {
    const gauge: Gauge = new Gauge({ name, help, registers: [this.#registry], collect: () => gauge.set(value()) });
  }
}
