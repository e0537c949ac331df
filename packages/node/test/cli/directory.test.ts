import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifies } from '@hoplite/test/requirements';
import { expect, test } from 'vitest';
import { directoryOf, nodeNames } from '../../src/cli/directory.ts';
import { temporaryDirectory } from '../api/running-api.ts';

verifies('node.cli.json', 'p2p.identity.data-directory');

function home(...names: readonly string[]): string {
  const directory = temporaryDirectory();
  for (const name of names) {
    mkdirSync(join(directory, '.hoplite', name), { recursive: true });
    writeFileSync(join(directory, '.hoplite', name, 'hoplite.json'), '{}');
  }
  return directory;
}

test('--dir comes first, then --name, then HOPLITE_DIR', () => {
  const environment = { env: { HOPLITE_DIR: '/from/env' }, home: '/home/ann' };
  expect(directoryOf({ dir: '/given', name: 'alpha' }, environment)).toBe('/given');
  expect(directoryOf({ name: 'alpha' }, environment)).toBe('/home/ann/.hoplite/alpha');
  expect(directoryOf({}, environment)).toBe('/from/env');
});

test('HOPLITE_HOME is where nodes are instead of ~/.hoplite', () => {
  expect(directoryOf({ name: 'alpha' }, { env: { HOPLITE_HOME: '/srv' }, home: '/home/ann' })).toBe('/srv/alpha');
});

test('the only node is the one that is meant; a folder without config is none', () => {
  const one = home('alpha');
  mkdirSync(join(one, '.hoplite', 'empty'));
  expect(directoryOf({}, { env: {}, home: one })).toBe(join(one, '.hoplite', 'alpha'));
});

test('of several, one has to be chosen, and they are named', () => {
  const two = home('beta', 'alpha');
  expect(nodeNames({ env: {}, home: two })).toEqual(['alpha', 'beta']);
  expect(() => directoryOf({}, { env: {}, home: two })).toThrow('several nodes (alpha, beta)');
});

test('where there is none, one is told how to make one', () => {
  expect(() => directoryOf({}, { env: {}, home: home() })).toThrow('hoplite init --name NAME');
});

test.each(['', '..', 'a/b', '../x', 'Alpha', '-a', 'x'.repeat(64)])('%j is no name', (name) => {
  expect(() => directoryOf({ name }, { env: {}, home: '/home/ann' })).toThrow('expected 1 to 63');
});
