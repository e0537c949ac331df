/**
 * Sets up, then runs a program on the workspace's own Node.js, as if it had been called directly.
 *
 *     node scripts/run.mjs scripts/test.ts ARGS…    a file
 *     node scripts/run.mjs prettier ARGS…           a program of node_modules/.bin
 */
import { delimiter, join } from 'node:path';
import { exitLike, runChild } from './child.mjs';
import { nodeBinary, root, setupOrExit } from './setup.mjs';

const [target, ...args] = process.argv.slice(2);
if (target === undefined) {
  console.error('usage: node scripts/run.mjs TARGET [ARGS…]');
  process.exit(2);
}
await setupOrExit();

const bin = join(root, 'node_modules', '.bin');
const options = {
  stdio: /** @type {const} */ ('inherit'),
  // First in PATH, so that whatever the program starts as "node" is the same Node.js.
  env: { ...process.env, PATH: [bin, process.env.PATH].filter(Boolean).join(delimiter) },
};
const isFile = /[./\\]/.test(target);
exitLike(
  await (isFile ? runChild(nodeBinary, [target, ...args], options) : runChild(join(bin, target), args, options)),
);
