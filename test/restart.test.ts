import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { EscalationView, HaltView, JobReport, JobSummary } from '@hoplite/node';
import {
  decodeEnvelope,
  generateNetworkKey,
  storeNetworkKey,
  type InboundRequest,
  type Message,
  type Reply,
} from '@hoplite/p2p';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { verifies } from './requirements.ts';
import { agentOf, Cluster, done } from './support/cluster.ts';
import { HandDrivenPeer } from './support/hand-driven-peer.ts';
import { bundle } from './support/kill/bundle.ts';
import { aborted, answer, held } from './support/scripted.ts';
import type { Mode, Question } from './support/scripted-process.ts';

type Line =
  | { event: 'ready'; peerId: string; addresses: string[] }
  | { event: 'turn'; brief: unknown }
  | { event: 'report'; report: JobReport }
  | { event: 'halted'; halt: HaltView }
  | { event: 'state'; jobs: JobSummary[]; halts: HaltView[]; inbox: EscalationView[] };

/** A node process, and what it has told. */
class Victim {
  readonly process: ChildProcess;
  readonly lines: Line[] = [];
  readonly gone: Promise<void>;
  #wake: () => void = () => undefined;

  constructor(program: string, directory: string, mode: Mode) {
    const child = spawn(process.execPath, [program, directory, mode], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.process = child;
    this.gone = new Promise((resolve) => child.once('close', () => resolve()));
    child.stdin.on('error', () => undefined); // It was killed while it was written to.
    createInterface(child.stdout).on('line', (line) => {
      this.lines.push(JSON.parse(line) as Line);
      this.#wake();
    });
  }

  get briefs(): readonly unknown[] {
    return this.lines.filter((line) => line.event === 'turn').map(({ brief }) => brief);
  }

  async until<E extends Line['event']>(event: E, count = 1): Promise<Extract<Line, { event: E }>> {
    for (;;) {
      const found = this.lines.filter((line): line is Extract<Line, { event: E }> => line.event === event);
      const last = found[count - 1];
      if (last !== undefined) return last;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  ask(question: Question): void {
    this.process.stdin?.write(`${JSON.stringify(question)}\n`);
  }

  async state(): Promise<Extract<Line, { event: 'state' }>> {
    this.ask({ ask: 'state' });
    return this.until('state', this.lines.filter(({ event }) => event === 'state').length + 1);
  }

  async kill(): Promise<void> {
    this.process.kill('SIGKILL');
    await this.gone;
  }
}

let programs: string;
let program: string;
let directory: string;
let key: Uint8Array;
let peer: HandDrivenPeer;
let victim: Victim;

beforeAll(async () => {
  programs = await mkdtemp(join(tmpdir(), 'hoplite-restart-'));
  program = await bundle(join(import.meta.dirname, 'support', 'scripted-process.ts'), programs);
});

afterAll(() => rm(programs, { recursive: true }));

beforeEach(async () => {
  directory = await mkdtemp(join(programs, 'node-'));
});

afterEach(async () => {
  await victim.kill();
  await peer[Symbol.asyncDispose]();
});

/** Starts the node, for the first time or after it was killed, and has these dial it. */
async function start(mode: Mode, ...others: readonly { connect(address: string): Promise<unknown> }[]): Promise<void> {
  victim = new Victim(program, directory, mode);
  const { addresses } = await victim.until('ready');
  for (const other of others) await other.connect(addresses[0] ?? '');
}

/** Starts the node for the first time, and the peer that asks it. */
async function begin(mode: Mode, networkKey = generateNetworkKey()): Promise<void> {
  key = networkKey;
  storeNetworkKey(directory, key);
  await start(mode);
  peer = await HandDrivenPeer.start(key, (await victim.until('ready')).addresses);
}

function peerId(): string {
  return victim.lines.find((line) => line.event === 'ready')?.peerId ?? '';
}

function compose(text: string, changes: Partial<Parameters<HandDrivenPeer['compose']>[0]> = {}): Message {
  const body = { content: JSON.stringify(text), deadline: Date.now() + 60_000 };
  return peer.compose({ to: peerId(), messageId: `message-${text}`, body, ...changes });
}

function ask(text: string): Promise<Reply> {
  return peer.send(peerId(), compose(text));
}

function outcome(reply: Reply): unknown {
  if (reply.kind === 'refused') return reply.refusal.reason;
  const { content, refusal } = decodeEnvelope('task', reply.envelope).body;
  return refusal?.reason ?? (JSON.parse(content) as unknown);
}

test('after kill -9 a turn that had begun is answered `interrupted`, one that had not is run, each once', async () => {
  verifies('node.turns.one-answer', 'node.store.outcomes', 'p2p.channels.reopened');
  await begin('hang');
  const first = ask('first');
  await victim.until('turn');
  const second = ask('second');
  // With one permit the second waits its turn; that it is recorded is known when a repeat of it is accepted.
  const accepted = Promise.withResolvers<undefined>();
  const third = peer.sendWatching(peerId(), compose('third'), new AbortController().signal, () =>
    accepted.resolve(undefined),
  );
  await accepted.promise;

  await victim.kill();
  await start('echo', peer.mesh);

  expect(outcome(await first)).toBe('interrupted');
  expect(outcome(await second)).toEqual({ echoed: 'second' });
  expect(outcome(await third)).toEqual({ echoed: 'third' });
  expect(victim.briefs).toEqual(['second', 'third']);
});

test('what an interrupted turn had asked of others is cancelled after the restart', async () => {
  verifies('node.turns.requester-gone');
  await begin('ask');
  await using worker = await HandDrivenPeer.start(key, (await victim.until('ready')).addresses, 'worker');
  const child = Promise.withResolvers<AbortSignal>();
  worker.onRequest((request) => {
    request.accept();
    child.resolve(request.signal);
  });
  const parent = ask('for two');
  const signal = await child.promise;

  await victim.kill();
  expect(signal.aborted).toBe(false); // It may be back.
  await start('ask', peer.mesh, worker.mesh);

  expect(outcome(await parent)).toBe('interrupted');
  await aborted(signal);
  expect(victim.briefs).toEqual([]);
});

test('a message that crashed the node three times is not tried again, and a person is told', async () => {
  verifies('node.delivery.quarantine');
  await begin('crash');
  const poison = ask('poison');
  await victim.gone;
  for (const begun of [2, 3]) {
    victim = new Victim(program, directory, 'crash'); // Perhaps it is gone before it is ready.
    await victim.gone;
    expect(victim.briefs, `turn ${begun}`).toEqual(['poison']);
  }
  await start('crash', peer.mesh);

  expect(outcome(await poison)).toBe('interrupted');
  const { inbox } = await victim.state();
  expect(inbox).toMatchObject([{ kind: 'quarantine', state: 'open', reason: 'interrupted' }]);
  expect(victim.briefs).toEqual([]);
});

test('a turn that is run again asks again with the same message, and pays for it once', async () => {
  verifies('node.credit.conserved');
  await begin('again');
  await using worker = await HandDrivenPeer.start(key, (await victim.until('ready')).addresses, 'worker');
  const next = (): Promise<InboundRequest> => new Promise((resolve) => worker.onRequest(resolve));
  let child = next();
  const parent = ask('again'); // Grants 16.
  const asked: string[] = [];
  for (let crash = 0; crash < 2; crash += 1) {
    asked.push((await child).id);
    await victim.kill();
    child = next();
    await start('again', peer.mesh, worker.mesh);
  }
  asked.push((await child).id);
  answer(worker, await child);

  const reply = await parent;
  expect(outcome(reply)).toEqual({ echoed: 'again' });
  expect(new Set(asked).size).toBe(1);
  // Three turns, and the one that the worker says it has run.
  const settlement = reply.kind === 'answer' ? decodeEnvelope('task', reply.envelope).body.settlement : undefined;
  expect(settlement).toMatchObject({ returned: 12, burnt: 4, open: 0 });
});

test('frozen, halted and seen are the same after kill -9', async () => {
  verifies('node.halt.durable', 'node.brakes.duplicate');
  await begin('echo');
  const [frozen, halted] = [peer.root(), peer.root()];
  const send = (text: string, parent = frozen, changes = {}): Promise<Reply> =>
    peer.send(peerId(), compose(text, { parent, ...changes }));
  const message = compose('once', { parent: frozen });
  const first = await peer.send(peerId(), message);
  // The same again in the same job: the brake fires, and freezes the job.
  expect(outcome(await send('once', frozen, { messageId: 'message-again' }))).toBe('cannot: ping-pong');
  expect(outcome(await send('more'))).toBe('frozen');
  expect(outcome(await send('work', halted))).toEqual({ echoed: 'work' });
  victim.ask({ ask: 'halt', jobId: halted.job.jobId });
  await victim.until('halted');
  const before = await victim.state();

  await victim.kill();
  await start('echo', peer.mesh);

  expect(await peer.send(peerId(), message)).toEqual(first); // Byte for byte.
  expect(outcome(await send('even more'))).toBe('frozen');
  expect(outcome(await send('more work', halted))).toBe('halted');
  const after = await victim.state();
  expect(after.halts).toEqual(before.halts);
  expect(after.inbox).toEqual(before.inbox);
  expect(victim.briefs).toEqual([]);
});

test('a job whose origin was killed goes on after the restart, and ends with what was answered meanwhile', async () => {
  verifies('node.delivery.resumed');
  const { agent, begun, release } = held();
  await using cluster = new Cluster({ agents: { alpha: agent } });
  await begin('echo', cluster.networkKey);
  const alpha = await cluster.add('alpha');
  await alpha.connect((await victim.until('ready')).addresses[0] ?? '');
  victim.ask({ ask: 'delegate', to: alpha.peerId, brief: 'long work' });
  await begun;

  await victim.kill();
  release('the result');
  await cluster.until(() => cluster.events.some(({ event }) => event === 'turn:ended'));
  await start('echo', alpha);

  const [job] = await endedJobs();
  expect(job).toMatchObject({ state: 'done', result: 'the result', turns: 1, credit: { granted: 32, left: 31 } });
  expect(cluster.turns('alpha')).toBe(1);
});

test('what settles while the asker is dead is told when it is back, and its job ends', async () => {
  verifies('node.delivery.resumed', 'node.credit.settlement');
  const agents = {
    alpha: agentOf(async ({ tools }) => {
      await tools.call('send_message', { peer: 'mallory', text: 'no hurry' });
      return done('for now');
    }),
  };
  await using cluster = new Cluster({ agents });
  await begin('echo', cluster.networkKey);
  const alpha = await cluster.add('alpha');
  await alpha.connect((await victim.until('ready')).addresses[0] ?? '');
  await peer.mesh.connect(alpha.addresses[0] ?? '');
  const asked = new Promise<Parameters<typeof answer>[1]>((resolve) => {
    peer.onRequest((request) => {
      request.accept();
      resolve(request);
    });
  });
  victim.ask({ ask: 'delegate', to: alpha.peerId, brief: 'work' });
  const { report } = await victim.until('report');
  const request = await asked;
  expect(report).toMatchObject({ state: 'done', result: 'for now' });
  expect((await victim.state()).jobs).toMatchObject([{ state: 'open' }]); // Credit is out.

  await victim.kill();
  answer(peer, request);
  await start('echo', alpha);

  const [job] = await endedJobs();
  expect(job).toMatchObject({ state: 'done', result: 'for now', turns: 2, credit: { granted: 32, left: 30 } });
});

/** The jobs of the node, when none is open. */
async function endedJobs(): Promise<readonly JobSummary[]> {
  for (;;) {
    const { jobs } = await victim.state();
    if (jobs.every(({ state }) => state !== 'open')) return jobs;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
