import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Agent, AgentTurn, JobReport } from '@hoplite/node';
import { generateNetworkKey, storeNetworkKey, type Refusal } from '@hoplite/p2p';
import type { ToolResult } from '@hoplite/tools';
import { describe, expect, test } from 'vitest';
import { verifies } from './requirements.ts';
import { agentOf, Cluster, done } from './support/cluster.ts';
import { bundle } from './support/kill/bundle.ts';

/** Handles one message at a time; asks whom its brief names when all have begun, and answers anything else. */
function serialAgent(results: ToolResult[], allHaveBegun: () => Promise<void>): Agent {
  return {
    ...agentOf(async ({ brief, tools }) => {
      if (typeof brief !== 'object' || brief === null || !('ask' in brief)) return done('answered');
      await allHaveBegun();
      const result = await tools.call('delegate_task', { peer: brief['ask'] ?? '', brief: 'your part?' });
      results.push(result);
      return done(result.ok ? 'answered' : result.refusal.reason);
    }),
    serial: true,
  };
}

/** Resolves for everyone when `count` have come. */
function barrier(count: number): () => Promise<void> {
  const all = Promise.withResolvers<void>();
  let missing = count;
  return () => {
    missing -= 1;
    if (missing === 0) all.resolve();
    return all.promise;
  };
}

function refusalsIn(results: readonly ToolResult[]): readonly Refusal[] {
  return results.flatMap((result) => (result.ok ? [] : [result.refusal]));
}

describe('deadlock', () => {
  test.each([[['alpha', 'beta']], [['alpha', 'beta', 'gamma']], [['alpha', 'beta', 'gamma', 'delta']]])(
    '%j, each waiting for the next: one wait fails, names the circle, and all the others are answered',
    async (names) => {
      verifies('watch.probes', 'watch.serial', 'watch.interventions');
      const results: ToolResult[] = [];
      const begun = barrier(names.length);
      await using cluster = await Cluster.start(names, {
        agents: Object.fromEntries(names.map((name) => [name, serialAgent(results, begun)])),
      });
      const reports = await Promise.all(
        names.map((name, index) => {
          const next = names[(index + 1) % names.length] ?? '';
          return cluster.node(name).delegate(name, { ask: next }, { timeoutMs: 60_000 });
        }),
      );
      expect(reports.map(({ state }) => state)).toEqual(names.map(() => 'done'));
      const [refusal, ...others] = refusalsIn(results);
      expect(others).toEqual([]);
      expect(refusal).toMatchObject({ reason: 'deadlock' });
      expect(refusal?.path).toHaveLength(names.length + 1);
      expect(refusal?.path.at(-1)).toBe(refusal?.path[0]);
      expect(new Set(refusal?.path).size).toBe(names.length);
      // The person whose job it was is told, and the job has it in its record.
      const [victim = ''] = names.filter((_, index) => reports[index]?.result === 'deadlock');
      await cluster.until(() => cluster.node(victim).inbox().length === 1);
      expect(cluster.node(victim).inbox()).toMatchObject([{ kind: 'stall', reason: 'deadlock' }]);
      const jobId = reports[names.indexOf(victim)]?.jobId ?? '';
      // People see the end of an ID, and type it: it is to say which job it is about.
      const [item] = cluster.node(victim).inbox();
      expect(item?.id.slice(-8)).toContain(jobId.slice(-4));
      expect(cluster.node(victim).trace(jobId)?.watch?.interventions).toMatchObject([
        { kind: 'deadlock', action: 'break_cycle' },
      ]);
      for (const name of names) expect(cluster.node(name).waits()).toEqual([]);
    },
  );

  test('a question that comes back along its own call is let in, and is no deadlock', async () => {
    verifies('watch.serial');
    const asking =
      (peer: string, text: string) =>
      async ({ tools }: AgentTurn) => {
        const result = await tools.call('send_message', { peer, text, wait_seconds: 30 });
        return done(result.ok ? 'answered' : result.refusal.reason);
      };
    let turns = 0;
    const alpha = agentOf((turn) => {
      turns += 1;
      return turns === 1 ? asking('beta', 'which part is yours?')(turn) : done('mine is the first');
    });
    await using cluster = await Cluster.start(['alpha', 'beta'], {
      agents: {
        alpha: { ...alpha, serial: true },
        beta: { ...agentOf(asking('alpha', 'which is yours?')), serial: true },
      },
    });
    const report = await cluster.node('alpha').delegate('alpha', 'share the work', { timeoutMs: 60_000 });
    expect(report).toMatchObject({ state: 'done', result: 'answered', turns: 3 });
    expect(cluster.node('alpha').inbox()).toEqual([]);
  });

  test('many questions back along its call are let in one at a time', async () => {
    verifies('watch.serial');
    let active = 0;
    let most = 0;
    const alpha = agentOf(async ({ brief, tools }) => {
      if (brief === 'share the work') {
        await tools.call('delegate_task', { peer: 'beta', brief: 'your part' });
        return done('shared');
      }
      active += 1;
      most = Math.max(most, active);
      await new Promise((resolve) => setImmediate(resolve));
      active -= 1;
      return done('an answer');
    });
    const outcomes: boolean[] = [];
    const beta = agentOf(async ({ tools }) => {
      const asked = [1, 2, 3, 4, 5].map((number) =>
        tools.call('send_message', { peer: 'alpha', text: `question ${number}`, wait_seconds: 30 }),
      );
      outcomes.push(...(await Promise.all(asked)).map(({ ok }) => ok));
      return done('done');
    });
    await using cluster = await Cluster.start(['alpha', 'beta'], {
      agents: { alpha: { ...alpha, serial: true }, beta },
    });
    const report = await cluster.node('alpha').delegate('alpha', 'share the work', { timeoutMs: 60_000 });
    expect(report).toMatchObject({ state: 'done', result: 'shared', turns: 7 });
    expect(outcomes).toEqual([true, true, true, true, true]);
    expect(most).toBe(1);
  });

  test('a serial agent that nobody waits for in a circle queues what comes, in order, and answers all of it', async () => {
    verifies('watch.serial');
    let running = 0;
    let most = 0;
    const worker: Agent = {
      ...agentOf(async ({ tools, brief }) => {
        running += 1;
        most = Math.max(most, running);
        await tools.call('delegate_task', { peer: 'helper', brief });
        running -= 1;
        return done(brief);
      }),
      serial: true,
    };
    await using cluster = await Cluster.start(['alpha', 'worker', 'helper'], {
      agents: { worker, helper: agentOf(({ brief }) => done(brief)) },
    });
    const reports = await Promise.all([1, 2, 3].map((brief) => cluster.node('alpha').delegate('worker', brief)));
    expect(reports.map(({ state, result }) => [state, result])).toEqual([
      ['done', 1],
      ['done', 2],
      ['done', 3],
    ]);
    expect(most).toBe(1);
  });

  test('two processes that wait for each other are resolved', async () => {
    verifies('watch.probes');
    await using pair = await Processes.start(['alpha', 'beta']);
    const [alpha, beta] = pair.all;
    alpha.tell({ begin: 'beta' });
    beta.tell({ begin: 'alpha' });
    await Promise.all(pair.all.map((process) => process.until('asking')));
    for (const process of pair.all) process.tell({ go: true });
    const reports = await Promise.all(pair.all.map(async (process) => (await process.until('report')).report));
    expect(reports.map(({ state }) => state)).toEqual(['done', 'done']);
    expect(reports.map(({ result }) => result).sort()).toEqual(['answered', 'deadlock']);
    const asked = await Promise.all(pair.all.map(async (process) => (await process.until('asked')).result));
    expect(refusalsIn(asked)).toMatchObject([{ reason: 'deadlock', path: { length: 3 } }]);
  }, 60_000);
});

