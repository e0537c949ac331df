import { briefHash, type Channel } from '@hoplite/p2p';
import type { FaultSeen, JobSeen, MessageSeen, RunRecord, TurnSeen, Violation, WaitSeen } from '../record.ts';
import { ROOM, type Hop } from './hop.ts';
import { NOW } from './hops.ts';
import { nameOfPeer } from './peer-names.ts';
import type { Moment } from './search.ts';
import type { Step } from './step.ts';
import { stepText } from './step-text.ts';
import { openOf } from './state.ts';
import type { ExploredWorld } from './world.ts';

const JOB = 'job-1';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

export interface RecordInit {
  readonly id: string;
  readonly says: string;
  readonly kind: 'counterexample' | 'walk';
  readonly seed?: number | undefined;
  readonly states: number;
  readonly violation?: Violation | undefined;
}

/** What happened on one way through a world, so that it can be drawn. A step takes one millisecond. */
export function runRecordOf(world: ExploredWorld, path: readonly Moment[], init: RecordInit): RunRecord {
  const { id, says, kind, seed, states, violation } = init;
  const scribe = new Scribe();
  for (const [index, { step }] of path.entries()) {
    scribe.note(step, NOW + index + 1);
  }
  const endedAt = NOW + path.length;
  return {
    ...{ id, says, kind, source: 'the explorer', ...(seed === undefined ? {} : { seed }) },
    peers: Array.from({ length: world.bounds.peers }, (_, peer) => nameOfPeer(peer)),
    ...{ startedAt: NOW, endedAt, messages: scribe.messages, turns: scribe.turns, waits: scribe.waits },
    jobs: jobsOf(world, path),
    ...{ escalations: [], faults: scribe.faults },
    violations: violation === undefined ? [] : [{ ...violation, at: endedAt, jobId: JOB }],
    effort: { steps: path.length, states },
  };
}

/** Writes down what each step shows. */
class Scribe {
  readonly messages: Writable<MessageSeen>[] = [];
  readonly turns: Writable<TurnSeen>[] = [];
  readonly waits: Writable<WaitSeen>[] = [];
  readonly faults: FaultSeen[] = [];
  /** The newest of those that are out, by what is asked and of whom. */
  readonly #asked = new Map<string, Writable<MessageSeen>>();
  readonly #answers = new Map<string, Writable<MessageSeen>>();
  readonly #running = new Map<string, Writable<TurnSeen>>();
  #count = 0;

  note(step: Step, at: number): void {
    switch (step.kind) {
      case 'begins':
        this.#begin('', { peer: nameOfPeer(step.peer), jobId: JOB, channel: 'task', depth: 0, startedAt: at });
        return;
      case 'sends':
        this.#send(step.hop, at);
        return;
      case 'stopped':
        this.#stopped(step, at);
        return;
      case 'ends':
        this.#end(step, at);
        return;
      case 'wakes':
      case 'refused':
        this.#arrive(step, at);
        return;
      case 'answered':
        this.#answered(step, at);
        return;
      case 'unreached':
      case 'lost':
        this.#lost(step, at);
        return;
      case 'lies':
        this.#send(step.hop, at);
        this.faults.push({ at, what: stepText(step) });
        return;
      case 'halts':
      case 'hears':
        this.faults.push({ at, what: stepText(step) });
        return;
      case 'stuck':
      case 'settled':
    }
  }

