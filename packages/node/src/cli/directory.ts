import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CommonOptions } from './command.ts';
import { UsageError } from './outcome.ts';
import { printable } from './printable.ts';
import type { Terminal } from './terminal.ts';

type Environment = Pick<Terminal, 'env' | 'home'>;

/** A node's name is also that of a directory. */
const NAME_PATTERN = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** Where the nodes of this user are, each in a directory of its own. */
export function nodesHome({ env, home }: Environment): string {
  const given = env['HOPLITE_HOME'];
  return given ? resolve(given) : join(home, '.hoplite');
}

/** Names of the nodes in {@link nodesHome}, sorted. */
export function nodeNames(environment: Environment): readonly string[] {
  const parent = nodesHome(environment);
  if (!existsSync(parent)) return [];
  return readdirSync(parent)
    .filter((name) => existsSync(join(parent, name, 'hoplite.json')))
    .sort();
}

/**
 * The data directory of the node that is meant: `--dir`, that of `--name`, `$HOPLITE_DIR`, or that of the only node.
 *
 * @throws {UsageError} when it is none of these; names the nodes there are
 */
export function directoryOf({ dir, name }: CommonOptions, environment: Environment): string {
  const given = dir ?? (name === undefined ? environment.env['HOPLITE_DIR'] : undefined);
  if (given) return resolve(given);
  if (name !== undefined) return join(nodesHome(environment), checkedName(name));
  const names = nodeNames(environment);
  const [only] = names;
  if (only !== undefined && names.length === 1) return join(nodesHome(environment), only);
  if (only === undefined) {
    throw new UsageError(`there is no node in ${nodesHome(environment)} yet: make one with "hoplite init --name NAME"`);
  }
  throw new UsageError(`there are several nodes (${names.map(printable).join(', ')}): say which with --name`);
}

/** @throws {UsageError} */
export function checkedName(name: string): string {
  if (NAME_PATTERN.test(name)) return name;
  throw new UsageError(`--name ${JSON.stringify(name)}: expected 1 to 63 of a-z, 0-9 and "-", not beginning with "-"`);
}
