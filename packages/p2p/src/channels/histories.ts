import { FRAME_OVERHEAD, MAX_FRAME_BYTES } from '../constants.ts';
import type { HistoryOptions } from '../mesh.ts';
import type { Frame } from '../wire/frame-codec.ts';

/** Questions of one peer that may wait for their answers. */
export const MAX_HISTORIES = 4;
/** Bytes before each envelope: a tag, and a length of up to 1 MiB. */
const ENVELOPE_OVERHEAD = 4;

/** What answering needs of the rest. */
export interface HistoryPorts {
  onHistory(peer: string, room: string, options: HistoryOptions): readonly Uint8Array[];
  /** Runs code of the node, which should not throw. */
  guard(run: () => void): void;
}

/** Answers members who ask what was said in a room: a few at once, each after whatever else is due. */
export class Histories {
  readonly #ports: HistoryPorts;
  /** By peer. */
  readonly #waiting = new Map<string, number>();
  #stopped = false;

  constructor(ports: HistoryPorts) {
    this.#ports = ports;
  }

  /**
   * Takes a question of a peer.
   *
   * @param answer given the frame that answers it; not called when the node fails
   * @returns false when the peer asks too many at once
   */
  ask(peer: string, question: Extract<Frame, { kind: 'history' }>, answer: (posts: Frame) => void): boolean {
    const waiting = this.#waiting.get(peer) ?? 0;
    if (waiting >= MAX_HISTORIES) {
      return false;
    }
    this.#waiting.set(peer, waiting + 1);
    setImmediate(() => {
      this.#done(peer);
      if (!this.#stopped) {
        this.#ports.guard(() => answer(this.#posts(peer, question)));
      }
    });
    return true;
  }

  stop(): void {
    this.#stopped = true;
  }

  #posts(peer: string, { id, room, since, limit }: Extract<Frame, { kind: 'history' }>): Frame {
    const envelopes = this.#ports.onHistory(peer, room, { since, limit });
    return { kind: 'posts', id, envelopes: fitting(envelopes.slice(-limit)) };
  }

  #done(peer: string): void {
    const left = (this.#waiting.get(peer) ?? 0) - 1;
    if (left > 0) {
      this.#waiting.set(peer, left);
    } else {
      this.#waiting.delete(peer);
    }
  }
}

/** The newest of `envelopes`, which are in order, that fit into one frame together. */
export function fitting(envelopes: readonly Uint8Array[]): readonly Uint8Array[] {
  let room = MAX_FRAME_BYTES - FRAME_OVERHEAD;
  let first = envelopes.length;
  for (const envelope of envelopes.toReversed()) {
    room -= envelope.byteLength + ENVELOPE_OVERHEAD;
    if (room < 0) {
      break;
    }
    first -= 1;
  }
  return envelopes.slice(first);
}
