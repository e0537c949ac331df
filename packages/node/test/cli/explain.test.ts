import { verifies } from '@hoplite/test/requirements';
import { expect, test } from 'vitest';
import type { Explanation, HopliteNode } from '../../src/sdk.ts';
import { withNode } from './with-node.ts';

verifies('node.cli.json', 'node.cli.exit-codes', 'node.cli.explain');

const explanation: Explanation = {
  id: 'message-3f2a91c0',
  kind: 'message',
  jobId: 'job-1',
  happened: 'beta\u001B[2J refused it',
  brake: 'cycle',
  reason: 'cannot: cycle',
  saw: ['alpha is on the chain,\nas the first', 'it is addressed to alpha'],
  path: ['alpha', 'be\u0007ta', 'alpha'],
  advice: 'Have the peer answer instead.',
};

const script: Partial<HopliteNode> = {
  explain: (id) => (id === explanation.id ? explanation : undefined),
  idsLike: (part) => [explanation.id, 'unexplained'].filter((id) => id.endsWith(part) || id.startsWith(part)),
};

test('explain says what happened, which brake, what it saw and what to do', async () => {
  const hoplite = await withNode(script);
  const { code, out } = await hoplite(['explain', '3f2a91c0']);
  expect(code).toBe(0);
  expect(out).toBe(
    'message message-3f2a91c0 of job job-1\n' +
      '  happened  beta refused it\n' +
      '  why       cannot: cycle, brake cycle\n' +
      '  it saw    alpha is on the chain, as the first\n' +
      '            it is addressed to alpha\n' +
      '  path      alpha → beta → alpha\n' +
      '  do        Have the peer answer instead.\n',
  );
  expect((await hoplite(['explain', 'message-', '--json'])).json()).toEqual(explanation);
});

test('explain of a job that went well is short', async () => {
  const fine: Explanation = {
    id: 'job-1',
    kind: 'job',
    jobId: 'job-1',
    happened: 'It is done.',
    saw: [],
    path: [],
    advice: 'Nothing.',
  };
  const hoplite = await withNode({ explain: () => fine });
  expect((await hoplite(['explain', 'job-1'])).out).toBe('job job-1\n  happened  It is done.\n  do        Nothing.\n');
});

test('explain of what is not known ends with 1, and says where to look', async () => {
  const { code, out, err } = await (await withNode(script))(['explain', 'none']);
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain('no message, job or item of the inbox "none" is known here: try it on a peer that took part');
});

test.each([110, 128, 160])('explain takes an ID of %d characters', async (length) => {
  const id = 'é/'.repeat(length / 2);
  const hoplite = await withNode({ explain: (whole) => (whole === id ? { ...explanation, id } : undefined) });
  expect((await hoplite(['explain', id, '--json'])).json()).toMatchObject({ id });
  const none = await hoplite(['explain', id.replace('é', 'e')]);
  expect(none).toMatchObject({ code: 1, out: '' });
  expect(none.err).toMatch(/^hoplite: no message, job or item of the inbox ".*" is known here/);
});

test.each([161, 2000])('explain of %d characters, more than an ID has, says that', async (length) => {
  const { code, out, err } = await (await withNode(script))(['explain', 'x'.repeat(length)]);
  expect([code, out, err]).toEqual([2, '', 'hoplite: part: has more than 160 characters\n']);
});

test.each([[['explain', '']], [['jobs', '']], [['jobs', '', '--watch']], [['inbox', 'show', '']], [['halt', '']]])(
  '%j: the ID is empty',
  async (args) => {
    const { code, out, err } = await (await withNode(script))(args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toBe('hoplite: the ID is empty: give the whole ID, or its beginning or end\n');
  },
);

test.each([[['explain']], [['explain', 'a', 'b']], [['explain', '']]])('%j is wrong usage', async (args) => {
  expect(await (await withNode(script))(args)).toMatchObject({ code: 2, out: '' });
});
