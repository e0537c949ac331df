import type { Channel, Frame } from '@hoplite/p2p';
import type { Crossing } from './traffic.ts';

/** What observers are told of a frame; undefined when it is none of their business. */
export function crossingOf(from: string, to: string, channel: Channel, frame: Frame): Crossing | undefined {
  switch (frame.kind) {
    case 'request':
    case 'answer':
      return { from, to, channel, kind: frame.kind, id: frame.id, envelope: frame.envelope };
    case 'refused':
      return { from, to, channel, kind: frame.kind, id: frame.id, refusal: frame.refusal };
    default:
      return undefined;
  }
}
