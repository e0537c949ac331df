#!/usr/bin/env node
// Plain JavaScript: a Node.js that is too old must get as far as the message.
import { existsSync } from 'node:fs';
import * as modules from 'node:module';
import { fileURLToPath } from 'node:url';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 13)) {
  console.error(`hoplite needs Node.js 22.13 or later; this is ${process.versions.node}.`);
  process.exit(2);
}

// Installed packages run what was built; the workspace runs its source, whatever an old build may lie beside it.
const here = fileURLToPath(import.meta.url);
const source = new URL('../src/cli/main.ts', import.meta.url);
const isInstalled = /[\\/]node_modules[\\/]/.test(here) || !existsSync(source);
if (!isInstalled) {
  // Stripping types takes half of the time of a short command; like this, it is done once.
  modules.enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/hoplite', import.meta.url)));
}
const { main } = await import(isInstalled ? new URL('../dist/src/cli/main.js', import.meta.url).href : source.href);

process.exitCode = await main(process.argv.slice(2));
// Whatever a library left open must not keep a finished program; what was written has to be out first. A command that was
// told to end does not wait long for that (`endSoon`); others wait for a slow reader, such as a pager.
process.stdout.write('', () => process.stderr.write('', () => process.exit()));
