import { hostname } from 'node:os';
import type { JsonValue } from '@hoplite/tools';
import { verifies } from '@hoplite/test/requirements';
import { describe, expect, test } from 'vitest';
import { createBuiltinAgent } from '../../src/agents/builtin/index.ts';
import { ScriptedToolbox, turnWith } from './scripted-turn.ts';

const agent = createBuiltinAgent();
const SKILLS = ['echo', 'host.report', 'files.search', 'files.read', 'text.stats', 'relay', 'fanout'];

const answerTo = (brief: JsonValue) => agent.run(turnWith(brief));

const resultOf = async (brief: JsonValue): Promise<JsonValue> => {
  const answer = await answerTo(brief);
  if (answer.kind !== 'done') throw new Error(answer.detail);
  return answer.result;
};

const complaintAbout = async (brief: JsonValue): Promise<string> => {
  const answer = await answerTo(brief);
  if (answer.kind !== 'refuse') throw new Error(`answered ${JSON.stringify(answer.result)}`);
  expect(answer.reason).toBe('agent_refused');
  return answer.detail;
};

describe('the card of the builtin agent', () => {
  test('names every skill, within the limits of a card', () => {
    expect(agent.skills.map((skill) => skill.name)).toEqual(SKILLS);
    expect(agent.description.length).toBeLessThanOrEqual(500);
    for (const skill of agent.skills) expect(skill.description.length).toBeLessThanOrEqual(500);
  });

  test('does not claim that a turn can be run twice', () => {
    expect(agent.idempotent).toBe(false);
  });
});

