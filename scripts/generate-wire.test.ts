import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { verifies } from '../test/requirements.ts';
import { fitDeclarations, generateWire } from './generate-wire.ts';

verifies('p2p.wire.generated');

test('the codec in packages/p2p is what the protos say', async () => {
  expect(await generateWire({ check: true })).toEqual([]);
});

test('drift is named, and mended by generating', async () => {
  const into = mkdtempSync(join(tmpdir(), 'hoplite-gen-'));
  onTestFinished(() => {
    rmSync(into, { recursive: true });
  });
  expect(await generateWire({ check: false, into })).toHaveLength(2);
  appendFileSync(join(into, 'hoplite.js'), '// by hand\n');
  expect(await generateWire({ check: true, into })).toEqual([expect.stringMatching(/hoplite\.js$/)]);
  await generateWire({ check: false, into });
  expect(await generateWire({ check: true, into })).toEqual([]);
});

test('a field of 64 bits is refused', () => {
  expect(() => fitDeclarations('import Long = require("long");\n  at?: (number|Long|null);\n')).toThrow('64-bit');
});

test('a field that may be null may be undefined', () => {
  expect(fitDeclarations('import Long = require("long");\n  id?: (string|null);\n')).toBe(
    '  id?: (string|null|undefined);\n',
  );
});