  #send(hop: Hop, at: number): void {
    const woken = hop.to === ROOM ? hop.wake : [{ peer: hop.to, credit: hop.credit }];
    this.#count += 1;
    for (const { peer, credit } of woken) {
      const { channel, act } = hop;
      const message: Writable<MessageSeen> = {
        ...{ at, from: nameOfPeer(hop.bringer), to: nameOfPeer(peer), channel, act, messageId: `m${this.#count}` },
        ...this.#parentOf(hop),
        ...(hop.to === ROOM ? { room: '#room' } : {}),
        ...{ jobId: JOB, depth: hop.lineage.depth, credit, text: hop.message?.body.content ?? '', ...hashOf(hop) },
        fate: { kind: 'waiting' },
      };
      this.messages.push(message);
      this.#asked.set(keyOf(hop, peer), message);
      if (hop.lie === undefined) {
        this.waits.push({ from: message.from, to: message.to, jobId: JOB, channel, since: at });
      }
    }
  }

  #stopped({ brake, cause, choice, reason }: Extract<Step, { readonly kind: 'stopped' }>, at: number): void {
    const { act, channel, from, to, wakes } = choice;
    this.#count += 1;
    const parent = this.#asked.get(keyOf(cause, from))?.messageId;
    for (const peer of to === ROOM ? wakes : [to]) {
      this.messages.push({
        ...{
          at,
          endedAt: at,
          from: nameOfPeer(from),
          to: nameOfPeer(peer),
          channel,
          act,
          messageId: `m${this.#count}`,
        },
        ...(to === ROOM ? { room: '#room' } : {}),
        ...(parent === undefined ? {} : { parent }),
        ...{ jobId: JOB, depth: cause.lineage.depth + 1, credit: 0, text: '' },
        fate: { kind: 'refused', reason, brake, by: 'sender' },
      });
    }
  }

  #arrive(step: Extract<Step, { readonly leavesCopy: boolean }>, at: number): void {
    const { hop, peer } = step;
    const asked = this.#asked.get(keyOf(hop, peer));
    const depth = hop.lineage.depth;
    if (step.kind === 'wakes') {
      this.#begin(keyOf(hop, peer), { peer: nameOfPeer(peer), jobId: JOB, channel: hop.channel, depth, startedAt: at });
    }
    if (asked === undefined) {
      return;
    }
    const fate: MessageSeen['fate'] =
      step.kind === 'wakes'
        ? { kind: 'handled' }
        : { kind: 'refused', reason: step.reason, brake: step.brake, by: 'receiver' };
    if (asked.fate.kind === 'waiting') {
      Object.assign(asked, { endedAt: at, fate });
    } else {
      const second = fate.kind === 'refused' && fate.reason === 'duplicate' ? ({ kind: 'duplicate' } as const) : fate;
      this.messages.push({ ...asked, endedAt: at, fate: second });
    }
  }

  #end({ hop, isOk, peer }: Extract<Step, { readonly kind: 'ends' }>, at: number): void {
    const turn = this.#running.get(hop.parent === undefined ? '' : keyOf(hop, peer));
    if (turn !== undefined) {
      turn.endedAt = at;
      turn.outcome = isOk ? 'done' : 'refuse';
    }
    const asked = this.#asked.get(keyOf(hop, peer));
    if (hop.parent === undefined || asked === undefined) {
      return;
    }
    this.#count += 1;
    const answer: Writable<MessageSeen> = {
      ...{ at, from: nameOfPeer(peer), to: nameOfPeer(hop.from), channel: hop.channel, jobId: JOB },
      ...(asked.room === undefined ? {} : { room: asked.room }),
      act: isOk ? (hop.channel === 'task' ? 'done' : 'inform') : 'refuse',
      ...{ messageId: `m${this.#count}`, parent: asked.messageId, inReplyTo: asked.messageId },
      ...{ depth: hop.lineage.depth + 1, credit: 0, text: isOk ? 'an answer' : '', fate: { kind: 'waiting' } },
    };
    this.messages.push(answer);
    this.#answers.set(keyOf(hop, peer), answer);
  }

  #answered({ hop, peer }: Extract<Step, { readonly kind: 'answered' }>, at: number): void {
    const answer = this.#answers.get(keyOf(hop, peer));
    if (answer !== undefined) {
      Object.assign(answer, { endedAt: at, fate: { kind: 'handled' } });
    }
    this.#waitEnds(hop, peer, at);
  }

  #lost({ hop, peer, ...step }: Extract<Step, { readonly kind: 'lost' | 'unreached' }>, at: number): void {
    const lost = step.kind === 'lost' && step.what === 'answer' ? this.#answers : this.#asked;
    const message = step.kind === 'lost' && step.what === 'settled' ? undefined : lost.get(keyOf(hop, peer));
    if (message !== undefined) {
      Object.assign(message, { endedAt: at, fate: { kind: 'lost' } });
    }
    this.faults.push({ at, what: stepText({ hop, peer, ...step }) });
    this.#waitEnds(hop, peer, at);
  }

  #waitEnds(hop: Hop, peer: number, at: number): void {
    const [from, to] = [nameOfPeer(hop.from), nameOfPeer(peer)];
    const wait = this.waits.find((one) => one.from === from && one.to === to && one.until === undefined);
    if (wait !== undefined) {
      wait.until = at;
    }
  }

  #begin(key: string, turn: Writable<TurnSeen>): void {
    this.turns.push(turn);
    this.#running.set(key, turn);
  }

  #parentOf({ cause, from }: Hop): { parent?: string } {
    const parent = cause && this.#asked.get(keyOf(cause, from))?.messageId;
    return parent === undefined ? {} : { parent };
  }
}

function keyOf(hop: Hop, peer: number): string {
  return `${hop.number}/${peer}`;
}

function hashOf({ channel, message }: Hop): { briefHash?: string } {
  return message === undefined ? {} : { briefHash: hex(briefHash(message.link.to, message.body.content, channel)) };
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

function jobsOf({ bounds }: ExploredWorld, path: readonly Moment[]): readonly JobSeen[] {
  const [first] = path;
  const last = path.at(-1)?.state;
  if (first === undefined || last === undefined || first.step.kind === 'lies') {
    return [];
  }
  const root = last.turns.find(({ hop }) => hop.parent === undefined);
  const isStopped = path.some(({ step }) => step.kind === 'stopped');
  const sent = path.flatMap(({ step }) => (step.kind === 'wakes' ? [step.hop] : []));
  const deepest = sent.reduce<Hop | undefined>((deep, hop) => (hop.hops > (deep?.hops ?? 0) ? hop : deep), undefined);
  const channel: Channel = first.step.kind === 'sends' ? first.step.hop.channel : 'task';
  const target = first.step.kind === 'sends' ? targetOf(first.step.hop) : nameOfPeer(0);
  return [
    {
      ...{ jobId: JOB, origin: nameOfPeer(0), target, channel },
      state: last.phase === 'finished' ? (isStopped ? 'stopped' : 'done') : isStopped ? 'frozen' : 'open',
      path: [...(deepest?.visited ?? []), ...(deepest === undefined ? [0] : [])].map(nameOfPeer),
      ...{ depth: deepest?.hops ?? 0, turns: last.begun },
      credit: {
        granted: bounds.credit,
        left: root === undefined ? bounds.credit - last.begun : root.available + openOf(root),
      },
    },
  ];
}

function targetOf({ to }: Hop): string {
  return to === ROOM ? '#room' : nameOfPeer(to);
}
