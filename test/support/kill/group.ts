import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateNetworkKey, storeNetworkKey } from '@hoplite/p2p';
import type { Line } from './brief.ts';
import type { Chance } from './chance.ts';
import { commandFor, momentFor, NAMES, type Name } from './plan.ts';
import { answersTo, asked, asking, readEffects, readRecords } from './records.ts';
import { unrest, verdict, type Survivor } from './verdict.ts';
import { Victim } from './victim.ts';

/** What the kills of a group have hit. */
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
const MOMENT_MS = 300;
/** Jobs that may be open at once. */
const MAX_OPEN = 12;

/** A few nodes that work for each other, and are killed while they do. */
export class Group {
  readonly tally: Tally = { kills: 0, starting: 0, running: 0, queued: 0, unsent: 0, openJob: 0, asking: 0 };
  readonly #init: GroupInit;
  readonly #victims: ReadonlyMap<Name, Victim>;
  readonly #begun = new Set<string>();
  readonly #ended = new Set<string>();
  readonly #effects: string;
  #commands = 0;

  private constructor(init: GroupInit, victims: ReadonlyMap<Name, Victim>, effects: string) {
    this.#init = init;
    this.#victims = victims;
    this.#effects = effects;
  }

  /** Starts its nodes, each a process of its own. */
  static async start(init: GroupInit): Promise<Group> {
    const effects = join(init.directory, 'effects');
    const key = generateNetworkKey();
    const victims = new Map<Name, Victim>();
    const group = new Group(init, victims, effects);
    mkdirSync(init.directory, { recursive: true });
    writeFileSync(effects, '');
    for (const name of NAMES) {
      const directory = join(init.directory, name);
      mkdirSync(directory);
      storeNetworkKey(directory, key);
      const idempotent = init.idempotent.includes(name);
      const listen = `/ip4/127.0.0.1/tcp/${await freePort()}`;
      const settings = { directory, name, listen, peers: [], idempotent, effects };
      victims.set(name, new Victim(init.program, settings, (line) => group.#onLine(line)));
    }
    for (const name of NAMES) {
      group.#start(name);
      await group.#victim(name).ready(START_MS);
    }
    return group;
  }

  /** Gives the origin something to do, kills one or more of the nodes at some moment, and starts them again. */
  async round(): Promise<void> {
    const { chance } = this.#init;
    const victims = chance.some(NAMES, chance.one([1, 1, 1, 2, 2, 3]));
    const { of, event, delayMs } = momentFor(victims, chance);
    const come = this.#victim(of).told(event, MOMENT_MS);
    this.#giveWork();
    await come;
    await sleep(delayMs);
    const starting = victims.filter((name) => !this.#victim(name).isReady);
    await Promise.all(victims.map((name) => this.#victim(name).kill()));
    this.#count(victims, starting);
    for (const name of victims) this.#start(name);
    if (chance.is(0.8)) {
      await Promise.all(NAMES.map((name) => this.#victim(name).ready(START_MS)));
    }
  }

  /** Waits until nothing is left to do. @returns what still is, after `ms` */
  async rest(ms: number): Promise<readonly string[]> {
    const until = performance.now() + ms;
    for (;;) {
      await Promise.all(NAMES.map((name) => this.#victim(name).ready(START_MS)));
      const left = unrest(this.#survivors());
      if (left.length === 0 || performance.now() > until) return left;
      await sleep(100);
    }
  }

  /** What is wrong with what is on the disks. */
  verdict(): readonly string[] {
    return verdict({ nodes: this.#survivors(), begun: this.#begun, effects: readEffects(this.#effects) });
  }

  /** How the jobs went, by state and reason. */
  outcomes(): Readonly<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const { state, reason } of this.#survivors().flatMap(({ records }) => records.jobs)) {
      const key = reason === null ? state : `${state}: ${reason}`;
      counts[key] = (counts[key] ?? 0) + 1;
    }
    return counts;
  }

  /** Kills all of them for good. */
  async end(): Promise<void> {
    await Promise.allSettled([...this.#victims.values()].map((victim) => victim.kill()));
  }

  #giveWork(): void {
    const { chance, label } = this.#init;
    const origin = this.#victim('origin');
    const room = MAX_OPEN - (this.#begun.size - this.#ended.size);
    for (let left = Math.min(room, 1 + chance.below(5)); left > 0; left -= 1) {
      this.#commands += 1;
      origin.command(commandFor(`${label}-${this.#commands}`, chance));
    }
  }

  #onLine(line: Line): void {
    if (line.event === 'begun') this.#begun.add(line.jobId);
    if (line.event === 'done') this.#ended.add(line.jobId);
  }

  /** What the kills have hit, as it stands on the disks. */
  #count(victims: readonly Name[], starting: readonly Name[]): void {
    const survivors = this.#survivors();
    this.tally.kills += victims.length;
    this.tally.starting += starting.length;
    for (const { name, peerId, records } of survivors.filter((node) => victims.some((victim) => victim === node.name))) {
      const owed = asked(records).filter((message) => answersTo(records, message).length === 0);
      const given = new Set(records.messages.flatMap((row) => (row.direction === 'out' ? (row.in_reply_to ?? []) : [])));
      const awaited = survivors.flatMap((node) => waiting(node).filter(({ peer }) => peer === peerId));
      this.tally.running += owed.some(({ started }) => started > 0) ? 1 : 0;
      this.tally.queued += owed.some(({ started }) => started === 0) ? 1 : 0;
      this.tally.unsent += awaited.some(({ message_id }) => given.has(message_id)) ? 1 : 0;
      this.tally.asking += waiting({ records }).length > 0 ? 1 : 0;
      this.tally.openJob += name === 'origin' && records.jobs.some(({ state }) => state === 'open') ? 1 : 0;
    }
  }

  #start(name: Name): void {
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

/** What a node has asked and does not know the end of. */
function waiting({ records }: Pick<Survivor, 'records'>) {
  return asking(records).filter((message) => {
    const isGivenUp = records.outcomes.some(
      ({ message_id, peer }) => message_id === message.message_id && peer === message.peer,
    );
    return !isGivenUp && answersTo(records, message).length === 0;
  });
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
