import { CHANNELS, REASONS, type Channel, type Reason } from '@hoplite/p2p';
import { Counter, Gauge, Registry } from 'prom-client';
import type { BreakerLevel } from './ports/store.ts';
import { LEVELS } from './watch/breaker/ladder.ts';
import { MICRO } from './watch/breaker/prices.ts';
import { StallKind } from './watch/stall/stall-kind.ts';

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

  readonly #breakerLevel = new Gauge({
    name: 'hoplite_breaker_level',
    help: 'Level of the circuit breaker: 0 healthy, 1 steering, 2 constrained, 3 stopped.',
    registers: [this.#registry],
  });
  readonly #breakerChanges = new Counter({
    name: 'hoplite_breaker_changes_total',
    help: 'Changes of the level of the circuit breaker, by the level that was reached.',
    labelNames: ['to'],
    registers: [this.#registry],
  });
  readonly #tokens = new Counter({
    name: 'hoplite_tokens_total',
    help: 'Tokens that the agent has used, as it says: input, output, and the part of the input that was cached.',
    labelNames: ['direction'],
    registers: [this.#registry],
  });
  readonly #cost = new Counter({
    name: 'hoplite_cost_usd_total',
    help: 'US dollars that the agent has cost, as it says or by the price table.',
    registers: [this.#registry],
  });
  readonly #stalls = new Counter({
    name: 'hoplite_stalls_total',
    help: 'Stalls seen in jobs that began here, by kind.',
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
    for (const to of LEVELS) {
      this.#breakerChanges.inc({ to }, 0);
    }
    for (const direction of ['input', 'output', 'cached']) {
      this.#tokens.inc({ direction }, 0);
    }
    for (const kind of Object.values(StallKind)) {
      this.#stalls.inc({ kind }, 0);
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

  /** The level of the circuit breaker, now. */
  breakerStands(level: BreakerLevel): void {
    this.#breakerLevel.set(LEVELS.indexOf(level));
  }

  breakerChanged(to: BreakerLevel): void {
    this.#breakerChanges.inc({ to });
  }

  /** The agent has used tokens; `cachedTokens` are a part of `inputTokens`. */
  used(usage: {
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly cachedTokens: number;
    readonly costMicroUsd: number;
  }): void {
    this.#tokens.inc({ direction: 'input' }, usage.inputTokens);
    this.#tokens.inc({ direction: 'output' }, usage.outputTokens);
    this.#tokens.inc({ direction: 'cached' }, usage.cachedTokens);
    this.#cost.inc(usage.costMicroUsd / MICRO);
  }

  stalled(kind: StallKind): void {
    this.#stalls.inc({ kind });
  }

  /** In the text format of Prometheus. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }

  #gauge(name: string, help: string, value: () => number): void {
    const gauge: Gauge = new Gauge({ name, help, registers: [this.#registry], collect: () => gauge.set(value()) });
  }
}
