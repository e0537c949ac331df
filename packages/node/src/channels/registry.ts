import type { Channel, InboundPost, InboundRequest, Refusal } from '@hoplite/p2p';
import { ChannelNotCompliantError, ChannelTakenError } from '../errors.ts';
import type { Brake } from '../admission/brakes.ts';
import type { Runtime } from '../runtime.ts';
import { rehearse, type Rehearsed } from './checklist.ts';
import type { ChannelDoor, DoorInit, MakeDoor } from './door.ts';

/**
 * How doors did with the usual brakes, in this process. A rehearsal has no input but code: not the node's key, its time, its
 * store or its config. So a world of 200 nodes rehearses three doors, not 600.
 */
const REHEARSED = new WeakMap<MakeDoor, Promise<Rehearsed>>();

/** The doors of a node that have passed the checklist. What the mesh brings gets to a door by this, and by nothing else. */
export class ChannelRegistry {
  readonly #runtime: Pick<Runtime, 'refusals'>;
  readonly #brakes: readonly Brake[] | undefined;
  readonly #doors = new Map<Channel, ChannelDoor>();

  /** @param brakes those of the node, when it has not the usual ones */
  constructor(runtime: Pick<Runtime, 'refusals'>, brakes?: readonly Brake[]) {
    this.#runtime = runtime;
    this.#brakes = brakes;
  }

  /**
   * Rehearses a door with the whole checklist, and opens it at the node.
   *
   * @param init the parts of the node that it is to stand in; the rehearsal touches none of them
   * @throws {ChannelNotCompliantError} when it fails a question; it is not opened then
   * @throws {ChannelTakenError} when the channel has a door
   */
  async register(makeDoor: MakeDoor, init: DoorInit): Promise<void> {
    const { channel, unmet } = await this.#rehearse(makeDoor);
    if (unmet.length > 0) {
      throw new ChannelNotCompliantError(channel, unmet);
    }
    if (this.#doors.has(channel)) {
      throw new ChannelTakenError(channel);
    }
    this.#doors.set(channel, makeDoor(init));
  }

  /** Whether messages of this channel can come in. */
  has(channel: Channel): boolean {
    return this.#doors.has(channel);
  }

  onRequest(request: InboundRequest): void {
    const door = this.#doors.get(request.channel);
    if (door === undefined) {
      request.refuse(this.#closed(request.channel, request.peer));
      return;
    }
    door.onRequest(request);
  }

  onPost(post: InboundPost): void {
    const door = this.#doors.get('room');
    if (door?.onPost === undefined) {
      this.#closed('room', post.author); // Nobody waits for an answer to gossip: it is counted, logged and kept.
      return;
    }
    door.onPost(post);
  }

  #rehearse(makeDoor: MakeDoor): Promise<Rehearsed> {
    if (this.#brakes !== undefined) {
      return rehearse(makeDoor, this.#brakes);
    }
    const known = REHEARSED.get(makeDoor);
    if (known !== undefined) {
      return known;
    }
    const rehearsed = rehearse(makeDoor);
    REHEARSED.set(makeDoor, rehearsed);
    rehearsed.catch(() => REHEARSED.delete(makeDoor)); // What went wrong may not do so again.
    return rehearsed;
  }

  #closed(channel: Channel, peer: string): Refusal {
    const detail = `no door is registered for the ${channel} channel: this node takes no messages of it`;
    const refusal: Refusal = { reason: 'unauthorized', detail, path: [peer] };
    const crossing = { kind: 'unreadable', direction: 'inbound', channel, peer, problem: detail } as const;
    this.#runtime.refusals.note({ crossing, refusal });
    return refusal;
  }
}
