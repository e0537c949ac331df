import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { verifies } from '../test/requirements.ts';

verifies('workspace.ci');

/** Runs `.ci/run` in a package of its own, whose check and test are these shell commands. */
function ci(check: string, tests: string): { status: number | null; lines: string[] } {
  const home = mkdtempSync(join(tmpdir(), 'hoplite-ci-'));
  onTestFinished(() => {
    rmSync(home, { recursive: true });
  });
  cpSync(join(import.meta.dirname, '../.ci/run'), join(home, '.ci/run'));
  writeFileSync(join(home, 'package.json'), JSON.stringify({ scripts: { check, test: tests } }));
  const { status, stdout } = spawnSync(join(home, '.ci/run'), { cwd: tmpdir(), encoding: 'utf8' });
  return { status, lines: stdout.trim().split('\n') };
}

test('runs the check, then the tests, from any folder, and ends with the line of the tests', () => {
  const { status, lines } = ci('echo checked', 'echo 3 passed, 0 failed');
  expect(status).toBe(0);
  expect(lines).toContain('checked');
  expect(lines.at(-1)).toBe('3 passed, 0 failed');
});

test('fails when the check fails or the tests do', () => {
  expect(ci('exit 1', 'echo 3 passed, 0 failed').status).not.toBe(0);
  expect(ci('echo checked', 'echo 2 passed, 1 failed; exit 1').status).not.toBe(0);
});
