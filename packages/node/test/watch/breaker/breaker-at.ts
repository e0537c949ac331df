import { onTestFinished } from 'vitest';
import { decodeNotice, isSignedNotice, verifyEd25519, type NoticeContent, type Signer } from '@hoplite/p2p';
import type { JsonValue, ToolResult } from '@hoplite/tools';
import { breakerSettingsSchema, type BreakerSettingsInput } from '../../../src/config/breaker-schema.ts';
import type { TurnAbortedError } from '../../../src/errors.ts';
import { createLog } from '../../../src/log.ts';
import { Metrics } from '../../../src/metrics.ts';
import { PeerDirectory } from '../../../src/peer-directory.ts';
import type { Store, StoredBreakerChange } from '../../../src/ports/store.ts';
import { openSqliteStore } from '../../../src/store/sqlite-store.ts';
import { CircuitBreaker, type TurnMeter } from '../../../src/watch/breaker/circuit-breaker.ts';
import { A, B, C } from '../../admission/crossings.ts';
import { HandClock } from '../../turns/hand-clock.ts';
import { scriptedMesh } from '../../turns/scripted-mesh.ts';

export const BEAT_MS = 30_000;

export interface BreakerAtInit {
  readonly settings?: BreakerSettingsInput;
  readonly store?: Store;
  readonly clock?: HandClock;
  readonly signer?: Signer;
}

/** A turn, with what the breaker did to it. */
export interface WatchedTurn {
  readonly meter: TurnMeter;
  readonly notes: readonly string[];
  readonly aborted: readonly TurnAbortedError[];
}

/** A circuit breaker of node `local`, which knows `bravo` (B) and `charlie` (C), with a real store and time by hand. */
export function breakerAt(init: BreakerAtInit = {}) {
  const { clock = new HandClock(), signer = A } = init;
  const store = init.store ?? memoryStore();
  const { mesh, told } = scriptedMesh(signer);
  const card = (name: string) => ({ name, description: '', skills: [], version: '1' });
  const peers = new PeerDirectory(signer.peerId, card('local'));
  peers.joined({ peerId: B.peerId, card: card('bravo'), addresses: [] });
  peers.joined({ peerId: C.peerId, card: card('charlie'), addresses: [] });
  const metrics = new Metrics({ runningTurns: () => 0, queuedTurns: () => 0, connectedPeers: () => 0 });
  const events: StoredBreakerChange[] = [];
  const changes: StoredBreakerChange[] = [];
  const logged: string[] = [];
  const log = createLog({ destination: { write: (line: string) => void logged.push(line) } });
  let isAtWork = false;
  let ids = 0;
  const breaker = new CircuitBreaker({
    ...{ clock, store, mesh, peers, metrics, log },
    ids: { next: () => `id-${(ids += 1)}`, bytes: (count) => new Uint8Array(count) },
    emit: (event) => {
      if (event.event === 'breaker') events.push(event.change);
    },
    settings: breakerSettingsSchema.parse(init.settings ?? {}),
    isAtWork: () => isAtWork,
  });
  breaker.onChange((change) => void changes.push(change));
  breaker.begin();
  return {
    ...{ breaker, clock, store, metrics, told, events, changes, logged, log },
    /** Work begins or ends. */
    work(begins: boolean): void {
      if (begins) breaker.wake();
      isAtWork = begins;
    },
    /** A turn begins. */
    turn(jobId = 'job', brief = 'go on'): WatchedTurn {
      const notes: string[] = [];
      const aborted: TurnAbortedError[] = [];
      const meter = breaker.beginTurn({
        jobId,
        brief,
        abort: (reason) => void aborted.push(reason),
        note: (text) => void notes.push(text),
      });
      return { meter, notes, aborted };
    },
    /** A beat passes. @returns the level then */
    beat(): string {
      clock.advance(breaker.beatMs);
      return breaker.status().level;
    },
    /** What the beats that were gossiped said, each signed. */
    beats(): readonly Extract<NoticeContent, { kind: 'beat' }>[] {
      return told.broadcast.flatMap((bytes) => {
        const content = decodeNotice(bytes)?.content;
        return content?.kind === 'beat' && isSignedNotice(bytes, verifyEd25519) ? [content] : [];
      });
    },
    async sample(name: string): Promise<number | undefined> {
      const line = (await metrics.text()).split('\n').find((line) => line.startsWith(`${name} `));
      return line === undefined ? undefined : Number(line.slice(name.length));
    },
  };
}

export type BreakerAt = ReturnType<typeof breakerAt>;

export function memoryStore(): Store {
  const store = openSqliteStore({ file: ':memory:' });
  onTestFinished(() => store.close());
  return store;
}

/** A tool has answered with a value. */
export function ok(value: JsonValue): ToolResult {
  return { ok: true, value };
}

export const DONE = { kind: 'done', result: 'done' } as const;

/** Makes the agent trip in the next beat, without any use of tokens. */
export function trip({ meter }: WatchedTurn): void {
  for (let count = 0; count < 32; count += 1) {
    meter.called('list_peers', {}, ok([]));
  }
}
