import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createNode,
  loadConfig,
  writeConfig,
  type Agent,
  type AgentTurn,
  type Config,
  type HopliteNode,
} from '@hoplite/node';
import { generateNetworkKey, storeNetworkKey, type Channel } from '@hoplite/p2p';
import type { JsonValue, ToolResult } from '@hoplite/tools';

/** Real nodes on loopback, with stores of their own. */
export class RealNodes implements AsyncDisposable {
  readonly nodes = new Map<string, HopliteNode>();
  readonly directories = new Map<string, string>();

  static async start(
    names: readonly string[],
    agents: Readonly<Record<string, Agent>> = {},
    config: (name: string) => Partial<Config> = () => ({}),
  ): Promise<RealNodes> {
    const network = new RealNodes();
    const networkKey = generateNetworkKey();
    for (const name of names) {
      const directory = await mkdtemp(join(tmpdir(), `hoplite-log-${name}-`));
      network.directories.set(name, directory);
      storeNetworkKey(directory, networkKey);
      writeConfig(directory, {
        name,
        listen: ['/ip4/127.0.0.1/tcp/0'],
        mdns: false,
        peers: [...network.nodes.values()].flatMap(({ addresses }) => addresses),
        ...config(name),
      });
      const node = await createNode({ directory, agent: agents[name] ?? relay, config: loadConfig(directory) });
      network.nodes.set(name, node);
    }
    await network.#meet();
    return network;
  }

  node(name: string): HopliteNode {
    const node = this.nodes.get(name);
    if (node === undefined) throw new Error(`no node ${name}`);
    return node;
  }

  directory(name: string): string {
    return this.directories.get(name) ?? '';
  }

  async stop(): Promise<void> {
    await Promise.all([...this.nodes.values()].map((node) => node.stop()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    await Promise.all([...this.directories.values()].map((directory) => rm(directory, { recursive: true })));
  }

  /** Resolves when every node has met every other, and sees it in the lobby. */
  async #meet(): Promise<void> {
    const nodes = [...this.nodes.values()];
    const hasMet = (node: HopliteNode): boolean =>
      node.rooms().every(({ present }) => present.length >= nodes.length - 1) &&
      node.peers().filter(({ connected, self }) => connected && !self).length >= nodes.length - 1;
    await Promise.all(
      nodes.map(
        (node) =>
          new Promise<void>((resolve) => {
            const look = (): void => {
              if (hasMet(node)) resolve();
            };
            node.subscribe(look);
            look();
          }),
      ),
    );
  }
}

/** An agent that is one function. */
export function agentOf(run: (turn: AgentTurn) => Promise<JsonValue>): Agent {
  return {
    description: 'scripted by a test',
    skills: [],
    idempotent: false,
    run: async (turn) => ({ kind: 'done', result: await run(turn) }),
  };
}

/** Hands a brief on along its `path`, each hop on its channel of `via`. */
export const relay: Agent = agentOf(async (turn) => {
  const { path = [], via = [] } = briefOf(turn.brief);
  const [next, ...rest] = path;
  if (next === undefined) return 'arrived';
  const result = await handOn(turn, via[0] ?? 'task', next, { path: rest, via: via.slice(1) });
  return result.ok ? 'handed on' : result.refusal.reason;
});

function handOn({ tools }: AgentTurn, channel: Channel, peer: string, brief: JsonValue): Promise<ToolResult> {
  const text = JSON.stringify(brief);
  switch (channel) {
    case 'task':
      return tools.call('delegate_task', { peer, brief });
    case 'session':
      return tools.call('send_message', { peer, text, wait_seconds: 60 });
    case 'room':
      return tools.call('post_to_room', { room: 'lobby', text, wake: [peer], wait_seconds: 60 });
  }
}

function briefOf(brief: JsonValue): { readonly path?: readonly string[]; readonly via?: readonly Channel[] } {
  const value: unknown = typeof brief === 'string' ? JSON.parse(brief) : brief;
  return typeof value === 'object' && value !== null ? value : {};
}