describe('livelock', () => {
  /** Goes round beta, gamma and delta for `rounds` rounds: in other words each time, and with nothing gained. */
  function negotiator(rounds: number): Agent {
    return agentOf(async ({ tools, signal }) => {
      for (let round = 0; round < rounds; round += 1) {
        for (const peer of ['beta', 'gamma', 'delta']) {
          const brief = { id: `${round}`, at: new Date(round).toISOString(), text: `${peer}, what about the plan?` };
          const result = await tools.call('delegate_task', { peer, brief });
          if (!result.ok) return done(result.refusal.reason);
          signal.throwIfAborted();
        }
      }
      return done('agreed');
    });
  }
  const critic = (text: string): Agent => agentOf(({ brief }) => done({ id: JSON.stringify(brief), text }));
  const agents = (rounds: number) => ({
    alpha: negotiator(rounds),
    beta: critic('I propose the first plan'),
    gamma: critic('I object to it'),
    delta: critic('then propose again'),
  });

  test('scripted agents that go round in a circle are shown to a person, and go on; when it recurs the job is frozen', async () => {
    verifies('watch.monitor', 'watch.interventions');
    await using cluster = await Cluster.start(['alpha', 'beta', 'gamma', 'delta'], { agents: agents(10) });
    const report = await cluster.node('alpha').delegate('alpha', 'agree on a plan');
    expect(report).toMatchObject({ state: 'stopped', reason: 'livelock' });
    const stalls = cluster.events.filter(({ event }) => event === 'stall');
    expect(stalls).toMatchObject([
      { node: 'alpha', intervention: { kind: 'livelock', action: 'perturb' } },
      { node: 'alpha', intervention: { kind: 'livelock', action: 'freeze' } },
    ]);
    await cluster.until(() => cluster.node('alpha').inbox().length === 2);
    expect(cluster.node('alpha').inbox()).toMatchObject([
      { kind: 'stop', reason: 'livelock' },
      { kind: 'stall', reason: 'livelock' },
    ]);
    const watch = cluster.node('alpha').trace(report.jobId)?.watch;
    expect(watch?.goal).toBe('obligations');
    expect(watch?.interventions.map(({ action }) => action)).toEqual(['perturb', 'freeze']);
    expect(watch?.interventions[0]?.window?.length).toBeGreaterThanOrEqual(8);
    // It cost no more than two windows of turns.
    expect(report.turns).toBeLessThan(24);
  });

  test('the same agents that come nearer to their goal are left alone', async () => {
    verifies('watch.monitor');
    const nearing: Agent = agentOf(async ({ tools }) => {
      for (let left = 8; left > 0; left -= 1) {
        await tools.call('report_progress', { note: `${left} points are open`, goal_distance: left });
        for (const peer of ['beta', 'gamma', 'delta']) {
          await tools.call('delegate_task', { peer, brief: { id: `${left}`, text: `${peer}, what about the plan?` } });
        }
      }
      return done('agreed');
    });
    await using cluster = await Cluster.start(['alpha', 'beta', 'gamma', 'delta'], {
      agents: { ...agents(0), alpha: nearing },
    });
    const report = await cluster.node('alpha').delegate('alpha', 'agree on a plan');
    expect(report).toMatchObject({ state: 'done', result: 'agreed', turns: 25 });
    expect(cluster.node('alpha').inbox()).toEqual([]);
    expect(cluster.node('alpha').trace(report.jobId)?.watch?.interventions ?? []).toEqual([]);
  });

  test('a circle seen by the participant, and not by the origin, is seen there all the same', async () => {
    verifies('watch.monitor');
    const { alpha: round, ...others } = agents(5);
    await using cluster = await Cluster.start(['origin', 'alpha', 'beta', 'gamma', 'delta'], {
      agents: { ...others, alpha: round },
    });
    const report = await cluster.node('origin').delegate('alpha', 'agree on a plan', { credit: 64 });
    expect(cluster.events.find(({ event }) => event === 'stall')).toMatchObject({
      node: 'origin',
      jobId: report.jobId,
      intervention: { kind: 'livelock', action: 'perturb' },
    });
  });
});

