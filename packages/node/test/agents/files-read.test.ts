import { linkSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, truncateSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import type { JsonValue } from '@hoplite/tools';
import { verifies } from '@hoplite/test/requirements';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createBuiltinAgent } from '../../src/agents/builtin/index.ts';
import { turnWith } from './scripted-turn.ts';
import { folderWithASecret, makeFifo } from './temporary-folder.ts';

const read = (filesRoot: string, input: JsonValue) =>
  createBuiltinAgent({ filesRoot }).run(turnWith({ skill: 'files.read', input }));

const refusalOf = async (root: string, path: string): Promise<string> => {
  const answer = await read(root, { path });
  if (answer.kind !== 'refuse') throw new Error(`read ${JSON.stringify(answer.result)}`);
  expect(answer.reason).toBe('agent_refused');
  expect(answer.detail).not.toContain(root);
  return answer.detail;
};

describe('files.read', () => {
  test('reads a text file', async () => {
    const { root, write } = folderWithASecret();
    write('notes/today.md', '# héllo\n');
    expect(await read(root, { path: 'notes/today.md' })).toEqual({
      kind: 'done',
      result: { path: 'notes/today.md', size: 9, offset: 0, bytes: 9, encoding: 'utf-8', content: '# héllo\n' },
    });
  });

  test('is asked in words too', async () => {
    const { root, write } = folderWithASecret();
    write('a b.txt', 'x');
    const agent = createBuiltinAgent({ filesRoot: root });
    for (const brief of ['read file "a b.txt"', 'files.read a b.txt', 'cat the file a b.txt']) {
      expect(await agent.run(turnWith(brief))).toMatchObject({ kind: 'done', result: { content: 'x' } });
    }
  });

  test('says how to open a folder when none is configured', async () => {
    const answer = await createBuiltinAgent().run(turnWith({ skill: 'files.read', input: { path: 'x' } }));
    expect(answer).toMatchObject({ kind: 'refuse', reason: 'agent_refused' });
    expect(answer.kind === 'refuse' && answer.detail).toContain('"agent.filesRoot"');
  });

  test('says when the configured folder is not there', async () => {
    const { outside } = folderWithASecret();
    expect(await refusalOf(join(outside, 'nowhere'), 'x')).toContain('does not exist');
  });

  test('reads piece by piece and never breaks a character', async () => {
    const { root, write } = folderWithASecret();
    const text = 'ä€😀'.repeat(1000);
    write('long.txt', text);
    let whole = '';
    let next: number | undefined = 0;
    for (let pieces = 0; next !== undefined && pieces < 2000; pieces += 1) {
      const answer = await read(root, { path: 'long.txt', offset: next, length: 100 });
      if (answer.kind !== 'done') throw new Error(answer.detail);
      const piece = answer.result as { content: string; encoding: string; next?: number };
      expect(piece.encoding).toBe('utf-8');
      whole += piece.content;
      next = piece.next;
    }
    expect(whole).toBe(text);
  });

  test('answers a binary file as base64, and refuses it as text', async () => {
    const { root, write } = folderWithASecret();
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    write('image.bin', bytes);
    expect(await read(root, { path: 'image.bin' })).toMatchObject({
      kind: 'done',
      result: { encoding: 'base64', content: Buffer.from(bytes).toString('base64') },
    });
    const asText = await read(root, { path: 'image.bin', encoding: 'utf-8' });
    expect(asText).toMatchObject({ kind: 'refuse', reason: 'agent_refused' });
  });

  test('answers text as base64 when asked to', async () => {
    const { root, write } = folderWithASecret();
    write('a.txt', 'hello');
    expect(await read(root, { path: 'a.txt', encoding: 'base64' })).toMatchObject({
      kind: 'done',
      result: { encoding: 'base64', content: 'aGVsbG8=' },
    });
  });

  test('reads a bounded piece of a huge file, at its beginning and far behind', async () => {
    const { root, write } = folderWithASecret();
    const size = 2 ** 40;
    write('huge', 'begin');
    truncateSync(join(root, 'huge'), size);
    const begin = await read(root, { path: 'huge', length: 256 * 1024 });
    expect(begin).toMatchObject({ kind: 'done', result: { size, bytes: 256 * 1024, next: 256 * 1024 } });
    const answer = await read(root, { path: 'huge', offset: size - 5, length: 1000 });
    expect(answer).toMatchObject({ kind: 'done', result: { bytes: 5 } });
    expect(answer.kind === 'done' && answer.result).not.toHaveProperty('next');
    expect(await read(root, { path: 'huge', length: 256 * 1024 + 1 })).toMatchObject({ reason: 'agent_refused' });
  });

  test.each([0, 10, Number.MAX_SAFE_INTEGER])('answers nothing behind the end, at %d', async (offset) => {
    const { root, write } = folderWithASecret();
    write('empty', '');
    expect(await read(root, { path: 'empty', offset })).toMatchObject({
      kind: 'done',
      result: { bytes: 0, content: '', encoding: 'utf-8' },
    });
  });

  test.each(['../secret.txt', 'a/../../secret.txt', '..', '/etc/passwd', 'a/..', '..\\secret.txt', 'a\0b', ''])(
    'refuses the path %j',
    async (path) => {
      verifies('node.builtin.files-confined');
      const { root, write } = folderWithASecret();
      write('a/b', '');
      expect(await refusalOf(root, path)).toContain('must');
    },
  );

  test('refuses the absolute path of a file inside, too', async () => {
    const { root, write } = folderWithASecret();
    write('a', '');
    const answer = await read(root, { path: join(root, 'a') });
    expect(answer).toMatchObject({ kind: 'refuse' });
  });

  test('refuses links that lead out: to a file, to a folder, along a chain, relative or absolute', async () => {
    verifies('node.builtin.files-confined');
    const { outside, root, write } = folderWithASecret();
    write('deep/er/x', '');
    symlinkSync(join(outside, 'secret.txt'), join(root, 'absolute'));
    symlinkSync('../secret.txt', join(root, 'relative'));
    symlinkSync(outside, join(root, 'folder'));
    symlinkSync('absolute', join(root, 'chain'));
    symlinkSync('../../../secret.txt', join(root, 'deep/er/up'));
    symlinkSync('/proc/self/environ', join(root, 'environment'));
    symlinkSync('/proc/self/root/etc/passwd', join(root, 'magic'));
    for (const path of ['absolute', 'relative', 'folder/secret.txt', 'chain', 'deep/er/up', 'environment', 'magic']) {
      expect(await refusalOf(root, path)).toContain('leads out of the configured root');
    }
  });

  test('does not take a sibling whose name begins like the root for the root', async () => {
    const { outside, root } = folderWithASecret();
    mkdirSync(join(outside, 'root-too'));
    renameSync(join(outside, 'secret.txt'), join(outside, 'root-too/secret.txt'));
    symlinkSync('../root-too', join(root, 'sibling'));
    expect(await refusalOf(root, 'sibling/secret.txt')).toContain('leads out');
  });

  test('refuses a link that leads nowhere or round in circles', async () => {
    const { root } = folderWithASecret();
    symlinkSync('nowhere', join(root, 'dangling'));
    symlinkSync('circle', join(root, 'circle'));
    expect(await refusalOf(root, 'dangling')).toContain('does not exist');
    await refusalOf(root, 'circle');
  });

  test('follows a link to what is inside, and a root that is itself a link', async () => {
    const { outside, root, write } = folderWithASecret();
    write('real/a.txt', 'inside');
    symlinkSync('real', join(root, 'alias'));
    symlinkSync('root', join(outside, 'alias-of-root'));
    expect(await read(join(outside, 'alias-of-root'), { path: 'alias/a.txt' })).toMatchObject({
      kind: 'done',
      result: { path: 'real/a.txt', content: 'inside' },
    });
  });

  test('reads a hard link: whoever made it inside the root has opened the file', async () => {
    const { outside, root } = folderWithASecret();
    linkSync(join(outside, 'secret.txt'), join(root, 'shared'));
    expect(await read(root, { path: 'shared' })).toMatchObject({ kind: 'done', result: { content: 'the secret' } });
  });

  test('refuses what is no regular file, without waiting for it', async () => {
    verifies('node.builtin.files-confined');
    const { root, write } = folderWithASecret();
    write('folder/x', '');
    makeFifo(join(root, 'pipe'));
    const server = createServer().listen(join(root, 'socket'));
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    symlinkSync('/dev/zero', join(root, 'device'));
    for (const path of ['folder', '.', 'pipe', 'socket']) {
      expect(await refusalOf(root, path)).toContain('is not a regular file');
    }
    expect(await refusalOf(root, 'device')).toContain('leads out');
    expect(await refusalOf('/dev', 'zero')).toContain('is not a regular file');
  });

  test('never reads outside while someone swaps a folder for a link', async () => {
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
    let good = 0;
    for (let round = 0; round < 1500; round += 1) {
      const answer = await read(root, { path: 'a/secret.txt' });
      if (answer.kind === 'done') {
        expect(answer.result).toMatchObject({ content: 'harmless' });
        good += 1;
      }
    }
    swapping = false;
    await swapper;
    expect(good).toBeGreaterThan(0);
  });

  test('never waits or reads outside while someone swaps the file for a pipe or a link', async () => {
    const { root, write } = folderWithASecret();
    write('keep', 'harmless');
    let swapping = true;
    const swapper = (async () => {
      for (let round = 0; swapping; round += 1) {
        const path = join(root, 'a');
        rmSync(path, { force: true });
        if (round % 3 === 0) linkSync(join(root, 'keep'), path);
        else if (round % 3 === 1) symlinkSync('../secret.txt', path);
        else makeFifo(path);
        await breathe();
      }
    })();
    for (let round = 0; round < 120; round += 1) {
      const answer = await read(root, { path: 'a' });
      if (answer.kind === 'done') expect(answer.result).toMatchObject({ content: 'harmless' });
    }
    swapping = false;
    await swapper;
  });

  test('closes what it opened, however it ends', async () => {
    const { root, write } = folderWithASecret();
    write('a', Buffer.alloc(1000, 0));
    const before = openFiles();
    for (let round = 0; round < 50; round += 1) {
      await read(root, { path: 'a' });
      await read(root, { path: 'a', encoding: 'utf-8' });
      await read(root, { path: '.' });
    }
    expect(openFiles()).toBeLessThanOrEqual(before + 2);
  });
});

function openFiles(): number {
  return readdirSync('/proc/self/fd').length;
}
