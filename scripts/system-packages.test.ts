import { expect, test } from 'vitest';
import { missingPackages, testPackages } from './system-packages.ts';

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

test('the tests get a browser, and what a LAN is built with', () => {
  const commands = testPackages.flatMap((one) => one.commands);
  expect(commands).toEqual(expect.arrayContaining(['chromium', 'ip', 'tc']));
  // On this machine they are there once the tests have been set up; elsewhere they are missing by these names.
  expect(missingPackages(testPackages, '/nowhere')).toContain('chromium');
});
