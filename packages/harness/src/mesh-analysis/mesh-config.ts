import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ConfigError, parseConfig, type Config } from '@hoplite/node';
import { IdentityError, loadIdentity } from '@hoplite/p2p';

/** The config of one peer of a network. */
export interface MeshConfig {
  readonly file: string;
  readonly config: Config;
  /** When it is known: rights and graphs may name it. */
  readonly peerId?: string;
}

/** Largest config that is read, in bytes. */
const MAX_CONFIG_BYTES = 1024 * 1024;

/** Most peers whose configs are looked at together. */
export const MAX_PEERS = 256;

/**
 * Reads the configs of a network: `hoplite.json` files, or the data directories that hold them. Only a data directory tells
 * the peer ID. Nothing is written.
 *
 * @throws {ConfigError} when one is not there, cannot be read, or is not valid, or when there are too many
 */
export function readMeshConfigs(files: readonly string[]): readonly MeshConfig[] {
  if (files.length > MAX_PEERS) {
    const message = `${files.length} configs were given, and ${MAX_PEERS} can be looked at together`;
    throw new ConfigError('the network', [{ path: '', message }]);
  }
  return files.map((file) => {
    const isDirectory = statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
    const directory = isDirectory ? file : dirname(file);
    const isOfNode = isDirectory || basename(file) === 'hoplite.json';
    const peerId = isOfNode ? peerIdOf(directory) : undefined;
    const path = isDirectory ? join(file, 'hoplite.json') : file;
    return {
      file: path,
      config: parseConfig(readJson(path), path),
      ...(peerId === undefined ? {} : { peerId }),
    };
  });
}

/** Reads what is a file, and no longer than a config may be: a pipe would be waited for, a device never end. */
function readJson(file: string): unknown {
  const fail = (message: string, cause?: unknown): never => {
    throw new ConfigError(file, [{ path: '', message }], cause);
  };
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found === undefined) return fail('there is no such file');
    if (!found.isFile()) return fail('it is not a file');
    if (found.size > MAX_CONFIG_BYTES)
      return fail(`it has ${found.size} bytes, and a config at most ${MAX_CONFIG_BYTES}`);
    return JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    return fail(String(error), error);
  }
}

/** Of the key, if it is there and may be read; it is not made. */
function peerIdOf(directory: string): string | undefined {
  try {
    return statSync(join(directory, 'identity.key'), { throwIfNoEntry: false })?.isFile() === true
      ? loadIdentity(directory).peerId
      : undefined;
  } catch (error) {
    if (error instanceof IdentityError || (error instanceof Error && 'syscall' in error)) return undefined;
    throw error;
  }
}
