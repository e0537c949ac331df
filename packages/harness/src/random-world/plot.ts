import type { JsonValue } from '@hoplite/tools';
import type { StepWith } from '../scenario/play/verbs.ts';
import type { Step } from '../scenario/schema/step.ts';
import { agent } from './agents.ts';
import { brief, channel, text } from './briefs.ts';
import { STRANGER, type Cast } from './cast.ts';
import { circuitBreaker } from './config.ts';
import { forgery } from './forgery.ts';

/** What a person may be told when it decides about something that is not there, or not any more. */
const DECIDED = ['ScenarioStepError', 'EscalationClosedError', 'InvalidOptionError'];

type Decision = Pick<StepWith<'inbox'>['inbox'], 'release' | 'answer' | 'stop'>;

/** What comes of more credit or depth than the config of a peer allows. */
const TOO_MUCH = ['InvalidOptionError'];

/** What happens in a random world, as it is made up: what can happen next depends on what has. */
export class Plot {
  readonly #cast: Cast;
  readonly #running: Set<string>;
  readonly #hasStranger: boolean;
  /** Jobs in the background that may be given up. */
  readonly #begun: string[] = [];
  readonly #composed: string[] = [];
  #count = 0;

  constructor(cast: Cast) {
    this.#cast = cast;
    this.#running = new Set(cast.present);
    this.#hasStranger = cast.everyone.includes(STRANGER);
  }

