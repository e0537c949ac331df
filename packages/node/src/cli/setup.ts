import { existsSync, mkdirSync } from 'node:fs';
import { generateNetworkKey, loadIdentity, loadNetworkKey, storeNetworkKey } from '@hoplite/p2p';
import { configFile, loadConfig, parseConfig, writeConfig } from '../config/config.ts';
import type { Config, ConfigInput } from '../config/schema.ts';

/** What a person may say of a node when it is made, or for one run of it. */
export interface NodeOptions {
  readonly listen?: readonly string[];
  readonly http?: number;
  readonly peer?: readonly string[];
  /** Commander's `--no-mdns`. */
  readonly mdns?: boolean;
}

export interface NodeSetup {
  readonly directory: string;
  readonly config: Config;
  readonly peerId: string;
}

export function isSetUp(directory: string): boolean {
  return existsSync(configFile(directory));
}

/** The config keys that options stand for; what was not said is not there. */
export function configOf({ listen, http, peer, mdns }: NodeOptions): Omit<ConfigInput, 'name'> {
  return {
    ...(listen === undefined ? {} : { listen: [...listen] }),
    ...(http === undefined ? {} : { http: { port: http } }),
    ...(peer === undefined ? {} : { peers: [...peer] }),
    ...(mdns === false ? { mdns } : {}),
  };
}

/** The config of a node that is there, with what is said for this run on top. */
export function configForRun(directory: string, options: NodeOptions): Config {
  const config = loadConfig(directory);
  const { http, ...rest } = configOf(options);
  const merged = { ...config, ...rest, http: { ...config.http, ...http } };
  return parseConfig(merged, `${configFile(directory)}, with the options of this run,`);
}

/**
 * Makes a node: its directory, key, network key and config. What a set-up that was cut short left is taken up.
 *
 * @param networkKey that of the network it joins; a new network is begun without one
 * @throws {ConfigError} before anything is made
 */
export function setUp(directory: string, input: ConfigInput, networkKey?: Uint8Array): NodeSetup {
  const config = parseConfig(input, 'the config of the new node');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const { peerId } = loadIdentity(directory);
  if (networkKey !== undefined || loadNetworkKey(directory) === undefined) {
    storeNetworkKey(directory, networkKey ?? generateNetworkKey());
  }
  // Last: a directory with a config is a complete one.
  writeConfig(directory, config);
  return { directory, config, peerId };
}

/** A node that is there already. */
export function existing(directory: string): NodeSetup {
  const config = loadConfig(directory);
  return { directory, config, peerId: loadIdentity(directory).peerId };
}
