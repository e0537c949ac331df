/** Hops one job may take, over tasks, sessions and rooms together. A config or a job may lower it; nothing raises it. */
export const MAX_HOP_DEPTH = 4;

/** Turns one job may cause when its origin does not say. */
export const DEFAULT_CREDIT = 32;

/** Most turns an origin may mint for one job. */
export const MAX_CREDIT = 10_000;

/** Largest frame on a stream or post in a room, in bytes. libp2p itself resets streams at 4 MiB. */
export const MAX_FRAME_BYTES = 1024 * 1024;

/** Bytes of a frame besides the envelope, or the envelopes, in it. */
export const FRAME_OVERHEAD = 512;

/** Largest brief, result or text of one message, in UTF-8 bytes: a frame less its lineage and settlement. */
export const MAX_CONTENT_BYTES = MAX_FRAME_BYTES - 64 * 1024;

/** Largest signed notice, in bytes. */
export const MAX_NOTICE_BYTES = 32 * 1024;

/** How often a job may be released after it was stopped. */
export const MAX_EPOCH = 1_000_000;

/** Clocks of two peers may differ by this much, in milliseconds. */
export const CLOCK_SKEW_MS = 60_000;

/** Longest life of a job, in milliseconds: how long a message ID must be remembered. */
export const MAX_JOB_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** Longest message, job or room name, in characters. */
export const MAX_ID_LENGTH = 128;

/** A room's gossip topic is this and its name. */
export const ROOM_TOPIC_PREFIX = '/hoplite/room/1/';

/** The gossip topic of notices. Every node is in it. */
export const CONTROL_TOPIC = '/hoplite/control/1';

/** The protocol of the hand-shake that proves membership. */
export const HELLO_PROTOCOL = '/hoplite/hello/1';

/** What a room may be called: it stands in topics, file names and commands. */
export const ROOM_NAME_PATTERN = /^[a-z0-9][a-z0-9._-]{0,63}$/;