describe('a brief', () => {
  test.each([
    ['an object', { skill: 'echo', input: 'hello' }],
    ['the same as JSON text', '{"skill":"echo","input":"hello"}'],
    ['JSON text after a mention', '@beta  {"skill":"echo","input":"hello"}'],
    ['words that begin with the skill', 'echo hello'],
    ['words with a colon', 'Echo: hello'],
    ['words after a mention', '@beta @gamma echo hello'],
    ['words that contain the skill', 'please use echo: hello'],
  ] as const)('may be %s', async (_, brief) => {
    verifies('node.builtin.structured-or-text');
    expect(await resultOf(brief)).toBe('hello');
  });

  test.each([
    'how is the host doing?',
    "how's the machine",
    'What is the load of this server?',
    'host.report',
    'run host.report, please',
    'run host.report.',
    'uptime',
    'how much disk space is left',
  ])('in words matches a skill: %s', async (brief) => {
    verifies('node.builtin.structured-or-text');
    expect(await resultOf(brief)).toMatchObject({ hostname: hostname() });
  });

  test('in words is found in other skills too', async () => {
    expect(await resultOf('count the words in: one two')).toMatchObject({ words: 2 });
    expect(await complaintAbout('find files named notes')).toContain('files.search has no folder');
    expect(await complaintAbout('read file notes.txt')).toContain('files.read has no folder');
  });

  test.each([
    '',
    '   ',
    'hello there',
    'an echoes chamber',
    'my-echo',
    'echo.io is nice',
    'use echo or text.stats',
    '{ not json',
    '[1]',
  ])('in words that fit no skill, or several, is refused with the list: %j', async (brief) => {
    verifies('node.builtin.unknown-skill');
    const detail = await complaintAbout(brief);
    for (const skill of SKILLS) expect(detail).toContain(skill);
  });

  test.each([[null], [1], [true], [[]], [[{ skill: 'echo' }]]])(
    'that is %j is refused with the list',
    async (brief) => {
      expect(await complaintAbout(brief)).toContain('Known skills: echo');
    },
  );

  test('for an unknown skill is refused with the list of known ones', async () => {
    verifies('node.builtin.unknown-skill');
    const detail = await complaintAbout({ skill: 'format.disk\n"x', input: {} });
    expect(detail).toContain('"format.disk\\n\\"x"');
    for (const skill of SKILLS) expect(detail).toContain(skill);
    expect(await complaintAbout({ skill: 'constructor' })).toContain('There is no skill');
  });

  test('with a wrong or missing key is refused and the key named', async () => {
    expect(await complaintAbout({ skill: 'echo', inputs: 1 })).toContain('"inputs"');
    expect(await complaintAbout({ input: 1 })).toContain('at skill');
    expect(await complaintAbout('{"skil": "echo"}')).toContain('at skill');
  });

  test('with an input that does not fit is refused and the field named', async () => {
    expect(await complaintAbout({ skill: 'host.report', input: { verbose: 1 } })).toMatch(/host\.report[^]*"verbose"/);
    expect(await complaintAbout({ skill: 'fanout', input: { to: ['b'], times: 0, brief: 'x' } })).toContain('at times');
    expect(await complaintAbout({ skill: 'relay', input: { path: 'beta', brief: 'x' } })).toContain('at path');
  });

  test('nested too deep is refused, as an object and as text', async () => {
    const deep = `{"skill":"echo","input":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(await complaintAbout(deep)).toContain('nested deeper');
    expect(await complaintAbout(JSON.parse(deep) as JsonValue)).toContain('nested deeper');
  });

  test('of a megabyte that fits nothing is refused quickly and in few words', async () => {
    expect((await complaintAbout('how is the '.repeat(80_000))).length).toBeLessThan(1100);
    expect((await complaintAbout({ skill: 'x'.repeat(900_000) })).length).toBeLessThan(1100);
    const keys = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`key${index}`, 1]));
    expect((await complaintAbout({ skill: 'host.report', input: keys })).length).toBeLessThan(1100);
  });

  test('for relay or fanout has to be structured', async () => {
    expect(await complaintAbout('relay to beta')).toContain('{"skill": "relay"');
  });
});

describe('echo', () => {
  test.each([['text'], [0], [false], [null], [[1, { a: null }]], [{ skill: 'x' }], ['']])(
    'answers with its input %j',
    async (input) => {
      verifies('node.builtin.basic-skills');
      expect(await resultOf({ skill: 'echo', input })).toEqual(input);
    },
  );

  test('keeps a long text as it is', async () => {
    const text = 'ä\n\t"'.repeat(50_000);
    expect(await resultOf(`echo ${text}x`)).toBe(`${text}x`);
  });
});

test('host.report says how the machine is', async () => {
  verifies('node.builtin.basic-skills');
  expect(await resultOf({ skill: 'host.report' })).toMatchObject({
    hostname: hostname(),
    platform: process.platform,
    uptimeSeconds: expect.any(Number) as number,
    cpus: { count: expect.any(Number) as number },
    load: { oneMinute: expect.any(Number) as number },
    memory: { totalBytes: expect.any(Number) as number, freeBytes: expect.any(Number) as number },
    disk: { path: '/', totalBytes: expect.any(Number) as number, availableBytes: expect.any(Number) as number },
  });
});

describe('an abort', () => {
  test('ends a turn at once, though the tool it waits for never answers', async () => {
    const abort = new AbortController();
    const tools = new ScriptedToolbox({ delegate_task: () => new Promise(() => {}) });
    const brief = { skill: 'relay', input: { path: ['beta'], brief: 'echo x' } };
    const answer = agent.run(turnWith(brief, { tools, signal: abort.signal }));
    setTimeout(() => abort.abort(new Error('halted by alpha')), 10);
    expect(await answer).toEqual({
      kind: 'refuse',
      reason: 'cancelled',
      detail: 'The turn was ended: halted by alpha.',
    });
  });

  test('before the turn keeps it from doing anything', async () => {
    const tools = new ScriptedToolbox();
    const brief = { skill: 'fanout', input: { to: ['beta'], brief: 'echo x' } };
    const answer = await agent.run(turnWith(brief, { tools, signal: AbortSignal.abort() }));
    expect(answer).toMatchObject({ kind: 'refuse', reason: 'cancelled' });
    expect(tools.calls).toEqual([]);
  });
});

test('a failure of the node underneath is not hidden as a refusal', async () => {
  const tools = new ScriptedToolbox();
  await expect(agent.run(turnWith({ skill: 'fanout', input: { to: ['b'], brief: 'x' } }, { tools }))).rejects.toThrow(
    'nothing is scripted',
  );
});
