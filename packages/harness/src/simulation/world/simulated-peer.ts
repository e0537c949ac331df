import {
  defaultConfig,
  startNode,
  type Agent,
  type Config,
  type HopliteNode,
  type Log,
  type Store,
} from '@hoplite/node';
import type { AgentCard, Identity, Mesh } from '@hoplite/p2p';
import type { SimulatedMesh } from '../network/simulated-mesh.ts';
import type { SimulatedNetwork } from '../network/simulated-network.ts';
import { NodeClock } from '../node-clock.ts';
import { SeededIds } from '../seeded-ids.ts';
import type { SeededRandom } from '../seeded-random.ts';
import { SimulatedDisk, type WrittenGuards } from '../simulated-disk.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MEBIBYTE = 1024 * 1024;

export interface SimulatedPeerInit {
  readonly name: string;
  readonly identity: Identity;
  readonly network: SimulatedNetwork;
  readonly random: SeededRandom;
  readonly log: Log;
}

/** What a start is made of. */
export interface Starting {
  readonly config: Partial<Config>;
  readonly agent: Agent;
  /** Replaces the network of the node. */
  readonly wrap?: ((mesh: Mesh) => Mesh) | undefined;
}

/** One life of a node, from a start to its end. */
export interface Life {
  readonly node: HopliteNode;
  readonly mesh: SimulatedMesh;
  readonly clock: NodeClock;
}

/** A peer of a simulated world: its disk and its name outlive its node. */
export class SimulatedPeer implements Disposable {
  readonly name: string;
  readonly identity: Identity;
  /** Milliseconds by which its clock is ahead. */
  skew = 0;
  readonly #init: SimulatedPeerInit;
  readonly #disk = new SimulatedDisk();
  readonly #ids: SeededIds;
  #life: Life | undefined;

  constructor(init: SimulatedPeerInit) {
    this.#init = init;
    this.name = init.name;
    this.identity = init.identity;
    this.#ids = new SeededIds({ now: () => this.#init.network.clock.now() + this.skew }, init.random.stream('ids'));
  }

  /** Undefined while it does not run. */
  get life(): Life | undefined {
    return this.#life;
  }

  /** Starts the node of production on simulated ports. */
  async start({ config: changes, agent, wrap }: Starting): Promise<Life> {
    const { name, identity, network, log } = this.#init;
    const config: Config = { ...defaultConfig(name), ...changes };
    const clock = new NodeClock(network.clock, () => this.skew);
    const card: AgentCard = {
      name: config.name,
      description: config.description === '' ? agent.description : config.description,
      skills: agent.skills,
      version: '0',
    };
    const mesh = network.createMesh({
      ...{ identity, card, name, deny: config.deny },
      timings: { grace: config.requesterGraceSeconds * 1000 },
      observe: (event) => log.debug({ mesh: event }, 'mesh'),
    });
    const store = this.#openDisk(clock, config);
    try {
      const node = await startNode({
        ...{ config, card, log, clock, store, agent },
        mesh: wrap === undefined ? mesh : wrap(mesh),
        ids: this.#ids,
        release: async () => store.close(),
      });
      this.#life = { node, mesh, clock };
      return this.#life;
    } catch (error) {
      mesh.sever();
      clock.kill();
      this.#disk.crash();
      throw error;
    }
  }

  /** Ends the node in good order. */
  async stop(): Promise<void> {
    const life = this.#life;
    this.#life = undefined;
    await life?.node.stop();
  }

  /**
   * Ends the node as a power cut does: what it had not written is lost, and nothing that it still does has an effect.
   *
   * @returns what of its guards was lost
   */
  crash(): WrittenGuards {
    const life = this.#life;
    this.#life = undefined;
    life?.mesh.sever();
    life?.clock.kill();
    return this.#disk.crash();
  }

  /** Notices on its disk, and until when they count by its clock. For a peer that has run, and does not now. */
  notices(): ReturnType<SimulatedDisk['notices']> {
    return this.#disk.notices();
  }

  [Symbol.dispose](): void {
    this.crash();
    this.#disk[Symbol.dispose]();
  }

  #openDisk(clock: NodeClock, { retention }: Config): Store {
    return this.#disk.open(clock, {
      keepJobsMs: retention.messagesDays * DAY_MS,
      maxBytes: retention.maxMegabytes * MEBIBYTE,
      onLost: (error) => this.#init.log.error({ err: error }, 'writes were lost'),
    });
  }
}
