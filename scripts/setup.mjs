/**
 * Sets the workspace up: installs the packages, and with them the Node.js that everything else runs on. Plain JavaScript
 * for the machine's own Node 20. Does nothing when nothing changed, and says all it says on stderr: stdout belongs to
 * whoever is run afterwards.
 *
 *     node scripts/setup.mjs
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChild } from './child.mjs';
import { withLock } from './lock.mjs';

const PNPM = 'pnpm@12';
const MINIMUM_NODE = [22, 13];

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const stampFile = join(modules, '.hoplite-setup');
/** The workspace's own Node.js, there after set-up. */
export const nodeBinary = join(modules, '.bin', 'node');

/** What went wrong, in words for the person at the terminal. */
export class SetupError extends Error {
  /** @override */
  name = 'SetupError';
}

/**
 * Installs whatever is missing or stale. Safe to call at any time, also from several processes at once.
 *
 * @returns {Promise<void>}
 * @throws {SetupError} if the packages cannot be installed or the Node.js among them is missing or too old
 */
export async function setup() {
  if (isUpToDate()) return say('up to date');
  await withLock(
    join(modules, '.hoplite-setup.lock'),
    (holder) => say(`waiting for the set-up that process ${holder} is running`),
    async () => {
      if (isUpToDate()) return say('up to date');
      await install();
    },
  );
}

async function install() {
  const started = Date.now();
  const fingerprint = fingerprintOf(manifests());
  say(`installing the packages with ${PNPM} (the first time takes a minute or two)`);
  // No stamp while the install runs: if it is cut short, the next set-up begins it again.
  rmSync(stampFile, { force: true });
  // pnpm's progress goes to our stderr; a node_modules of another kind is replaced without asking.
  const args = ['-y', PNPM, 'install', '--frozen-lockfile', '--config.confirm-modules-purge=false'];
  const exit = await runChild('npx', args, { cwd: root, stdio: ['ignore', 2, 2] }).catch((error) => {
    throw new SetupError(
      `npx could not be started (${error.message}). It comes with npm: install npm, then try again.`,
    );
  });
  if (exit.signal !== undefined) throw new SetupError(`the install was stopped by ${exit.signal}. Run it again.`);
  if (exit.code !== 0) {
    throw new SetupError(
      `"npx ${args.join(' ')}" failed with code ${exit.code}; its messages are above. If a package.json was changed, ` +
        `run "npx -y ${PNPM} install" once to bring pnpm-lock.yaml up to date. Otherwise check the network and try again.`,
    );
  }
  const version = checkNode();
  writeFileSync(stampFile, fingerprint);
  say(`done in ${((Date.now() - started) / 1000).toFixed(1)} s, Node.js ${version}`);
}

/** @returns {string} the version of the workspace's Node.js */
function checkNode() {
  const cure = `Remove node_modules and run "node scripts/setup.mjs" again.`;
  if (!existsSync(nodeBinary)) throw new SetupError(`the install left no ${nodeBinary}. ${cure}`);
  let version;
  try {
    version = execFileSync(nodeBinary, ['--version'], { encoding: 'utf8' }).trim();
  } catch (error) {
    throw new SetupError(`${nodeBinary} does not run on this machine (${error}). ${cure}`);
  }
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const [needMajor = 0, needMinor = 0] = MINIMUM_NODE;
  if (major < needMajor || (major === needMajor && minor < needMinor)) {
    throw new SetupError(`${nodeBinary} is ${version}, but ${MINIMUM_NODE.join('.')} or later is needed. ${cure}`);
  }
  return version;
}

function isUpToDate() {
  return existsSync(nodeBinary) && read(stampFile) === fingerprintOf(manifests());
}

/** Every package.json of the workspace: the root's, `packages/*` and the packages that stand directly in the root. */
function manifests() {
  const folders = [root, join(root, 'packages')].flatMap((parent) =>
    readdirSync(parent, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.'))
      .map((entry) => join(parent, entry.name)),
  );
  return [root, ...folders.sort()].map((folder) => join(folder, 'package.json')).filter((file) => existsSync(file));
}

/**
 * @param {readonly string[]} files
 * @returns {string} a hash of everything that decides what gets installed
 */
function fingerprintOf(files) {
  const hash = createHash('sha256').update(PNPM);
  for (const file of [join(root, 'pnpm-lock.yaml'), join(root, 'pnpm-workspace.yaml'), ...files]) {
    hash.update(`\0${file}\0`).update(read(file) ?? '');
  }
  return hash.digest('hex');
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** @param {string} text */
function say(text) {
  process.stderr.write(`set-up: ${text}\n`);
}

/** Runs set-up for a script: a failure is one clear line and exit code 1, not a stack trace. */
export async function setupOrExit() {
  try {
    await setup();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    say(error.message);
    process.exit(1);
  }
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await setupOrExit();
}
