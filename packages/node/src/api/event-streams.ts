import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { NodeEvent } from '../node-events.ts';
import type { Clock, Timer } from '../ports/clock.ts';
import type { HopliteNode } from '../sdk.ts';
import { EVENT_STREAM } from './wire.ts';

/** Most clients that listen at once. */
export const MAX_STREAMS = 16;

/** A client that has not read this much when the next event comes is cut. One event may be larger, and passes. */
const MAX_UNREAD_BYTES = 4 * 1024 * 1024;

/** Shorter than the idle limit of a connection, so that one on which nothing happens is kept, and one that is dead ends. */
const HEARTBEAT_MS = 15_000;

/** How long clients have to read the end when the node stops. */
const END_MS = 500;

/** The clients that listen to a node's events. */
export class EventStreams {
  readonly #node: Pick<HopliteNode, 'subscribe'>;
  readonly #clock: Clock;
  readonly #open = new Set<ServerResponse>();

  constructor(node: Pick<HopliteNode, 'subscribe'>, clock: Clock) {
    this.#node = node;
    this.#clock = clock;
  }

  get isFull(): boolean {
    return this.#open.size >= MAX_STREAMS;
  }

  /** Sends events until either side ends it. The client has the head once nothing can be missed any more. */
  open(response: ServerResponse): void {
    const off = this.#node.subscribe((event) => send(response, event));
    const heart = this.#beat(response);
    this.#open.add(response);
    response.once('close', () => {
      off();
      heart.clear();
      this.#open.delete(response);
    });
    response.writeHead(200, { 'content-type': EVENT_STREAM, 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
    response.flushHeaders();
  }

  /** Ends all of them, with a client that does not read cut. */
  async end(): Promise<void> {
    const open = [...this.#open];
    const ended = Promise.allSettled(open.map((response) => once(response, 'close')));
    for (const response of open) response.end();
    const late = this.#clock.after(END_MS, () => {
      for (const response of open) response.destroy();
    });
    await ended;
    late.clear();
  }

  #beat(response: ServerResponse): Timer {
    let timer: Timer;
    const next = (): void => {
      timer = this.#clock.after(HEARTBEAT_MS, () => {
        write(response, ':\n\n');
        next();
      });
    };
    next();
    return { clear: () => timer.clear() };
  }
}

function send(response: ServerResponse, event: NodeEvent): void {
  write(response, `data: ${JSON.stringify(event)}\n\n`);
}

function write(response: ServerResponse, text: string): void {
  if (response.destroyed || response.writableEnded) return;
  if (response.writableLength > MAX_UNREAD_BYTES) response.destroy();
  else response.write(text);
}
