import { randomBytes, randomUUID } from 'node:crypto';

/** Fresh names. The harness makes them from its seed. */
export interface Ids {
  /**
   * A new message or job ID, at most 64 characters. Later ones sort after earlier ones, by the millisecond, so that what
   * is written together stands together in the store.
   */
  next(): string;
  /** `count` unpredictable bytes, for tokens. */
  bytes(count: number): Uint8Array;
}

export const systemIds: Ids = {
  next: uuidV7,
  bytes: (count) => randomBytes(count),
};

/** A UUID of version 7: 48 bits of time in milliseconds, the rest random (RFC 9562 section 5.7). */
function uuidV7(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
