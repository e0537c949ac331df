import { readFile, readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { existsSync } from 'node:fs';
import { MAX_HOP_DEPTH, REASONS } from '@hoplite/p2p';
import { expect, test } from 'vitest';
import { verifies } from './requirements.ts';

const ROOT = join(import.meta.dirname, '..');

async function pages(): Promise<{ readonly file: string; readonly text: string }[]> {
  const docs = await readdir(join(ROOT, 'docs'), { recursive: true });
  const files = ['README.md', ...docs.filter((name) => name.endsWith('.md')).map((name) => join('docs', name))];
  return Promise.all(files.map(async (file) => ({ file, text: await readFile(join(ROOT, file), 'utf8') })));
}

test('the pages that a newcomer and an implementer need are there', async () => {
  verifies('docs.readme', 'docs.pages');
  const all = await pages();
  const files = all.map(({ file }) => file);
  for (const page of ['architecture', 'wire', 'stop-reasons', 'security']) {
    expect(files).toContain(join('docs', `${page}.md`));
  }
  expect(files.filter((file) => file.startsWith(join('docs', 'decisions')))).not.toHaveLength(0);
  const readme = all.find(({ file }) => file === 'README.md')?.text ?? '';
  for (const words of ['npm start', 'npm test', 'hoplite up', 'hoplite invite', 'hoplite join', 'cannot: cycle']) {
    expect(readme).toContain(words);
  }
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
  const text = await readFile(join(ROOT, 'docs', 'stop-reasons.md'), 'utf8');
  expect(REASONS.filter((reason) => !text.includes(`\`${reason}\``))).toEqual([]);
});

test('every limit that the wire page names is the one in the code', async () => {
  const text = await readFile(join(ROOT, 'docs', 'wire.md'), 'utf8');
  expect(text).toContain(`MAX_HOP_DEPTH`);
  expect(text).toMatch(new RegExp(`MAX_HOP_DEPTH[^\\n]*\\b${MAX_HOP_DEPTH}\\b`));
});
