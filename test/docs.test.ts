import { readFile, readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { existsSync } from 'node:fs';
import { REASONS } from '@hoplite/p2p';
import { describe, expect, test } from 'vitest';
import * as constants from '../packages/p2p/src/constants.ts';
import { verifies } from './requirements.ts';

const ROOT = join(import.meta.dirname, '..');

const page = (...path: readonly string[]): Promise<string> => readFile(join(ROOT, ...path), 'utf8');

async function pages(): Promise<{ readonly file: string; readonly text: string }[]> {
  const docs = await readdir(join(ROOT, 'docs'), { recursive: true });
  const files = ['README.md', ...docs.filter((name) => name.endsWith('.md')).map((name) => join('docs', name))];
  return Promise.all(files.map(async (file) => ({ file, text: await page(file) })));
}

test.each(['architecture', 'wire', 'stop-reasons', 'security', 'adding-a-channel', 'harness', 'ablation'])(
  'there is a page on %s',
  async (name) => {
    verifies('docs.pages');
    expect(await page('docs', `${name}.md`)).toMatch(/^# /);
  },
);

test.each([
  ['0001-libp2p-packages-and-names', '@libp2p/gossipsub'],
  ['0002-node-24-brought-by-the-workspace', 'Node 24'],
  ['0003-node-sqlite-wal-normal', 'synchronous=NORMAL'],
  ['0004-membership-by-network-key-and-hello', 'network key'],
])('decision %s is on record', async (name, subject) => {
  verifies('docs.pages');
  const text = await page('docs', 'decisions', `${name}.md`);
  expect(text).toContain(subject);
  for (const part of ['Context', 'Decision', 'Consequences']) {
    expect(text).toMatch(new RegExp(`^## ${part}$`, 'm'));
  }
});

describe('the README', async () => {
  verifies('docs.readme');
  const text = await page('README.md');
  const section = (title: string): string =>
    text.split(/^#{2,3} /m).find((part) => part.startsWith(`${title}\n`)) ?? '';

  test('gives the two commands, and the LAN in three', () => {
    expect(section('Two commands').match(/^npm \w+/gm)).toEqual(['npm start', 'npm test']);
    const commands = section('A LAN in three commands').match(/^hoplite \w+/gm);
    expect(commands).toEqual(['hoplite up', 'hoplite invite', 'hoplite join']);
  });

  test('names every reason for a stop that a peer of this version gives, and links the page of all', async () => {
    const reasons = section('Why a job stopped');
    expect(reasons).toContain('](docs/stop-reasons.md)');
    const explained = (await page('docs', 'stop-reasons.md')).split(/^### /m);
    const isReserved = (reason: string): boolean =>
      explained.some((part) => part.startsWith(`\`${reason}\``) && part.includes('Reserved'));
    expect(REASONS.filter((reason) => !reasons.includes(`\`${reason}\``) && !isReserved(reason))).toEqual([]);
  });

  test('says how it is secured, and what it does not do', () => {
    expect(section('How it is secured')).toContain('](docs/security.md)');
    expect(section('Honest limits').match(/^- /gm)?.length).toBeGreaterThanOrEqual(5);
  });
});

test('every link between pages leads somewhere', async () => {
  const broken: string[] = [];
  for (const { file, text } of await pages()) {
    for (const [, target = ''] of text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)) {
      const leads = /^[a-z]+:/.test(target) || existsSync(resolve(ROOT, dirname(file), target));
      if (!leads) broken.push(`${file}: ${target}`);
    }
  }
  expect(broken).toEqual([]);
});

test('every stop reason is explained, spelled exactly so', async () => {
  const text = await page('docs', 'stop-reasons.md');
  expect(REASONS.filter((reason) => !text.includes(`\`${reason}\``))).toEqual([]);
});

describe('the wire page', async () => {
  const text = await page('docs', 'wire.md');
  // A row of its table of limits is `| what (`NAME`) | 10,000 units, and a remark |`.
  const rows = [...text.matchAll(/^\|[^|]*\(`([A-Z_]+)`\)\s*\| (?<number>[\d,]+) ?(?<unit>h|s|MiB)?\b/gm)];
  const units: Readonly<Record<string, number>> = { h: 3_600_000, s: 1000, MiB: 1024 * 1024 };
  const named = rows.map(({ 1: name, groups: { number = '', unit = '' } = {} }) => [
    name,
    Number(number.replaceAll(',', '')) * (units[unit] ?? 1),
  ]);

  test('gives every limit the value that it has in the code', () => {
    const limits = Object.entries(constants).filter(([, value]) => typeof value === 'number');
    expect(limits).not.toHaveLength(0);
    expect(Object.fromEntries(named)).toEqual(Object.fromEntries(limits));
  });

  test.each(Object.entries(constants).filter(([, value]) => typeof value !== 'number'))('spells %s', (_, value) => {
    const spelled = value instanceof RegExp ? value.source.replace(/^\^|\$$/g, '') : String(value);
    expect(text).toContain(`\`${spelled}`);
  });
});
