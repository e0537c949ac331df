import type { Identity } from './identity.ts';
import type { AgentCard } from './mesh.ts';
import type { MeshObserver } from './mesh-event.ts';
import type { MeshTimings } from './timings.ts';

/** A stream muxer that a mesh offers. */
export type Muxer = 'yamux' | 'mplex';

/** What a mesh over libp2p is made of. */
export interface MeshInit {
  readonly identity: Identity;
  /** 32 bytes; whoever holds them is a member. */
  readonly networkKey: Uint8Array;
  /** What this peer says of itself. */
  readonly card: AgentCard;
  /** Multiaddrs to listen at; port 0 means any. @default ['/ip4/0.0.0.0/tcp/0'] */
  readonly listen?: readonly string[];
  /** Multiaddrs to tell to others in place of those it listens at, as behind a port forward. @default what it listens at */
  readonly announce?: readonly string[];
  /** Multiaddrs of peers that are dialled, and redialled. @default [] */
  readonly peers?: readonly string[];
  /** Peer IDs that get no connection, and whose posts are not read. @default [] */
  readonly deny?: readonly string[];
  /** Whether to look for peers on the local network. @default true */
  readonly mdns?: boolean;
  /** In order of preference. @default ['yamux', 'mplex'] */
  readonly muxers?: readonly Muxer[];
  /** Where the address book is kept; without one it is forgotten at the end. */
  readonly dataDirectory?: string;
  readonly timings?: Partial<MeshTimings>;
  /** Told what goes on. */
  readonly observe?: MeshObserver;
}
