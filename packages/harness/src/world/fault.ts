/**
 * What can go wrong around nodes. Peers stand by name. A fault of the network holds for the lines between the peers that
 * it names, in both directions, or for all lines when it names none; a later one of the same kind and lines replaces it.
 */
export type Fault =
  /** Connections break, and none comes about between peers of different groups; who stands in no group is alone. */
  | { readonly kind: 'partition'; readonly groups: readonly (readonly string[])[] }
  /** All lines work again, without loss, delay, duplicates or reordering. */
  | { readonly kind: 'heal' }
  /** A share of what is sent does not arrive, 0 to 1: the connection breaks, as TCP does when it gives up. */
  | { readonly kind: 'lose'; readonly share: number; readonly between?: readonly string[] }
  /** A share of what is sent arrives twice, 0 to 1. */
  | { readonly kind: 'duplicate'; readonly share: number; readonly between?: readonly string[] }
  /** A share of what is sent is overtaken by what comes after it, 0 to 1. */
  | { readonly kind: 'reorder'; readonly share: number; readonly between?: readonly string[] }
  /** Milliseconds from sending to arriving, drawn evenly from `[least, most]`. */
  | { readonly kind: 'delay'; readonly ms: readonly [number, number]; readonly between?: readonly string[] }
  /** What these peers do takes longer: everything that reaches them or leaves them is held for so many milliseconds. */
  | { readonly kind: 'slow'; readonly peer: string; readonly ms: number }
  /** A peer's clock is so many milliseconds ahead of the world's; negative is behind. */
  | { readonly kind: 'skew'; readonly peer: string; readonly ms: number };
