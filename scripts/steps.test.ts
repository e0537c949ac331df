import { expect, test } from 'vitest';
import { verifies } from '../test/requirements.ts';
import { runSteps } from './steps.ts';

verifies('workspace.check');

const good = () => Promise.resolve({ ok: true, output: '' });
const bad = () => Promise.resolve({ ok: false, output: 'line 3 is wrong\n' });

test('all steps run and are printed although one fails, and the whole has failed', async () => {
  const printed: string[] = [];
  expect(await runSteps({ lint: bad, types: good }, (text) => printed.push(text))).toBe(false);
  expect(printed.join('')).toMatch(/^FAILED lint +\d+\.\d s\nline 3 is wrong\nok +types +\d+\.\d s\n$/);
});

test('a step that throws has failed, and says why', async () => {
  const printed: string[] = [];
  const broken = () => Promise.reject(new Error('no such program'));
  expect(await runSteps({ broken, types: good }, (text) => printed.push(text))).toBe(false);
  expect(printed.join('')).toContain('no such program');
});

test('the whole succeeds when every step does', async () => {
  expect(await runSteps({ lint: good, types: good }, () => undefined)).toBe(true);
});
