import { createLog, type HopliteNode } from '@hoplite/node';
import { identityFromSeed, type Identity } from '@hoplite/p2p';
import { WrongPeerError } from '../../errors.ts';
import type { SimulatedNetwork } from '../network/simulated-network.ts';
import type { SimulatedMesh } from '../network/simulated-mesh.ts';
import { NodeClock } from '../node-clock.ts';
import { SeededIds } from '../seeded-ids.ts';
import type { SeededRandom } from '../seeded-random.ts';
import { HandDrivenPeer } from './hand-driven-peer.ts';
import { SimulatedPeer, type Life } from './simulated-peer.ts';

/** Jobs of one node that are looked at. */
const MAX_JOBS = 1000;

/** Who is in a simulated world: nodes, whether they run or not, and members that are driven by hand. */
export class Company implements Disposable {
  readonly #network: SimulatedNetwork;
  readonly #random: SeededRandom;
  readonly #ids: SeededIds;
  readonly #log = createLog({ level: 'silent' });
  readonly #peers = new Map<string, SimulatedPeer>();
  readonly #strangers: HandDrivenPeer[] = [];
  /** Names by peer ID. */
  readonly #names = new Map<string, string>();
  /** Turns that run, by name of the node. */
  readonly #turns = new Map<string, number>();
  #busiest = '';

  constructor(network: SimulatedNetwork, random: SeededRandom) {
    this.#network = network;
    this.#random = random;
    this.#ids = new SeededIds(network.clock, random.stream('strangers'));
  }

  /** Of all who have ever been there. */
  get names(): readonly string[] {
    return [...new Set(this.#names.values())];
  }

  /** Names of nodes that run. */
  get running(): readonly string[] {
    return [...this.#peers.values()].filter(({ life }) => life !== undefined).map(({ name }) => name);
  }

  nameOf(peerId: string): string {
    return this.#names.get(peerId) ?? peerId;
  }

  /** @throws {WrongPeerError} when there is no such node, or it does not run */
  lifeOf(name: string): Life {
    const life = this.#peers.get(name)?.life;
    if (life === undefined) {
      throw new WrongPeerError(name, `does not run; those that do are ${this.running.join(', ')}`);
    }
    return life;
  }

  /** @throws {WrongPeerError} when nobody of that name has ever been there */
  mustKnow(name: string): void {
    const { names } = this;
    if (!names.includes(name)) {
      throw new WrongPeerError(name, `is not in this world; it has ${names.join(', ')}`);
    }
  }

  /** The peer of a name, made when there is none. */
  peer(name: string): SimulatedPeer {
    const known = this.#peers.get(name);
    if (known !== undefined) {
      return known;
    }
    const peer = new SimulatedPeer({
      name,
      identity: this.#identity(`peer ${name}`, name),
      network: this.#network,
      random: this.#random.stream(`peer ${name}`),
      log: this.#log,
    });
    this.#peers.set(name, peer);
    return peer;
  }

  /** A member that is driven by hand, in the lobby. @param onCame told when something has reached it */
  async stranger(name: string, onCame: () => void): Promise<HandDrivenPeer> {
    const identity = this.#identity(`stranger ${name} ${this.#strangers.length}`, name);
    const card = { name, description: 'driven by hand', skills: [], version: '0' };
    const mesh = this.#network.createMesh({ identity, card });
    const clock = new NodeClock(this.#network.clock);
    const stranger = new HandDrivenPeer({ identity, mesh, clock, ids: this.#ids, onCame });
    this.#strangers.push(stranger);
    await stranger.begin();
    mesh.joinRoom('lobby');
    return stranger;
  }

  /** Whether all that can reach each other are connected, and know of each other in the rooms that they share. */
  get haveMet(): boolean {
    const nodes = [...this.#peers.values()].flatMap(({ life }) => (life === undefined ? [] : [life.mesh]));
    const strangers = this.#strangers.map(({ mesh }) => mesh).filter(({ isRunning }) => isRunning);
    const all = [...nodes, ...strangers];
    return nodes.every((node) => all.every((other) => node === other || this.#haveMet(node, other)));
  }

  /** A turn has begun or ended, or all of a node have: it has stopped. */
  onTurn(name: string, change: 'begun' | 'ended' | 'all ended'): void {
    const running = this.#turns.get(name) ?? 0;
    const left = { begun: running + 1, ended: Math.max(0, running - 1), 'all ended': 0 };
    this.#turns.set(name, left[change]);
  }

  /** Whether no turn runs, and no job is open that began at a node that runs. */
  get isAtRest(): boolean {
    // What was busy last is the likeliest to be busy still.
    if (this.#isBusy(this.#busiest)) {
      return false;
    }
    this.#busiest = this.running.find((name) => this.#isBusy(name)) ?? '';
    return this.#busiest === '';
  }

  [Symbol.dispose](): void {
    for (const { mesh } of this.#strangers) {
      mesh.sever();
    }
    for (const peer of this.#peers.values()) {
      peer[Symbol.dispose]();
    }
  }

  #haveMet(a: SimulatedMesh, b: SimulatedMesh): boolean {
    return a.knows(b) || !this.#network.canReach(a.localPeer, b.localPeer);
  }

  #isBusy(name: string): boolean {
    const node = this.#peers.get(name)?.life?.node;
    return node !== undefined && ((this.#turns.get(name) ?? 0) > 0 || hasOpenJobs(node));
  }

  #identity(which: string, name: string): Identity {
    const identity = identityFromSeed(this.#random.stream(which).stream('identity').bytes(32));
    this.#names.set(identity.peerId, name);
    return identity;
  }
}

function hasOpenJobs(node: HopliteNode): boolean {
  return node.jobs({ limit: MAX_JOBS }).some(({ state }) => state === 'open' || state === 'frozen');
}
