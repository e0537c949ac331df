import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

/** A Debian package and the commands that show it is there. */
export interface SystemPackage {
  readonly name: string;
  readonly commands: readonly string[];
}

/**
 * What the tests need from the system: the LAN of network namespaces is built with `ip` and `tc`, and what people look at in
 * a browser is opened in one.
 */
export const testPackages: readonly SystemPackage[] = [
  { name: 'iproute2', commands: ['ip', 'tc'] },
  { name: 'chromium', commands: ['chromium'] },
];

/** The packages of which a command is missing. */
export function missingPackages(packages: readonly SystemPackage[], path = process.env['PATH'] ?? ''): string[] {
  // Where administrators' commands live is not in everybody's PATH.
  const folders = [...path.split(':'), '/usr/sbin', '/sbin'].filter((folder) => folder !== '');
  const isThere = (command: string): boolean => folders.some((folder) => isExecutable(join(folder, command)));
  return packages.filter(({ commands }) => !commands.every(isThere)).map(({ name }) => name);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Installs what is missing, if this is Debian and we may; otherwise says what to do. Nothing to do takes no time. */
export function ensureSystemPackages(packages: readonly SystemPackage[]): void {
  const missing = missingPackages(packages);
  if (missing.length === 0) return;
  const names = missing.join(' ');
  if (process.getuid?.() !== 0) {
    say(
      `the tests need ${names}. Install it (on Debian and Ubuntu: sudo apt-get install ${names}) and run them again.`,
    );
    return;
  }
  say(`installing ${names}`);
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...missing]]) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const { status, error } = spawnSync('apt-get', args, { stdio: ['ignore', 2, 2], env });
    if (error) {
      say(`apt-get could not be started (${error.message}): install ${names} with your system's package manager.`);
      return;
    }
    // An update may fail for one of many sources and the install still work.
    if (status !== 0) say(`"apt-get ${args.join(' ')}" ended with code ${status ?? 'none'}; its messages are above.`);
  }
}

function say(text: string): void {
  process.stderr.write(`set-up: ${text}\n`);
}
