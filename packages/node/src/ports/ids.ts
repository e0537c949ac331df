import { randomBytes, randomUUID } from 'node:crypto';

/** Fresh names. The harness makes them from its seed. */
export interface Ids {
  /** A new message or job ID: unguessable, at most 64 characters, sortable by nothing. */
  next(): string;
  /** `count` unpredictable bytes, for tokens. */
  bytes(count: number): Uint8Array;
}

export const systemIds: Ids = {
  next: () => randomUUID(),
  bytes: (count) => randomBytes(count),
};
