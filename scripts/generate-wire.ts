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
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
const target = 'packages/p2p/src/wire/gen';
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
    return { 'hoplite.js': code ?? '', 'hoplite.d.ts': withUndefined(withoutLong(types ?? '')) };
  } finally {
    await rm(scratch, { recursive: true });
  }
}

/**
 * The wire has no 64-bit integers (`double` carries times), so the types need no `long`; pbts imports it regardless, in
 * a form that ES modules do not have. A 64-bit field would come back as an object typed `number`: better to stop here.
 */
function withoutLong(types: string): string {
  const without = types.replace(/^import Long = .*\n/m, '');
  if (/\bLong\b/.test(without)) throw new Error('proto/hoplite/v1: 64-bit integer fields are not allowed on the wire');
  return without;
}

/** `encode` leaves out a field that is undefined just as one that is null; under exactOptionalPropertyTypes say so. */
function withUndefined(types: string): string {
  return types.replace(/^( +\w+\?: \(.+\|null)\);$/gm, '$1|undefined);');
}

/** Writes the codec, or with `check` only compares; returns the files that differ from what the protos say. */
export async function generateWire({ check }: { readonly check: boolean }): Promise<string[]> {
  const generated = await generate();
  const drifted: string[] = [];
  await mkdir(join(root, target), { recursive: true });
  for (const name of names) {
    const path = join(root, target, name);
    if ((await readFile(path, 'utf8').catch(() => undefined)) === generated[name]) continue;
    drifted.push(join(target, name));
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
