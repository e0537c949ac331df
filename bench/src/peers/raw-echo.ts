import { decode, encode } from 'it-length-prefixed';
import type { Libp2p } from 'libp2p';

export type Stream = Awaited<ReturnType<Libp2p['dialProtocol']>>;

/** Sends every frame back, as a handler is ordinarily written. */
export async function echo(stream: Stream): Promise<void> {
  for await (const frame of decode(stream)) {
    if (!stream.send(encode.single(frame))) {
      await stream.onDrain();
    }
  }
  await stream.close();
}

/** Calls over one stream: an echo keeps their order, so the oldest call is the next to be answered. */
export class EchoClient {
  readonly #stream: Stream;
  readonly #waiting: PromiseWithResolvers<Uint8Array>[] = [];

  constructor(stream: Stream) {
    this.#stream = stream;
    this.#read().then(
      () => this.#fail(new Error('the stream has ended')),
      (error: unknown) => this.#fail(error),
    );
  }

  async call(payload: Uint8Array): Promise<Uint8Array> {
    const waiting = Promise.withResolvers<Uint8Array>();
    waiting.promise.catch(() => undefined); // The stream may end before it is awaited.
    this.#waiting.push(waiting);
    if (!this.#stream.send(encode.single(payload))) {
      await this.#stream.onDrain();
    }
    return waiting.promise;
  }

  async #read(): Promise<void> {
    for await (const frame of decode(this.#stream)) {
      this.#waiting.shift()?.resolve(frame.subarray());
    }
  }

  #fail(reason: unknown): void {
    for (const { reject } of this.#waiting.splice(0)) {
      reject(reason);
    }
  }
}
