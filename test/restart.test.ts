import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { decodeEnvelope, generateNetworkKey, storeNetworkKey, type Reply } from '@hoplite/p2p';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { verifies } from './requirements.ts';
import { HandDrivenPeer } from './support/hand-driven-peer.ts';

type Line = { event: 'ready'; peerId: string; addresses: string[] } | { event: 'turn'; brief: unknown };

/** A node process, and what it has told. */
class Victim {
  readonly process: ChildProcess;
  readonly lines: Line[] = [];
  #wake: () => void = () => undefined;

  constructor(directory: string, mode: 'hang' | 'echo') {
    const script = join(import.meta.dirname, 'support', 'scripted-process.ts');
    this.process = spawn(process.execPath, [script, directory, mode], { stdio: ['ignore', 'pipe', 'inherit'] });
    if (this.process.stdout === null) throw new Error('no stdout');
    createInterface(this.process.stdout).on('line', (line) => {
      this.lines.push(JSON.parse(line) as Line);
      this.#wake();
    });
  }

  async until<E extends Line['event']>(event: E, count = 1): Promise<Extract<Line, { event: E }>> {
    for (;;) {
      const found = this.lines.filter((line): line is Extract<Line, { event: E }> => line.event === event);
      const last = found[count - 1];
      if (last !== undefined) return last;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  async kill(): Promise<void> {
    const gone = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill('SIGKILL');
    await gone;
  }
}

let directory: string;
let peer: HandDrivenPeer;
let victim: Victim;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'hoplite-restart-'));
  const key = generateNetworkKey();
  storeNetworkKey(directory, key);
  victim = new Victim(directory, 'hang');
  const { addresses } = await victim.until('ready');
  peer = await HandDrivenPeer.start(key, addresses);
});

afterEach(async () => {
  await victim.kill();
  await peer[Symbol.asyncDispose]();
  await rm(directory, { recursive: true });
});

function ask(text: string): Promise<Reply> {
  const to = victim.lines.find((line) => line.event === 'ready')?.peerId ?? '';
  const body = { content: JSON.stringify(text), deadline: Date.now() + 60_000 };
  return peer.send(to, peer.compose({ to, messageId: `message-${text}`, body }));
}

function outcome(reply: Reply): unknown {
  if (reply.kind === 'refused') return reply.refusal.reason;
  const { content, refusal } = decodeEnvelope('task', reply.envelope).body;
  return refusal?.reason ?? (JSON.parse(content) as unknown);
}

test('after kill -9 a turn that had begun is answered `interrupted`, one that had not is run, each once', async () => {
  verifies('node.turns.one-answer', 'node.store.outcomes', 'p2p.channels.reopened');
  const first = ask('first');
  await victim.until('turn');
  const second = ask('second');
  // With one permit the second waits its turn; that it is recorded is known when a repeat of it is accepted.
  const { peerId } = await victim.until('ready');
  const accepted = Promise.withResolvers<undefined>();
  const again = new AbortController();
  const message = peer.compose({ to: peerId, messageId: 'message-third' });
  const third = peer.sendWatching(peerId, message, again.signal, () => accepted.resolve(undefined));
  await accepted.promise;

  await victim.kill();
  victim = new Victim(directory, 'echo');
  const { addresses } = await victim.until('ready');
  await peer.mesh.connect(addresses[0] ?? '');

  expect(outcome(await first)).toBe('interrupted');
  expect(outcome(await second)).toEqual({ echoed: 'second' });
  expect(outcome(await third)).toEqual({ echoed: { skill: 'echo', input: 'hello' } });
  const briefs = victim.lines.filter((line) => line.event === 'turn').map(({ brief }) => brief);
  expect(briefs).toEqual(['second', { skill: 'echo', input: 'hello' }]);
});
