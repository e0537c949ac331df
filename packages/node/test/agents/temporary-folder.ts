import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder `root` with a `secret.txt` beside it, both gone when the test is over. */
export function folderWithASecret() {
  const outside = mkdtempSync(join(tmpdir(), 'hoplite-files-'));
  onTestFinished(() => rmSync(outside, { recursive: true, force: true }));
  const root = join(outside, 'root');
  mkdirSync(root);
  writeFileSync(join(outside, 'secret.txt'), 'the secret');
  const write = (path: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  return { outside, root, write };
}

export function makeFifo(path: string): void {
  execFileSync('mkfifo', [path]);
}
