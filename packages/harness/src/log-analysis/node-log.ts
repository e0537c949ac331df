import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ConfigError, loadConfig, openStoreReadOnly, type StoreReader, type StoredRefusal } from '@hoplite/node';
import { IdentityError, loadIdentity } from '@hoplite/p2p';

/** What one node has kept, open to be read. */
export interface NodeLog {
  readonly directory: string;
  /** As its config has it, else that of its directory. */
  readonly name: string;
  /** Undefined when neither its key nor its messages tell: then it has nothing to tell of messages either. */
  readonly peerId: string | undefined;
  readonly store: StoreReader;
  readonly refusals: ReadonlyMap<string, readonly StoredRefusal[]>;
  readonly oldestAt: number | undefined;
}

/**
 * Opens the stores of nodes, which may run meanwhile; a directory that is given twice is opened once. Nothing is written.
 *
 * @throws {StoreMissingError} @throws {StoreCorruptError} @throws {StoreVersionError} @throws {StoreOutdatedError}
 * @throws {StoreUnavailableError}
 */
export function openLogs(directories: readonly string[]): readonly NodeLog[] {
  const once = new Map(
    directories
      .map(directoryOf)
      .map((directory) => [existsSync(directory) ? realpathSync(directory) : directory, directory]),
  );
  const opened: NodeLog[] = [];
  try {
    for (const directory of once.values()) opened.push(openLog(directory));
    return opened;
  } catch (error) {
    closeLogs(opened);
    throw error;
  }
}

/** Who names the store itself means the directory that it is in. */
function directoryOf(path: string): string {
  return basename(path) === 'hoplite.db' && statSync(path, { throwIfNoEntry: false })?.isFile() === true
    ? dirname(path)
    : path;
}

export function closeLogs(logs: readonly NodeLog[]): void {
  for (const { store } of logs) store.close();
}

function openLog(directory: string): NodeLog {
  const store = openStoreReadOnly(join(directory, 'hoplite.db'));
  try {
    const refusals = Map.groupBy(store.refusals(), ({ jobId }) => jobId ?? '');
    const peerId = peerIdOf(directory) ?? store.localPeer();
    return { directory, name: nameOf(directory), peerId, store, refusals, oldestAt: store.oldestAt() };
  } catch (error) {
    store.close();
    throw error;
  }
}

function nameOf(directory: string): string {
  try {
    return loadConfig(directory).name;
  } catch (error) {
    if (error instanceof ConfigError) return basename(directory); // Its history can be read all the same.
    throw error;
  }
}

/** Of the key, if it is there and may be read. It is not made, and nothing else of it is kept. */
function peerIdOf(directory: string): string | undefined {
  try {
    return existsSync(join(directory, 'identity.key')) ? loadIdentity(directory).peerId : undefined;
  } catch (error) {
    if (error instanceof IdentityError || (error instanceof Error && 'syscall' in error)) return undefined;
    throw error;
  }
}
