import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readPrivateFile, writePrivateFile } from './private-file.ts';

const nodeFile = z.object({
  pid: z.int().positive(),
  /** Where its HTTP API listens: `http://127.0.0.1:PORT`. */
  http: z.url({ protocol: /^http$/ }),
  peerId: z.string(),
  name: z.string(),
});

/** What a running node says of itself in `node.json` of its data directory, for the command line to find it. */
export type NodeFile = Readonly<z.output<typeof nodeFile>>;

function fileIn(directory: string): string {
  return join(directory, 'node.json');
}

export function publishNodeFile(directory: string, file: NodeFile): void {
  writePrivateFile(fileIn(directory), `${JSON.stringify(file)}\n`);
}

/**
 * @returns undefined when no node has published itself; one that was killed may still stand there
 * @throws {PrivateFileError} when others may read the file
 */
export function readNodeFile(directory: string): NodeFile | undefined {
  const text = readPrivateFile(fileIn(directory));
  if (text === undefined) return undefined;
  try {
    return nodeFile.parse(JSON.parse(text));
  } catch {
    return undefined; // Of another version, or by another program: no node that we could talk to.
  }
}

export function removeNodeFile(directory: string): void {
  rmSync(fileIn(directory), { force: true });
}
