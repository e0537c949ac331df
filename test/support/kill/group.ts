import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateNetworkKey, storeNetworkKey } from '@hoplite/p2p';
import type { Line } from './brief.ts';
import type { Chance } from './chance.ts';
import { commandFor, momentFor, NAMES, type Name } from './plan.ts';
import { answersTo, asked, readEffects, readRecords } from './records.ts';
import { unrest, verdict, waiting, type Survivor } from './verdict.ts';
import { Victim } from './victim.ts';

/** How many kills there were, and what they have hit. */
export interface Tally {
  kills: number;
  /** Of a node on its way up. */
  starting: number;
  /** With a turn that had begun. */
  running: number;
  /** With a message accepted whose turn had not begun. */
  queued: number;
  /** With an answer recorded that the asker did not have. */
  unsent: number;
  /** Of the origin of an open job. */
  openJob: number;
  /** With a message sent whose answer was not there yet. */
  asking: number;
}

export interface GroupInit {
  readonly program: string;
  readonly directory: string;
  readonly label: string;
  readonly idempotent: readonly Name[];
  readonly chance: Chance;
}

/** How long a node may take to start, on a machine with much else to do. */
const START_MS = 20_000;
/** How long a moment is waited for before it is taken to have come. */
const MOMENT_MS = 1000;
/** Within this time after its start a node is killed again, now and then. */
const UNSTARTED_MS = 350;
/** Jobs that may be open at once. */
const MAX_OPEN = 12;

/** A few nodes that work for each other, and are killed while they do. */
export class Group {
  readonly tally: Tally = { kills: 0, starting: 0, running: 0, queued: 0, unsent: 0, asking: 0, openJob: 0 };
  readonly #init: GroupInit;
  readonly #victims = new Map<Name, Victim>();
  readonly #begun = new Set<string>();
  readonly #effects: string;
  #commands = 0;
  /** Jobs that were open when something was last killed. */
  #open = 0;
  #isOver = false;

  constructor(init: GroupInit) {
    this.#init = init;
    this.#effects = join(init.directory, 'effects');
  }

  /** Starts its nodes for the first time, each a process of its own. */
  async start(): Promise<void> {
    const { directory: parent, idempotent, program } = this.#init;
    const key = generateNetworkKey();
    mkdirSync(parent);
    writeFileSync(this.#effects, '');
    for (const name of NAMES) {
      const directory = join(parent, name);
      mkdirSync(directory);
      storeNetworkKey(directory, key);
      const listen = `/ip4/127.0.0.1/tcp/${await freePort()}`;
      const isIdempotent = idempotent.includes(name);
      const settings = { directory, name, listen, peers: [], idempotent: isIdempotent, effects: this.#effects };
      this.#victims.set(name, new Victim(program, settings, (line) => this.#onLine(line)));
    }
    for (const name of NAMES) {
      this.#start(name);
      await this.#victim(name).ready(START_MS);
    }
  }

  /** Gives the origin so many things to do, unless it has enough. */
  work(commands: number): void {
    const { chance, label } = this.#init;
    for (let left = Math.min(MAX_OPEN - this.#open, commands); left > 0; left -= 1) {
      this.#commands += 1;
      this.#victim('origin').command(commandFor(`${label}-${this.#commands}`, chance));
    }
  }

  /** Gives the origin something to do, kills one or more of the nodes at some moment, and starts them again. */
  async round(): Promise<void> {
    const { chance } = this.#init;
    const victims = chance.some(NAMES, chance.one([1, 1, 1, 2, 2, 3]));
    const { of, event, delayMs } = momentFor(victims, chance);
    const come = this.#victim(of).told(event, MOMENT_MS);
    this.work(1 + chance.below(5));
    await come;
    await sleep(delayMs);
    await this.#restart(victims);
    while (chance.is(0.35)) {
      await sleep(chance.below(UNSTARTED_MS));
      await this.#restart(victims);
    }
    await this.#ready();
  }

  /** Resolves when nothing is left to do, or after `ms`: the verdict says what is left then. */
  async rest(ms: number): Promise<void> {
    const until = performance.now() + ms;
    await this.#ready();
    while (performance.now() < until && unrest(this.#survivors()).length > 0) await sleep(100);
  }

  /** What is wrong with what is on the disks. */
  verdict(): readonly string[] {
    return verdict({ nodes: this.#survivors(), begun: this.#begun, effects: readEffects(this.#effects) });
  }

  /** How many jobs were answered, in spite of it all. */
  answered(): number {
    return this.#survivors().flatMap(({ records }) => records.jobs.filter(({ state }) => state === 'done')).length;
  }

  /** Lets all of them end by themselves. */
  async stop(): Promise<void> {
    await Promise.all([...this.#victims.values()].map((victim) => victim.stop()));
  }

  /** Kills all of them for good. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.allSettled([...this.#victims.values()].map((victim) => victim.kill()));
  }

  async #restart(victims: readonly Name[]): Promise<void> {
    const starting = victims.filter((name) => !this.#victim(name).isReady);
    await Promise.all(victims.map((name) => this.#victim(name).kill()));
    this.#count(victims, starting);
    for (const name of victims) this.#start(name);
  }

  async #ready(): Promise<void> {
    await Promise.all(NAMES.map((name) => this.#victim(name).ready(START_MS)));
  }

  #onLine(line: Line): void {
    if (line.event === 'begun') this.#begun.add(line.jobId);
  }

  /** What the kills have hit, as it stands on the disks. */
  #count(victims: readonly Name[], starting: readonly Name[]): void {
    const survivors = this.#survivors();
    this.tally.kills += victims.length;
    this.tally.starting += starting.length;
    for (const { peerId, records } of survivors.filter((node) => victims.some((name) => name === node.name))) {
      const owed = asked(records).filter((message) => answersTo(records, message).length === 0);
      const given = new Set(
        records.messages.flatMap((row) => (row.direction === 'out' ? (row.in_reply_to ?? []) : [])),
      );
      const awaited = survivors.flatMap((node) => waiting(node.records).filter(({ peer }) => peer === peerId));
      this.tally.running += owed.some(({ started }) => started > 0) ? 1 : 0;
      this.tally.queued += owed.some(({ started }) => started === 0) ? 1 : 0;
      this.tally.unsent += awaited.some(({ message_id }) => given.has(message_id)) ? 1 : 0;
      this.tally.asking += waiting(records).length > 0 ? 1 : 0;
      this.tally.openJob += records.jobs.some(({ state }) => state === 'open') ? 1 : 0;
    }
    this.#open = survivors.flatMap(({ records }) => records.jobs).filter(({ state }) => state === 'open').length;
  }

  #start(name: Name): void {
    if (this.#isOver) throw new Error('the group is over');
    const others = [...this.#victims.values()].filter((victim) => victim.name !== name);
    this.#victim(name).start(others.flatMap(({ addresses }) => addresses));
  }

  #survivors(): readonly Survivor[] {
    return [...this.#victims.values()].map(({ name, peerId, isIdempotent, directory }) => {
      return { name, peerId, isIdempotent, records: readRecords(directory) };
    });
  }

  #victim(name: Name): Victim {
    const victim = this.#victims.get(name);
    if (victim === undefined) throw new Error(`no ${name} yet`);
    return victim;
  }
}

/** Below the ports that outgoing connections take, so that it is still free after a restart. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 15_000 + Math.floor(Math.random() * 15_000);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    if (await promise) return port;
  }
}
