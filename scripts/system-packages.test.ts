import { expect, test } from 'vitest';
import { missingPackages } from './system-packages.ts';

test('a package is missing when one of its commands is', () => {
  const packages = [
    { name: 'here', commands: ['sh'] },
    { name: 'half', commands: ['sh', 'no-such-command'] },
    { name: 'gone', commands: ['no-such-command'] },
  ];
  expect(missingPackages(packages)).toEqual(['half', 'gone']);
});

test('a PATH that is empty does not mean the current folder', () => {
  expect(missingPackages([{ name: 'readme', commands: ['package.json'] }], '')).toEqual(['readme']);
});
