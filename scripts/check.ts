/** `npm run check`: the wire, types, lint and format. Runs them all even if one fails; exit code 1 if any did. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { generateWire } from './generate-wire.ts';
import { runSteps, type Outcome, type Steps } from './steps.ts';

const root = join(import.meta.dirname, '..');
const cache = 'node_modules/.cache';

const steps: Steps = {
  wire: checkWire,
  types: () => run('typescript/bin/tsc', ['-p', 'tsconfig.json', ...(process.stdout.isTTY ? ['--pretty'] : [])]),
  // By content, not by time: a fresh checkout with an old cache has new times and the same files.
  lint: () =>
    run('eslint/bin/eslint.js', [
      ...['.', '--max-warnings', '0', '--cache', '--cache-strategy', 'content'],
      ...['--cache-location', `${cache}/eslint/`],
    ]),
  format: () =>
    run('prettier/bin/prettier.cjs', [
      ...['--check', '.', '--log-level', 'warn', '--cache', '--cache-strategy', 'content'],
      ...['--cache-location', `${cache}/prettier.json`],
    ]),
};

async function checkWire(): Promise<Outcome> {
  const drifted = await generateWire({ check: true });
  const output = drifted.map((path) => `${path} differs from proto/: run "npm run generate" and commit it\n`).join('');
  return { ok: drifted.length === 0, output };
}

/** Runs a program of node_modules on this Node.js and collects what it prints, so that steps do not interleave. */
function run(program: string, args: readonly string[]): Promise<Outcome> {
  const env = process.stdout.isTTY ? { ...process.env, FORCE_COLOR: '1' } : process.env;
  const child = spawn(process.execPath, [join(root, 'node_modules', program), ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      resolve({ ok: code === 0, output: Buffer.concat(chunks).toString() });
    });
  });
}

process.exitCode = (await runSteps(steps, (text) => process.stdout.write(text))) ? 0 : 1;
