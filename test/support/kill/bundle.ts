import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Vite } from 'vitest/node';

/**
 * Makes one file of a program and all that it imports: from more than a thousand files a node starts three times slower,
 * and here it starts hundreds of times.
 *
 * @returns the path of the file
 */
export async function bundle(program: string, directory: string): Promise<string> {
  const ofVitest = createRequire(createRequire(import.meta.url).resolve('vitest/package.json'));
  const { build } = (await import(ofVitest.resolve('vite'))) as typeof Vite;
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: {
      ssr: program,
      outDir: directory,
      emptyOutDir: false,
      target: 'node22',
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'program.mjs', codeSplitting: false } },
    },
  });
  return join(directory, 'program.mjs');
}
