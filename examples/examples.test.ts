import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { verifies } from '../test/requirements.ts';

const WORKSPACE = resolve(import.meta.dirname, '..');

test('find-a-loop finds the loop, shows where it is stopped, and writes a report', () => {
  verifies('harness.examples');
  const directory = mkdtempSync(join(tmpdir(), 'hoplite-example-'));
  try {
    const { status, stdout, stderr } = spawnSync(
      join(WORKSPACE, 'node_modules/.bin/node'),
      [join(import.meta.dirname, 'find-a-loop/main.ts'), directory],
      { encoding: 'utf8', cwd: directory },
    );
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout).toMatch(/✕ .*refused: cannot: ping-pong/);
    expect(readFileSync(join(directory, 'report.html'), 'utf8')).toContain('A hub, a writer and a reviewer');
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
