import { chmodSync, renameSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import type { JsonValue } from '@hoplite/tools';
import { verifies } from '@hoplite/test/requirements';
import { describe, expect, test } from 'vitest';
import { SearchBudget, type SearchLimits } from '../../src/agents/builtin/files/search-budget.ts';
import { searchFiles } from '../../src/agents/builtin/files/search.ts';
import { createBuiltinAgent } from '../../src/agents/builtin/index.ts';
import { systemClock, type Clock } from '../../src/ports/clock.ts';
import { turnWith } from './scripted-turn.ts';
import { folderWithASecret, makeFifo } from './temporary-folder.ts';

interface Found {
  readonly matches: readonly {
    readonly path: string;
    readonly bytes: number;
    readonly line?: number;
    readonly excerpt?: string;
  }[];
  readonly limits: readonly string[];
}

const answerTo = (filesRoot: string, input: JsonValue) =>
  createBuiltinAgent({ filesRoot }).run(turnWith({ skill: 'files.search', input }));

const search = async (root: string, input: JsonValue): Promise<Found> => {
  const answer = await answerTo(root, input);
  if (answer.kind !== 'done') throw new Error(answer.detail);
  return answer.result as unknown as Found;
};

const pathsOf = async (root: string, input: JsonValue) => (await search(root, input)).matches.map(({ path }) => path);

const GENEROUS: SearchLimits = {
  results: 100,
  depth: 10,
  entries: 1000,
  fileBytes: 1000,
  totalBytes: 10_000,
  milliseconds: 60_000,
};

const within = async (root: string, limits: Partial<SearchLimits>, content?: string, clock: Clock = systemClock) => {
  const budget = new SearchBudget({ ...GENEROUS, ...limits }, clock);
  const query = { under: '.', ...(content === undefined ? {} : { content }) };
  const matches = await searchFiles(root, query, budget, new AbortController().signal);
  return { paths: matches.map(({ path }) => path), reached: budget.reached };
};

describe('files.search', () => {
  test('finds files by part of the name or by a pattern, in any case and any folder', async () => {
    const { root, write } = folderWithASecret();
    for (const path of ['Notes.md', 'a/notes.txt', 'a/b/other.md', 'a/b/c/note']) write(path, 'x');
    expect(await pathsOf(root, { name: 'NOTE' })).toEqual(['Notes.md', 'a/b/c/note', 'a/notes.txt']);
    expect(await pathsOf(root, { name: '*.md' })).toEqual(['Notes.md', 'a/b/other.md']);
    expect(await pathsOf(root, { name: '*.md', under: 'a' })).toEqual(['a/b/other.md']);
    expect(await pathsOf(root, { name: 'nothing' })).toEqual([]);
  });

  test('finds files by what is in them, with the line', async () => {
    const { root, write } = folderWithASecret();
    write('a.txt', 'one\ntwo\n  The Budget is 5\n');
    write('b.txt', 'nothing');
    write('c.bin', Buffer.from('budget\0'));
    const { matches } = await search(root, { content: 'budget' });
    expect(matches).toMatchObject([{ path: 'a.txt', bytes: 26, line: 3, excerpt: 'The Budget is 5' }]);
    expect(await pathsOf(root, { content: 'budget', name: 'b*' })).toEqual([]);
  });

  test('shows a short excerpt of an endless line', async () => {
    const { root, write } = folderWithASecret();
    write('a.txt', `${'😀'.repeat(20_001)}needle${'y'.repeat(100_000)}`);
    const [match] = (await search(root, { content: 'needle' })).matches;
    expect(match?.excerpt).toContain('needle');
    expect(match?.excerpt?.length).toBeLessThanOrEqual(200);
    expect(match?.excerpt?.isWellFormed()).toBe(true);
  });

  test('is asked in words too', async () => {
    const { root, write } = folderWithASecret();
    write('notes.txt', '');
    const agent = createBuiltinAgent({ filesRoot: root });
    for (const brief of ['find files named notes', 'search for the file "notes.txt"', 'files.search *.txt']) {
      expect(await agent.run(turnWith(brief))).toMatchObject({ result: { matches: [{ path: 'notes.txt' }] } });
    }
  });

  test('says how to open a folder when none is configured', async () => {
    const answer = await createBuiltinAgent().run(turnWith('find files named x'));
    expect(answer.kind === 'refuse' && answer.detail).toContain('"agent.filesRoot"');
  });

  test('finds nothing outside: neither by `under` nor by links', async () => {
    verifies('node.builtin.files-confined');
    const { outside, root, write } = folderWithASecret();
    write('inside.txt', 'the secret is elsewhere');
    symlinkSync(outside, join(root, 'folder'));
    symlinkSync(join(outside, 'secret.txt'), join(root, 'secret-link.txt'));
    symlinkSync('.', join(root, 'circle'));
    expect(await pathsOf(root, { content: 'secret' })).toEqual(['inside.txt']);
    expect(await pathsOf(root, { name: 'secret' })).toEqual([]);
    for (const under of ['..', '/', 'a/../..', 'folder', 'nowhere', 'inside.txt']) {
      expect(await answerTo(root, { name: 'secret', under })).toMatchObject({ reason: 'agent_refused' });
    }
  });

  test('passes over pipes and what may not be read', async () => {
    const { root, write } = folderWithASecret();
    write('a.txt', 'needle');
    write('closed/b.txt', 'needle');
    makeFifo(join(root, 'pipe'));
    chmodSync(join(root, 'closed'), 0);
    const paths = await pathsOf(root, { content: 'needle' });
    chmodSync(join(root, 'closed'), 0o700);
    expect(paths).toContain('a.txt');
    expect(await pathsOf(root, { name: 'pipe' })).toEqual([]);
  });

  test('refuses a query for nothing, or for a path', async () => {
    const { root } = folderWithASecret();
    expect(await answerTo(root, {})).toMatchObject({ reason: 'agent_refused' });
    expect(await answerTo(root, { name: 'a/b' })).toMatchObject({
      detail: expect.stringContaining('at name') as string,
    });
    expect(await answerTo(root, { name: 'a', limit: 201 })).toMatchObject({
      detail: expect.stringContaining('at limit') as string,
    });
  });
});

test('files.search never looks outside while someone swaps a folder for a link', async () => {
  verifies('node.builtin.files-confined');
  const { outside, root, write } = folderWithASecret();
  write('a/secret.txt', 'harmless');
  symlinkSync(outside, join(root, 'trap'));
  let swapping = true;
  const swapper = (async () => {
    while (swapping) {
      renameSync(join(root, 'a'), join(root, 'b'));
      renameSync(join(root, 'trap'), join(root, 'a'));
      await breathe();
      renameSync(join(root, 'a'), join(root, 'trap'));
      renameSync(join(root, 'b'), join(root, 'a'));
      await breathe();
    }
  })();
  for (let round = 0; round < 500; round += 1) {
    expect(await pathsOf(root, { content: 'the secret' })).toEqual([]);
    for (const match of (await search(root, { name: 'secret' })).matches) expect(match.bytes).toBe(8);
  }
  swapping = false;
  await swapper;
});

describe('a search says which limit kept it from seeing everything', () => {
  const three = () => {
    const folder = folderWithASecret();
    for (const path of ['1', '2', '3']) folder.write(path, 'needle');
    return folder;
  };

  test('and none if it has seen everything', async () => {
    expect(await within(three().root, { results: 3, entries: 3 })).toEqual({ paths: ['1', '2', '3'], reached: [] });
  });

  test('results', async () => {
    const { paths, reached } = await within(three().root, { results: 2 });
    expect(paths).toHaveLength(2);
    expect(reached).toEqual(['results']);
  });

  test('entries, also of links and pipes', async () => {
    const { root } = three();
    for (let index = 0; index < 20; index += 1) symlinkSync('1', join(root, `link${index}`));
    const { reached } = await within(root, { entries: 22 });
    expect(reached).toEqual(['entries']);
    expect((await within(root, { entries: 23 })).reached).toEqual([]);
  });

  test('depth', async () => {
    const { root, write } = folderWithASecret();
    write('a/b/c/file', '');
    expect(await within(root, { depth: 2 })).toEqual({ paths: [], reached: ['depth'] });
    expect(await within(root, { depth: 3 })).toEqual({ paths: ['a/b/c/file'], reached: [] });
  });

  test('the bytes of one file', async () => {
    const { root, write } = folderWithASecret();
    write('a', `${'x'.repeat(1000)}needle`);
    truncateSync(join(root, 'a'), 2 ** 40);
    expect(await within(root, {}, 'needle')).toEqual({ paths: [], reached: ['fileBytes'] });
  });

  test('the bytes of all files', async () => {
    const { paths, reached } = await within(three().root, { totalBytes: 12 }, 'needle');
    expect(paths).toHaveLength(2);
    expect(reached).toEqual(['totalBytes']);
  });

  test('time', async () => {
    let now = 0;
    const clock: Clock = { now: () => (now += 10), after: () => ({ clear: () => {} }), soon: setImmediate };
    const { paths, reached } = await within(three().root, { milliseconds: 25 }, undefined, clock);
    expect(paths).toHaveLength(2);
    expect(reached).toEqual(['milliseconds']);
  });
});

test('a search ends when its turn is aborted', async () => {
  const { root, write } = folderWithASecret();
  for (let index = 0; index < 20; index += 1) write(String(index), 'x');
  const abort = new AbortController();
  let looks = 0;
  const clock: Clock = {
    now: () => {
      looks += 1;
      if (looks === 5) abort.abort(new Error('halted'));
      return 0;
    },
    after: () => ({ clear: () => {} }),
    soon: setImmediate,
  };
  const budget = new SearchBudget(GENEROUS, clock);
  await expect(searchFiles(root, { under: '.', content: 'x' }, budget, abort.signal)).rejects.toThrow('halted');
  expect(looks).toBe(5);
});
