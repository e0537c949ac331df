import { mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { JsonValue } from '@hoplite/tools';
import { writePrivateFile } from '../api/private-file.ts';
import { ConfigError } from './errors.ts';
import { mergePatch } from './merge-patch.ts';
import { problemsOf } from './problems.ts';
import { configSchema, type Config, type ConfigInput } from './schema.ts';

export const CONFIG_FILE = 'hoplite.json';

/** Where the config of the node in a data directory stands. */
export function configFile(directory: string): string {
  return join(directory, CONFIG_FILE);
}

/** The data directory of a node that was given none: `~/.hoplite/<name>`, or `$HOPLITE_HOME/<name>`. */
export function defaultDataDirectory(name: string, environment: NodeJS.ProcessEnv = process.env): string {
  const home = environment['HOPLITE_HOME'];
  return join(home ? resolve(home) : join(homedir(), '.hoplite'), name);
}

/**
 * Checks a config and applies the defaults.
 *
 * @param source - what to call it in an error, usually its file
 * @throws {ConfigError}
 */
export function parseConfig(value: unknown, source = 'the config'): Config {
  const parsed = configSchema.safeParse(value);
  if (!parsed.success) {
    throw new ConfigError(source, problemsOf(configSchema, parsed.error.issues));
  }
  return parsed.data;
}

/** A config in which everything but the name is left at its default. */
export function defaultConfig(name: string): Config {
  return parseConfig({ name });
}

/**
 * Reads the config of the node in a data directory.
 *
 * @throws {ConfigError} when it is not there, cannot be read, is not JSON, or is not valid
 */
export function loadConfig(directory: string): Config {
  const file = configFile(directory);
  return parseConfig(readJson(file), file);
}

/**
 * Writes the config of the node in a data directory, which is made when it is not there. Whoever reads it meanwhile sees
 * the old one or the new one, whole; only the owner may read it.
 *
 * @throws {ConfigError} when it is not valid; nothing is written then
 */
export function writeConfig(directory: string, config: ConfigInput): void {
  const file = configFile(directory);
  const text = JSON.stringify(parseConfig(config, file), undefined, 2);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  writePrivateFile(file, `${text}\n`);
}

/**
 * Changes the config of the node in a data directory by a JSON merge patch (RFC 7396), and writes it. What the patch takes
 * away has its default again.
 *
 * @returns the config as it is then
 * @throws {ConfigError} when there is none, or it would not be valid; nothing is written then
 */
export function patchConfig(directory: string, patch: JsonValue): Config {
  const file = configFile(directory);
  const config = parseConfig(mergePatch(readJson(file), patch), `${file}, with this change,`);
  writeConfig(directory, config);
  return config;
}

function readJson(file: string): JsonValue {
  try {
    return JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, '')) as JsonValue;
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const message = missing ? 'there is no such file: make it with "hoplite init"' : String(error);
    throw new ConfigError(file, [{ path: '', message }], error);
  }
}
