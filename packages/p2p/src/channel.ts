import { ROOM_NAME_PATTERN, ROOM_TOPIC_PREFIX } from './constants.ts';

/** The three ways for a message to cross from one peer to others. They share one hop budget and one credit. */
export type Channel = (typeof CHANNELS)[number];

export const CHANNELS = ['task', 'session', 'room'] as const;

/** The libp2p protocol of a channel's long-lived stream. */
export function protocolOf(channel: Channel): string {
  return `/hoplite/${channel}/1`;
}

/** The gossip topic of a room, which is also what a room post's link is addressed `to`. */
export function roomTopic(room: string): string {
  return ROOM_TOPIC_PREFIX + room;
}

/** The room that a link is addressed to, or undefined when it is addressed to a peer. */
export function roomOf(to: string): string | undefined {
  return to.startsWith(ROOM_TOPIC_PREFIX) ? to.slice(ROOM_TOPIC_PREFIX.length) : undefined;
}

/** Whether `room` can be a room's name. */
export function isRoomName(room: string): boolean {
  return ROOM_NAME_PATTERN.test(room);
}
