import { createHash } from 'node:crypto';
import {
  decodeNotice,
  isSignedNotice,
  verifyEd25519,
  type Lineage,
  type Message,
  type Refusal,
  type Signer,
} from '@hoplite/p2p';
import type { Ids } from '../../../src/ports/ids.ts';
import { Waits } from '../../../src/watch/waits/waits.ts';
import { message, peer, rootOf } from '../../admission/crossings.ts';
import { HandClock } from '../../turns/hand-clock.ts';

/** A notice on its way. */
export interface InFlight {
  readonly to: string;
  readonly bytes: Uint8Array;
}

/** A turn that runs. */
export interface Turn {
  readonly site: Site;
  readonly lineage: Lineage;
  readonly over: () => void;
  /** The message that woke it; a root turn has none. */
  readonly woken?: Asked;
}

/** A message that a turn has sent. */
export interface Asked {
  readonly by: Turn;
  readonly to: Site;
  readonly message: Message;
  state: 'leaving' | 'queued' | 'running' | 'answered';
  /** Ends that it is queued. */
  unqueue?: () => void;
}

/** A wait that has begun. */
export interface Waiting {
  readonly asked: Asked;
  readonly end: () => void;
  isLive: boolean;
  failed?: Refusal;
}

/** One node, as far as waits go: who runs, and who is queued. */
export interface Site {
  readonly name: string;
  readonly signer: Signer;
  readonly isSerial: boolean;
  readonly waits: Waits;
  readonly running: Set<Turn>;
  readonly queue: Asked[];
}

/**
 * Several nodes' waits over a network that a test delivers by hand. Notices are really signed, encoded and decoded. What a
 * node would do with its permits stands here in a few lines: the model that the real thing is compared with.
 */
export class WaitNet {
  readonly clock = new HandClock();
  readonly sites: readonly Site[];
  readonly waiting: Waiting[] = [];
  /** Waits that have failed, in order. */
  readonly failed: Waiting[] = [];
  /** All notices that were ever sent. */
  readonly sent: InFlight[] = [];
  #inFlight: InFlight[] = [];
  #jobs = 0;

  /** @param serial for each node whether it is serial */
  constructor(serial: readonly boolean[]) {
    const ids = countingIds();
    this.sites = serial.map((isSerial, index) => {
      const signer = peer(index);
      const notify = (to: string, bytes: Uint8Array): void => {
        this.#inFlight.push({ to, bytes });
        this.sent.push({ to, bytes });
      };
      const waits = new Waits({
        ...{ clock: this.clock, ids, isSerial },
        mesh: { localPeer: signer.peerId, signer, notify },
        peers: { names: (path) => path.map((peerId) => this.nameOf(peerId)) },
        log: { info: () => undefined },
      });
      return { name: NAMES[index] ?? '', signer, isSerial, waits, running: new Set(), queue: [] };
    });
  }

  site(index: number): Site {
    const site = this.sites[index];
    if (site === undefined) throw new Error(`there is no site ${index}`);
    return site;
  }

  nameOf(peerId: string): string {
    return this.sites.find(({ signer }) => signer.peerId === peerId)?.name ?? peerId;
  }

  /** Names along the path of a refusal. */
  path(refusal: Refusal | undefined): string {
    return (refusal?.path ?? []).map((peerId) => this.nameOf(peerId)).join('');
  }

  root(site: Site): Turn {
    this.#jobs += 1;
    return this.#begin(site, rootOf({ jobId: `job-${this.#jobs}` }));
  }

  /** Something leaves that is not waited for yet. */
  send(by: Turn, to: Site): Asked {
    const hop = { channel: 'session', from: by.site.signer, to: to.signer } as const;
    return { by, to, message: message(by.lineage, hop), state: 'leaving' };
  }

  wait(asked: Asked): Waiting {
    const { by, to } = asked;
    const end = by.site.waits.wait({
      lineage: by.lineage,
      kind: 'reply',
      on: [{ peer: to.signer.peerId, messageId: asked.message.link.messageId }],
      fail: (refusal) => {
        waiting.failed = refusal;
        waiting.isLive = false;
        this.failed.push(waiting);
      },
    });
    const waiting: Waiting = { asked, end, isLive: true };
    this.waiting.push(waiting);
    return waiting;
  }

