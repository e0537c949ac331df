/** What the mesh tells of itself, for logs, metrics and `doctor`. Nothing depends on anybody listening. */
export type MeshEvent =
  /** A dial, or the hand-shake after it, failed. `attempt` counts from 1; `givenUp` when there will be no more. */
  | {
      readonly kind: 'dial-failed';
      readonly target: string;
      readonly attempt: number;
      readonly givenUp: boolean;
      readonly code: string;
      readonly message: string;
    }
  /** Somebody who is no member of the network connected, and was sent away. */
  | { readonly kind: 'stranger'; readonly peer: string; readonly code: string; readonly message: string }
  /** A peer sent something malformed. */
  | { readonly kind: 'charged'; readonly peer: string; readonly message: string }
  /** A peer sent so much of it that it is shut out for a while. */
  | { readonly kind: 'shut-out'; readonly peer: string; readonly milliseconds: number }
  /** A connection did not answer pings and was given up. */
  | { readonly kind: 'silent'; readonly peer: string }
  /** Something that should not happen did: a handler threw, a file could not be written. */
  | { readonly kind: 'fault'; readonly where: string; readonly message: string };

/** Takes what the mesh tells of itself. */
export type MeshObserver = (event: MeshEvent) => void;

/** The text of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
