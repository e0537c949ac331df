import type { JobOptions, PostOptions } from '@hoplite/node';
import type { Scope } from '../scope.ts';
import type { At, Verbs } from './verbs.ts';

interface Given {
  readonly credit?: number | string;
  readonly maxDepth?: number | string;
  readonly timeoutMs?: number | string;
}

/** What begins jobs. */
export const jobVerbs: Pick<Verbs, 'delegate' | 'send' | 'post' | 'ask'> = {
  delegate: async ({ delegate: { from, to, brief, ...options } }, at, signal) => {
    const { scope } = at;
    return nodeOf(at, from).delegate(scope.word(to), scope.json(brief), optionsOf(scope, options, signal));
  },

  send: async ({ send: { from, to, text, ...options } }, at, signal) => {
    const { scope } = at;
    return nodeOf(at, from).send(scope.word(to), scope.text(text), optionsOf(scope, options, signal));
  },

  post: async ({ post: { from, room = 'lobby', text, wake, ...options } }, at, signal) => {
    const { scope } = at;
    const woken = wake === undefined || wake === 'everyone' ? wake : scope.words(wake);
    const all: PostOptions = { ...optionsOf(scope, options, signal), ...(woken === undefined ? {} : { wake: woken }) };
    const result = await nodeOf(at, from).post(scope.word(room), scope.text(text), all);
    return result.ok ? { ok: true, ...result.value } : result;
  },

  ask: async ({ ask: { from, to, via, brief, ...options } }, at, signal) => {
    const { scope } = at;
    return begin(at, scope.word(from), scope.word(to), scope.word(via), brief, optionsOf(scope, options, signal));
  },
};

/** Begins a job by whichever channel, and gives it as it is when that is answered. */
async function begin(
  { stage: { world }, scope }: At,
  from: string,
  to: string,
  via: string,
  brief: Parameters<Scope['json']>[0],
  options: JobOptions,
): Promise<unknown> {
  const node = world.node(from);
  const said = scope.json(brief);
  const text = typeof said === 'string' ? said : JSON.stringify(said);
  if (via === 'task') return node.job((await node.delegate(to, said, options)).jobId);
  if (via === 'session') return node.job((await node.send(to, text, options)).jobId);
  const post = await node.post('lobby', text, { ...options, wake: [to] });
  return post.ok ? node.job(post.value.jobId) : post;
}

function nodeOf({ stage, scope }: At, name: string): ReturnType<typeof stage.world.node> {
  return stage.world.node(scope.word(name));
}

function optionsOf(scope: Scope, { credit, maxDepth, timeoutMs }: Given, signal: AbortSignal): JobOptions {
  return {
    signal,
    ...(credit === undefined ? {} : { credit: scope.number(credit) }),
    ...(maxDepth === undefined ? {} : { maxDepth: scope.number(maxDepth) }),
    ...(timeoutMs === undefined ? {} : { timeoutMs: scope.number(timeoutMs) }),
  };
}