/** A process of `serial-process.ts`, and what it has told. */
class SerialProcess {
  readonly #process: ChildProcess;
  readonly #lines: Line[] = [];
  readonly #gone: Promise<void>;
  #wake: (() => void)[] = [];

  constructor(program: string, args: readonly string[]) {
    const child = spawn(process.execPath, [program, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#process = child;
    this.#gone = new Promise((resolve) => child.once('close', () => resolve()));
    createInterface(child.stdout).on('line', (line) => {
      this.#lines.push(JSON.parse(line) as Line);
      for (const wake of this.#wake.splice(0)) wake();
    });
  }

  tell(command: object): void {
    this.#process.stdin?.write(`${JSON.stringify(command)}\n`);
  }

  async until<E extends Line['event']>(event: E): Promise<Extract<Line, { event: E }>> {
    for (;;) {
      const found = this.#lines.find((line): line is Extract<Line, { event: E }> => line.event === event);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => this.#wake.push(resolve));
    }
  }

  async end(): Promise<void> {
    this.#process.stdin?.end();
    await this.#gone;
  }
}

type Line =
  | { readonly event: 'ready'; readonly addresses: readonly string[] }
  | { readonly event: 'met' | 'asking' }
  | { readonly event: 'asked'; readonly result: ToolResult }
  | { readonly event: 'report'; readonly report: JobReport };

/** Two such processes that have met. */
class Processes implements AsyncDisposable {
  readonly all: readonly [SerialProcess, SerialProcess];
  readonly #directories: readonly string[];

  private constructor(all: readonly [SerialProcess, SerialProcess], directories: readonly string[]) {
    this.all = all;
    this.#directories = directories;
  }

  static async start([first, second]: readonly [string, string]): Promise<Processes> {
    const programs = await mkdtemp(join(tmpdir(), 'hoplite-serial-'));
    const program = await bundle(join(import.meta.dirname, 'support', 'serial-process.ts'), programs);
    const key = generateNetworkKey();
    const directory = async (): Promise<string> => {
      const made = await mkdtemp(join(tmpdir(), 'hoplite-serial-'));
      storeNetworkKey(made, key);
      return made;
    };
    const directories = [await directory(), await directory()] as const;
    const one = new SerialProcess(program, [directories[0], first]);
    const { addresses } = await one.until('ready');
    const other = new SerialProcess(program, [directories[1], second, ...addresses]);
    await Promise.all([one.until('met'), other.until('met')]);
    return new Processes([one, other], [programs, ...directories]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.all.map((process) => process.end()));
    await Promise.all(this.#directories.map((directory) => rm(directory, { recursive: true })));
  }
}