  /** A message comes to where it goes: its turn begins, or it is queued. */
  arrive(asked: Asked): void {
    const { to, message } = asked;
    if (to.isSerial && to.running.size > 0 && !to.waits.isCallback(message.lineage)) {
      asked.state = 'queued';
      asked.unqueue = to.waits.queued(message);
      to.queue.push(asked);
    } else {
      this.#wake(asked);
    }
  }

  /** Sends, waits, and has it arrive. */
  ask(by: Turn, to: Site): Waiting {
    const asked = this.send(by, to);
    const waiting = this.wait(asked);
    this.arrive(asked);
    return waiting;
  }

  turnOf({ asked }: Waiting): Turn {
    const turn = [...asked.to.running].find(({ woken }) => woken === asked);
    if (turn === undefined) throw new Error('its turn does not run');
    return turn;
  }

  /** A wait ends without an answer. */
  giveUp(waiting: Waiting): void {
    waiting.isLive = false;
    waiting.end();
  }

  /** A turn is over: who waits for its answer waits no longer, and the next one begins. */
  finish(turn: Turn): void {
    const { site, woken } = turn;
    site.running.delete(turn);
    turn.over();
    for (const waiting of this.waiting.filter(
      ({ asked, isLive }) => isLive && (asked.by === turn || asked === woken),
    )) {
      this.giveUp(waiting);
    }
    if (woken !== undefined) {
      woken.state = 'answered';
    }
    const next = site.running.size === 0 ? site.queue.shift() : undefined;
    if (next !== undefined) {
      next.unqueue?.();
      this.#wake(next);
    }
  }

  /** Delivers what is under way, and what comes of it. */
  deliver(isLost: (notice: InFlight) => boolean = () => false): void {
    for (let notice = this.#inFlight.shift(); notice !== undefined; notice = this.#inFlight.shift()) {
      if (!isLost(notice)) {
        this.hear(notice);
      }
    }
  }

  /** Lets time go by in small steps, with all that comes of it. */
  pass(ms: number, isLost?: (notice: InFlight) => boolean): void {
    for (let left = ms; left > 0; left -= STEP_MS) {
      this.clock.advance(Math.min(STEP_MS, left));
      this.deliver(isLost);
    }
  }

  /** One notice comes to its peer as the mesh brings it. */
  hear({ to, bytes }: InFlight): void {
    const notice = isSignedNotice(bytes, verifyEd25519) ? decodeNotice(bytes) : undefined;
    if (notice?.content.kind === 'probe') {
      this.sites.find(({ signer }) => signer.peerId === to)?.waits.onProbe(notice, notice.content);
    }
  }

  #wake(asked: Asked): void {
    asked.state = 'running';
    this.#begin(asked.to, asked.message.lineage, asked);
  }

  #begin(site: Site, lineage: Lineage, woken?: Asked): Turn {
    const turn = { site, lineage, over: site.waits.turnBegan(lineage), ...(woken === undefined ? {} : { woken }) };
    site.running.add(turn);
    return turn;
  }
}

/**
 * The waits that are in a circle, as one who sees everything finds them: those from whose other end their own turn can be
 * reached.
 */
export function inCircles({ waiting }: WaitNet): ReadonlySet<Waiting> {
  const live = waiting.filter(({ isLive }) => isLive);
  const beyond = ({ asked }: Waiting): readonly Turn[] => {
    const turns = [...asked.to.running];
    return asked.state === 'queued' ? turns : turns.filter(({ woken }) => woken === asked);
  };
  const isInCircle = (wait: Waiting): boolean => {
    const reached = new Set(beyond(wait));
    for (const turn of reached) {
      for (const next of live.filter(({ asked }) => asked.by === turn).flatMap(beyond)) {
        reached.add(next);
      }
    }
    return reached.has(wait.asked.by);
  };
  return new Set(live.filter(isInCircle));
}

/** Peers that probes went to, by name, in order. */
export function routeOf(net: WaitNet): string {
  return net.sent.map(({ to }) => net.nameOf(to)).join('');
}

const NAMES = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];
const STEP_MS = 100;

function countingIds(): Ids {
  let made = 0;
  const next = (): string => `id-${(made += 1)}`;
  return { next, bytes: (count) => createHash('sha256').update(next()).digest().subarray(0, count) };
}
