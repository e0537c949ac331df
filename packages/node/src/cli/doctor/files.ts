import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  DataDirectoryLockedError,
  loadIdentity,
  loadNetworkKey,
  networkFingerprint,
  openDataDirectory,
} from '@hoplite/p2p';
import { readToken } from '../../api/api-token.ts';
import { configFile, loadConfig } from '../../config/config.ts';
import { fail, failWith, messageOf, ok, warn, type Check, type Finding } from './check.ts';

const MAKE_IT = 'make the node: hoplite init --name NAME, or hoplite join INVITATION --name NAME';

export const configIsValid: Check = ({ directory }) => {
  const file = configFile(directory);
  if (!existsSync(file)) return [fail('config', `there is no ${file}`, MAKE_IT)];
  try {
    const { name } = loadConfig(directory);
    return [ok('config', `${file}, ${name}`)];
  } catch (error) {
    return [failWith('config', error, `correct ${file}`)];
  }
};

export const identityKey: Check = ({ directory }) => {
  const file = join(directory, 'identity.key');
  // Looked for first: to load it would make it.
  if (!existsSync(file)) return [fail('key', `there is no ${file}`, MAKE_IT)];
  try {
    return [ok('key', loadIdentity(directory).peerId)];
  } catch (error) {
    return [failWith('key', error, 'as it says; a new key would be a new peer')];
  }
};

export const networkKey: Check = ({ directory }) => {
  try {
    const key = loadNetworkKey(directory);
    if (key === undefined) return [fail('network', 'there is no network key', MAKE_IT)];
    return [ok('network', networkFingerprint(key))];
  } catch (error) {
    return [failWith('network', error, 'as it says')];
  }
};

/** Whose the directory is, who may look into it, and who uses it. */
export const dataDirectory: Check = ({ directory, running }) => {
  if (!existsSync(directory)) return [fail('directory', `there is no ${directory}`, MAKE_IT)];
  return [...permissions(directory), lock(directory, running?.status.pid), ...token(directory)];
};

function permissions(directory: string): readonly Finding[] {
  const mode = statSync(directory).mode & 0o777;
  if (process.platform === 'win32' || (mode & 0o022) === 0) return [];
  const seen = `others may write into ${directory} (mode ${mode.toString(8).padStart(4, '0')})`;
  return [fail('directory', seen, `chmod 700 ${directory}`)];
}

function lock(directory: string, runningPid: number | undefined): Finding {
  if (runningPid !== undefined) return ok('running', `yes, process ${runningPid}`);
  try {
    openDataDirectory(directory).release();
    return ok('running', 'no');
  } catch (error) {
    if (error instanceof DataDirectoryLockedError) {
      const seen = `process ${error.pid} holds ${directory}, but its API does not answer`;
      return fail('running', seen, `wait until it is up, or end it: kill ${error.pid}`);
    }
    return fail('directory', messageOf(error), `see that you may write into ${directory}`);
  }
}

function token(directory: string): readonly Finding[] {
  try {
    readToken(directory);
    return [];
  } catch (error) {
    return [warn('token', messageOf(error), 'as it says, then restart the node')];
  }
}