  /** One thing that happens, as one step or a few. */
  next(): readonly Step[] {
    const { dice } = this.#cast;
    const people = this.#running.size > 0 ? 1 : 0;
    const away = this.#cast.peers.length - this.#running.size;
    return dice.weighted<readonly Step[]>([
      [16 * people, () => [this.#job()]],
      [3, () => [{ advance: dice.pick([0, 1, 5, 100, 2000, 30_000, 120_000]) }]],
      [1, () => [{ rest: true }]],
      [2 * people, () => this.#end()],
      [4 * Math.min(1, away), () => this.#begin()],
      [people, () => [this.#halt()]],
      [3 * people, () => [this.#decide()]],
      [people, () => [this.#room()]],
      [2 * people, () => [this.#breaker()]],
      [this.#begun.length > 0 ? 2 : 0, () => [{ cancel: dice.pick(this.#begun) }]],
      [1, () => [this.#recast()]],
      [people * (this.#cast.peers.length > 2 ? 1 : 0), () => [{ together: dice.list(2, 3, () => this.#job()) }]],
      [this.#hasStranger ? 6 : 0, () => forgery(this.#cast, this.#composed, (peer) => this.#running.has(peer))],
    ]);
  }

  /** Gives back what holds agents, brings back who is away, and lets all come to rest. */
  end(): readonly Step[] {
    const away = this.#cast.peers.filter((peer) => !this.#running.has(peer));
    return [
      ...[...this.#cast.holds].map((release) => ({ release })),
      ...(away.length > 0 && this.#cast.dice.chance(0.8) ? [{ restart: away }] : []),
    ];
  }

  #here(): string {
    return this.#cast.dice.pick([...this.#running]);
  }

  #job(): Step {
    const { dice, everyone, rooms } = this.#cast;
    const from = this.#here();
    const to = dice.pick(everyone);
    const options = {
      ...dice.maybe(0.3, 'credit', () => dice.pick([1, 2, 4, 8, 40])),
      ...dice.maybe(0.2, 'maxDepth', () => dice.between(1, 4)),
      ...dice.maybe(0.3, 'timeoutMs', () => dice.pick([1, 200, 5000, 60_000])),
    };
    const isLeft = dice.chance(0.5);
    this.#count += 1;
    const as = `job${this.#count}`;
    // What may be too much for the config is not waited for: then it has no name either.
    const canFail = 'credit' in options || 'maxDepth' in options;
    const kept = isLeft ? { background: true as const, ...(canFail ? {} : { as }) } : { mayFail: TOO_MUCH };
    if (isLeft && !canFail) this.#begun.push(as);
    return dice.weighted<Step>([
      [4, () => ({ delegate: { from, to, brief: brief(this.#cast, 'person'), ...options }, ...kept })],
      [3, () => ({ send: { from, to, text: text(this.#cast, 'person'), ...options }, ...kept })],
      [
        3,
        () => ({
          post: {
            from,
            ...dice.maybe(0.5, 'room', () => dice.pick(rooms)),
            text: text(this.#cast, 'person'),
            ...dice.maybe(0.8, 'wake', () =>
              dice.chance(0.5) ? ('everyone' as const) : dice.some(everyone, dice.between(1, everyone.length)),
            ),
            ...options,
          },
          ...kept,
        }),
      ],
      [
        1,
        () => ({
          ask: { from, to, via: channel(this.#cast), brief: brief(this.#cast, 'person'), ...options },
          ...kept,
        }),
      ],
    ]);
  }

  #end(): readonly Step[] {
    const { dice } = this.#cast;
    const name = this.#here();
    this.#running.delete(name);
    const ends: Step = dice.chance(0.7) ? { crash: name } : { stop: name };
    if (dice.chance(0.4)) return [ends];
    this.#running.add(name);
    const pause: Step[] = dice.chance(0.6) ? [{ advance: dice.pick([1, 50, 5000, 60_000]) }] : [];
    return [ends, ...pause, { restart: name }];
  }

  #begin(): readonly Step[] {
    const { dice, peers } = this.#cast;
    const away = peers.filter((peer) => !this.#running.has(peer));
    const name = dice.pick(away);
    this.#running.add(name);
    return [dice.chance(0.5) ? { start: name } : { restart: name }];
  }

  #recast(): Step {
    const peer = this.#cast.dice.pick(this.#cast.peers);
    const made = agent(this.#cast, peer);
    if (typeof made === 'string' || !('serial' in made)) return { script: { [peer]: made } };
    const { serial: _, ...rest } = made; // Its node has started.
    return { script: { [peer]: rest } };
  }

  #halt(): Step {
    const { dice, peers } = this.#cast;
    const halt = {
      at: this.#here(),
      scope: dice.weighted<'all' | { peer: string }>([
        [1, () => 'all' as const],
        [2, () => ({ peer: dice.pick(peers.filter((peer) => this.#running.has(peer))) })],
      ]),
    };
    return dice.chance(0.5) ? { halt } : { resume: halt };
  }

  #decide(): Step {
    const { dice } = this.#cast;
    const at = this.#here();
    return {
      inbox: {
        at,
        ...dice.weighted<Decision>([
          [3, () => ({ release: { credit: dice.pick([1, 2, 8]), ...dice.maybe(0.5, 'timeoutMs', () => 20_000) } })],
          [1, () => ({ answer: 'it is so' })],
          [1, () => ({ stop: 'no' })],
        ]),
      },
      mayFail: DECIDED,
    };
  }

  /** A person changes what the circuit breaker is told, or resets it. */
  #breaker(): Step {
    const { dice } = this.#cast;
    const at = this.#here();
    if (dice.chance(0.4)) return { breaker: { at, reset: true } };
    const set = dice.weighted<Record<string, JsonValue>>([
      [3, () => ({ circuitBreaker: { ...circuitBreaker(this.#cast) } })],
      [1, () => ({ costCapTokens: dice.pick([0, 500, 50_000]) })],
      [1, () => ({ agentTokenCaps: dice.pick([{}, { [at]: 0 }, { [at]: 50_000 }]) })],
      [1, () => ({ costCapUsd: dice.pick([-1, 0, 5]) })],
    ]);
    return { breaker: { at, set }, mayFail: TOO_MUCH };
  }

  #room(): Step {
    const { dice, rooms } = this.#cast;
    const there = { at: this.#here(), room: dice.pick(rooms) };
    return dice.chance(0.5) ? { joinRoom: there } : { leaveRoom: there };
  }
}
