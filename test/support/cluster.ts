import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createNode,
  defaultConfig,
  type Agent,
  type AgentAnswer,
  type AgentTurn,
  type Config,
  type CreateNodeOptions,
  type HopliteNode,
  type NodeEvent,
} from '@hoplite/node';
import { generateNetworkKey, storeNetworkKey } from '@hoplite/p2p';
import type { JsonValue } from '@hoplite/tools';

export interface ClusterOptions {
  /** What answers at a peer; the builtin agent by default. */
  readonly agents?: Readonly<Record<string, Agent>>;
  /** Over the defaults, for all peers, or by name. */
  readonly config?: Partial<Config> | ((name: string) => Partial<Config>);
  /** Ports in place of a node's own. */
  readonly ports?: (directory: string, config: Config) => Pick<CreateNodeOptions, 'clock' | 'mesh'>;
}

/** Several nodes of one network in this process, over real TCP on loopback. */
export class Cluster implements AsyncDisposable {
  readonly networkKey = generateNetworkKey();
  readonly #nodes = new Map<string, HopliteNode>();
  readonly #directories = new Map<string, string>();
  readonly #options: ClusterOptions;
  /** Everything that the nodes told, with the name of the node. */
  readonly events: (NodeEvent & { readonly node: string })[] = [];
  readonly #watchers = new Set<() => void>();

  constructor(options: ClusterOptions = {}) {
    this.#options = options;
  }

  /** Starts nodes, and resolves when each has met all others and sees them in the lobby. */
  static async start(names: readonly string[], options: ClusterOptions = {}): Promise<Cluster> {
    const cluster = new Cluster(options);
    for (const name of names) {
      await cluster.add(name);
    }
    await cluster.meet();
    return cluster;
  }

  async add(name: string): Promise<HopliteNode> {
    const directory = this.#directories.get(name) ?? (await mkdtemp(join(tmpdir(), `hoplite-${name}-`)));
    if (!this.#directories.has(name)) {
      storeNetworkKey(directory, this.networkKey);
      this.#directories.set(name, directory);
    }
    const { agents, config: changes, ports } = this.#options;
    const agent = agents?.[name];
    const config: Config = {
      ...defaultConfig(name),
      listen: ['/ip4/127.0.0.1/tcp/0'],
      mdns: false,
      peers: [...this.#nodes.values()].flatMap((other) => other.addresses),
      ...(typeof changes === 'function' ? changes(name) : changes),
    };
    const node = await createNode({
      directory,
      config,
      ...ports?.(directory, config),
      ...(agent === undefined ? {} : { agent }),
    });
    this.#nodes.set(name, node);
    node.subscribe((event) => {
      this.events.push({ ...event, node: name });
      for (const watch of this.#watchers) watch();
    });
    return node;
  }

  node(name: string): HopliteNode {
    const node = this.#nodes.get(name);
    if (node === undefined) throw new Error(`no node ${name}`);
    return node;
  }

  directory(name: string): string {
    return this.#directories.get(name) ?? '';
  }

  /** Stops a node; `add` starts it again on the same directory. */
  async stop(name: string): Promise<void> {
    await this.node(name).stop();
    this.#nodes.delete(name);
  }

  /** Resolves when every node has met every other, and sees it in the rooms of the config. */
  async meet(): Promise<void> {
    const others = this.#nodes.size - 1;
    await this.until(() =>
      [...this.#nodes.values()].every(
        (node) =>
          node.peers().filter((peer) => peer.connected && !peer.self).length >= others &&
          node.rooms().every((room) => room.present.length >= others),
      ),
    );
  }

  /** Resolves when a condition holds, looked at whenever a node tells something; fails after `ms`. */
  async until(condition: () => boolean, ms = 15_000): Promise<void> {
    if (condition()) return;
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#watchers.delete(watch);
        reject(new Error(`did not come about: ${condition.toString()}`));
      }, ms);
      const watch = (): void => {
        if (condition()) {
          clearTimeout(timer);
          this.#watchers.delete(watch);
          resolve();
        }
      };
      this.#watchers.add(watch);
    });
  }

  /** How many turns have begun, on all nodes or one. */
  turns(name?: string): number {
    return this.events.filter(({ event, node }) => event === 'turn:started' && (name ?? node) === node).length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#nodes.values()].map((node) => node.stop()));
    await Promise.all([...this.#directories.values()].map((directory) => rm(directory, { recursive: true })));
  }
}

/** An agent that is one function. */
export function agentOf(run: (turn: AgentTurn) => Promise<AgentAnswer> | AgentAnswer): Agent {
  return { description: 'scripted by a test', skills: [], idempotent: false, run: async (turn) => run(turn) };
}

/** What {@link agentOf} answers with. */
export function done(result: JsonValue): AgentAnswer {
  return { kind: 'done', result };
}
