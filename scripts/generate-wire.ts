/**
 * Makes the wire codec, `packages/p2p/src/wire/gen/hoplite.{js,d.ts}`, from `proto/hoplite/v1/*.proto`.
 *
 *     node scripts/run.mjs scripts/generate-wire.ts            write it
 *     node scripts/run.mjs scripts/generate-wire.ts --check    only compare, exit 1 on a difference
 */
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
const folder = join(root, 'packages/p2p/src/wire/gen');
const names = ['hoplite.js', 'hoplite.d.ts'] as const;

/** Only `encode` and `decode` are kept: what we do not generate, nobody can call on bytes of strangers. */
const options = [
  ...['--target', 'static-module', '--wrap', 'esm', '--dependency', 'protobufjs/minimal.js', '--root', 'hoplite'],
  ...['--no-create', '--no-verify', '--no-convert', '--no-delimited', '--no-typeurl', '--no-service'],
  ...['--force-number', '--alt-comment', '--dts', '--path', 'proto'],
];

type Generated = Record<(typeof names)[number], string>;

async function generate(): Promise<Generated> {
  const files = globSync('proto/hoplite/v1/*.proto', { cwd: root }).sort();
  const scratch = await mkdtemp(join(tmpdir(), 'hoplite-wire-'));
  try {
    const pbjs = join(root, 'node_modules/protobufjs-cli/bin/pbjs');
    await run(process.execPath, [pbjs, ...options, '--out', join(scratch, 'hoplite.js'), ...files], { cwd: root });
    const [code, types] = await Promise.all(names.map((name) => readFile(join(scratch, name), 'utf8')));
    return { 'hoplite.js': code ?? '', 'hoplite.d.ts': fitDeclarations(types ?? '') };
  } finally {
    await rm(scratch, { recursive: true });
  }
}

/**
 * Makes pbts's declarations fit. The wire has no 64-bit integers (`double` carries times), so `long` is not needed; it
 * is imported regardless, in a form that ES modules do not have. And `encode` leaves out a field that is undefined just
 * as one that is null, which `exactOptionalPropertyTypes` has to be told.
 *
 * @throws Error for a 64-bit field: it would be decoded to an object but typed `number`
 */
export function fitDeclarations(types: string): string {
  const fitting = types.replace(/^import Long = .*\n/m, '').replace(/^( +\w+\?: \(.+\|null)\);$/gm, '$1|undefined);');
  if (/\bLong\b/.test(fitting)) throw new Error('proto/hoplite/v1: 64-bit integer fields are not allowed on the wire');
  return fitting;
}

interface WireOptions {
  /** Only compare. */
  readonly check: boolean;
  /** Where the codec is, if not in packages/p2p. */
  readonly into?: string;
}

/** Writes the codec, or with `check` only compares; returns the files that differ from what the protos say. */
export async function generateWire({ check, into = folder }: WireOptions): Promise<string[]> {
  const generated = await generate();
  const drifted: string[] = [];
  await mkdir(into, { recursive: true });
  for (const name of names) {
    const path = join(into, name);
    if ((await readFile(path, 'utf8').catch(() => undefined)) === generated[name]) continue;
    drifted.push(relative(root, path));
    if (!check) await writeFile(path, generated[name]);
  }
  return drifted;
}

if (import.meta.main) {
  const check = process.argv.includes('--check');
  const drifted = await generateWire({ check });
  for (const path of drifted) console.log(check ? `differs from proto/: ${path}` : `wrote ${path}`);
  if (drifted.length === 0) console.log('the wire codec is up to date');
  else if (check) process.exitCode = 1;
}
