/** Why a connection did not become one between members. */
export type HelloFault =
  /** It speaks no Hoplite protocol at all, or no version that we do. */
  | 'ERR_NOT_HOPLITE'
  /** It does not hold this network's key. */
  | 'ERR_OTHER_NETWORK'
  /** What it said is not what the protocol says. */
  | 'ERR_MALFORMED_HELLO'
  /** It sent us away. */
  | 'ERR_SENT_AWAY'
  | 'ERR_HELLO_TIMEOUT'
  /** The connection went before it was done. */
  | 'ERR_CONNECTION_LOST';

/** Thrown when a hand-shake ends without proof of membership. */
export class HelloError extends Error {
  override readonly name = 'HelloError';
  readonly code: HelloFault;

  constructor(code: HelloFault, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** Whether trying again is pointless until something changes at the other side. */
export function isStranger(error: unknown): boolean {
  return error instanceof HelloError && error.code !== 'ERR_CONNECTION_LOST';
}
