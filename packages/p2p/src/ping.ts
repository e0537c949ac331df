import { randomBytes } from 'node:crypto';
import type { Connection, StreamMessageEvent } from '@libp2p/interface';

const PING_PROTOCOL = '/ipfs/ping/1.0.0';
const PING_BYTES = 32;

/**
 * Sends 32 random bytes over one connection and waits for them to come back (libp2p's ping protocol). libp2p's own
 * service pings a peer over whichever connection it finds, and dials if there is none.
 *
 * @throws when they do not come back before the signal
 */
export async function pingConnection(connection: Connection, signal: AbortSignal): Promise<void> {
  const stream = await connection.newStream(PING_PROTOCOL, { signal });
  const sent = randomBytes(PING_BYTES);
  const echoed = Promise.withResolvers<undefined>();
  echoed.promise.catch(() => undefined); // When sending fails, nobody waits for the echo any more.
  const received: Uint8Array[] = [];
  const onMessage = (event: StreamMessageEvent): void => {
    received.push(event.data.subarray());
    const bytes = Buffer.concat(received);
    if (bytes.byteLength >= PING_BYTES) {
      if (bytes.equals(sent)) {
        echoed.resolve(undefined);
      } else {
        echoed.reject(new Error('the peer echoed something else'));
      }
    }
  };
  const onEnd = (): void => echoed.reject(new Error('the connection ended'));
  const onAbort = (): void => echoed.reject(new Error('the peer did not answer in time'));
  stream.addEventListener('message', onMessage);
  stream.addEventListener('close', onEnd);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    stream.send(sent);
    await echoed.promise;
    await stream.close({ signal });
  } catch (error) {
    stream.abort(error instanceof Error ? error : new Error(String(error)));
    throw error;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
