import { onTestFinished } from 'vitest';
import type { Mesh, Signer } from '@hoplite/p2p';
import type { Breaker } from '../../src/admission/breaker.ts';
import { parseConfig } from '../../src/config/config.ts';
import type { ConfigInput } from '../../src/config/schema.ts';
import { createLog, type Log } from '../../src/log.ts';
import { PeerDirectory } from '../../src/peer-directory.ts';
import { createRuntime, type PlatformInit } from '../../src/platform.ts';
import type { Agent } from '../../src/ports/agent.ts';
import type { Store } from '../../src/ports/store.ts';
import type { Runtime } from '../../src/runtime.ts';
import { openSqliteStore } from '../../src/store/sqlite-store.ts';
import { HandClock } from './hand-clock.ts';
import { scriptedMesh, type Sent, type Told } from './scripted-mesh.ts';

/** A config without its name. */
export type NodeConfig = Omit<ConfigInput, 'name'>;

export interface RuntimeAtInit {
  /** Name of the node. @default 'local' */
  readonly name?: string;
  readonly config?: NodeConfig;
  /** @default a new one in memory */
  readonly store?: Store;
  /** @default one that a test moves by hand */
  readonly clock?: HandClock;
  /** In place of parts of the scripted mesh. */
  readonly mesh?: Partial<Mesh>;
  readonly breaker?: Breaker;
  /** @default a silent one */
  readonly log?: Log;
  /** @default one that must not run */
  readonly agent?: Agent;
  /** Other peers that are known, by name. */
  readonly peers?: Readonly<Record<string, Signer>>;
}

export type Emitted = Parameters<PlatformInit['emit']>[0];

export interface RuntimeAt {
  readonly runtime: Runtime;
  readonly clock: HandClock;
  readonly store: Store;
  /** What was emitted. */
  readonly events: Emitted[];
  /** Requests that left. */
  readonly sent: Sent[];
  readonly told: Told;
}

/** A runtime with everything real but the network and the time. */
export function runtimeAt(signer: Signer, init: RuntimeAtInit = {}): RuntimeAt {
  const { name = 'local', clock = new HandClock() } = init;
  const { mesh, sent, told } = scriptedMesh(signer);
  const store = init.store ?? memoryStore();
  const card = (name: string) => ({ name, description: '', skills: [], version: '1' });
  const peers = new PeerDirectory(signer.peerId, card(name));
  for (const [other, { peerId }] of Object.entries(init.peers ?? {})) {
    peers.joined({ peerId, card: card(other), addresses: [] });
  }
  const events: Emitted[] = [];
  let ids = 0;
  let drawn = 0;
  const runtime = createRuntime({
    mesh: { ...mesh, ...init.mesh },
    clock,
    ids: { next: () => `${name}-${(ids += 1)}`, bytes: (count) => new Uint8Array(count).fill((drawn += 1)) },
    store,
    agent: init.agent ?? NO_AGENT,
    peers,
    log: init.log ?? createLog({ level: 'silent' }),
    config: parseConfig({ name, ...init.config }),
    emit: (event) => void events.push(event),
    ...(init.breaker === undefined ? {} : { breaker: init.breaker }),
  });
  return { runtime, clock, store, events, sent, told };
}

function memoryStore(): Store {
  const store = openSqliteStore({ file: ':memory:' });
  onTestFinished(() => store.close());
  return store;
}

const NO_AGENT: Agent = {
  description: '',
  skills: [],
  idempotent: false,
  run: () => Promise.reject(new Error('no agent is to run')),
};
