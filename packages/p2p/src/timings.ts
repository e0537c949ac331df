/** How long the mesh waits for things, in milliseconds unless it says otherwise. */
export interface MeshTimings {
  /** A connection must have proven membership by then. @default 5000 */
  readonly hello: number;
  /** A request to a peer that is not connected fails after this. @default 10000 */
  readonly connect: number;
  /** A requester may be away for this long before its requests are given up. @default 30000 */
  readonly grace: number;
  /** @default 5000 */
  readonly pingEvery: number;
  /** A ping that is not answered by then is a miss. @default 3000 */
  readonly pingTimeout: number;
  /** Misses in a row after which a connection is given up: a number. @default 3 */
  readonly pingMisses: number;
  /** The first pause before a peer is dialled again; it doubles each time. @default 250 */
  readonly redialFirst: number;
  /** The longest. @default 30000 */
  readonly redialMax: number;
  /** The longest for a peer that others told of, and that has never been met. @default 300000 */
  readonly redialUnmet: number;
  /** How long the peer with the greater ID leaves it to the other to dial. @default 2000 */
  readonly dialFallback: number;
  /** How long a peer that sent too many malformed frames is shut out. @default 60000 */
  readonly penalty: number;
  /** Longest that stopping may take. @default 5000 */
  readonly stop: number;
}

export const DEFAULT_TIMINGS: MeshTimings = {
  hello: 5_000,
  connect: 10_000,
  grace: 30_000,
  pingEvery: 5_000,
  pingTimeout: 3_000,
  pingMisses: 3,
  redialFirst: 250,
  redialMax: 30_000,
  redialUnmet: 300_000,
  dialFallback: 2_000,
  penalty: 60_000,
  stop: 5_000,
};
