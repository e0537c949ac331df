import { join } from 'node:path';
import { createMesh, loadIdentity, loadNetworkKey, openDataDirectory, type AgentCard, type Mesh } from '@hoplite/p2p';
import type { Breaker } from './admission/breaker.ts';
import { createBuiltinAgent } from './agents/builtin/index.ts';
import type { Config } from './config/schema.ts';
import { NotInitialisedError } from './errors.ts';
import { AssembledNode } from './hoplite-node.ts';
import { createLog, type Log } from './log.ts';
import type { NodeEventListener } from './node-events.ts';
import { PeerDirectory } from './peer-directory.ts';
import { createRuntime } from './platform.ts';
import type { Agent } from './ports/agent.ts';
import { systemClock, type Clock } from './ports/clock.ts';
import { systemIds, type Ids } from './ports/ids.ts';
import type { Store } from './ports/store.ts';
import type { HopliteNode } from './sdk.ts';
import { openSqliteStore } from './store/sqlite-store.ts';
import { VERSION } from './version.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface CreateNodeOptions {
  /** The data directory: key, network key, database, address book. Locked while the node runs. */
  readonly directory: string;
  readonly config: Config;
  /** @default a log that writes nothing */
  readonly log?: Log;
  /** What answers for this peer. @default the agent of the config */
  readonly agent?: Agent;
  /** Ports, for those who bring their own. */
  readonly mesh?: Mesh;
  readonly clock?: Clock;
  readonly ids?: Ids;
  readonly store?: Store;
  /** What holds messages back when the node should rest. @default nothing does */
  readonly breaker?: Breaker;
}

/**
 * Makes a node and starts it.
 *
 * @throws {DataDirectoryLockedError} when another process runs a node on this directory
 * @throws {IdentityError} when the key file cannot be used
 * @throws {NotInitialisedError} when there is no network key: `hoplite init` or `hoplite join` makes one
 */
export async function createNode(options: CreateNodeOptions): Promise<HopliteNode> {
  const { config, log = createLog({ level: 'silent' }) } = options;
  const directory = openDataDirectory(options.directory);
  const opened: (() => void)[] = [() => directory.release()];
  const close = (): void => {
    for (const undo of opened.splice(0).reverse()) {
      undo();
    }
  };
  try {
    const agent = options.agent ?? builtinAgent(config, options.clock);
    const card: AgentCard = {
      name: config.name,
      description: config.description === '' ? agent.description : config.description,
      skills: agent.skills,
      version: VERSION,
    };
    const mesh = options.mesh ?? openMesh(options, card, log);
    const store =
      options.store ??
      openSqliteStore({
        file: join(directory.path, 'hoplite.db'),
        keepJobsMs: config.retention.messagesDays * DAY_MS,
        maxBytes: config.retention.maxMegabytes * 1024 * 1024,
        onLost: (error) => log.error({ err: error }, 'writes were lost'),
      });
    opened.push(() => store.close());
    return await startNode({
      config,
      card,
      log,
      mesh,
      clock: options.clock ?? systemClock,
      ids: options.ids ?? systemIds,
      store,
      agent,
      ...(options.breaker === undefined ? {} : { breaker: options.breaker }),
      release: async () => close(),
    });
  } catch (error) {
    close();
    throw error;
  }
}

/** A node's ports, all of them, and what it is told besides: nothing here touches a disk or a network by itself. */
export interface StartNodeInit {
  readonly config: Config;
  /** What it says of itself: the mesh gives the same to others. */
  readonly card: AgentCard;
  readonly mesh: Mesh;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly store: Store;
  readonly agent: Agent;
  readonly log: Log;
  readonly breaker?: Breaker;
  /** Gives back what the node was made with, when it has stopped. */
  readonly release: () => Promise<void>;
}

/**
 * Starts a node on ports of one's own: {@link createNode} does it on real ones, a simulator on simulated ones.
 *
 * @throws {SelfTestError} when a forged message gets through
 * @throws {ChannelNotCompliantError} when a channel's door does not pass the checklist
 */
export async function startNode(init: StartNodeInit): Promise<HopliteNode> {
  const { config, card, log, mesh, clock, ids, store, agent, breaker, release } = init;
  const listeners = new Set<NodeEventListener>();
  const runtime = createRuntime({
    ...{ mesh, clock, ids, store, agent, log, config },
    peers: new PeerDirectory(mesh.localPeer, card),
    ...(breaker === undefined ? {} : { breaker }),
    emit: (event) => {
      if (event.event === 'refused') {
        const { detail: _, ...logged } = event; // It may be free text of a peer.
        log.info(logged, 'refused');
      }
      for (const listener of listeners) {
        try {
          listener({ at: clock.now(), ...event });
        } catch (error) {
          log.error({ err: error }, 'a subscriber failed');
        }
      }
    },
  });
  const node = new AssembledNode({ runtime, card, rooms: config.rooms, listeners, release });
  try {
    await node.start();
  } catch (error) {
    await mesh.stop();
    throw error;
  }
  return node;
}

function openMesh({ config, directory }: CreateNodeOptions, card: AgentCard, log: Log): Mesh {
  const networkKey = loadNetworkKey(directory);
  if (networkKey === undefined) {
    throw new NotInitialisedError(directory);
  }
  return createMesh({
    identity: loadIdentity(directory),
    networkKey,
    card,
    listen: config.listen,
    peers: config.peers,
    deny: config.deny,
    mdns: config.mdns,
    dataDirectory: directory,
    timings: { grace: config.requesterGraceSeconds * 1000 },
    observe: (event) => log.debug({ mesh: event }, 'mesh'),
  });
}

function builtinAgent({ agent }: Config, clock: Clock = systemClock): Agent {
  const { filesRoot } = agent;
  return createBuiltinAgent(filesRoot === undefined ? { clock } : { filesRoot, clock });
}
