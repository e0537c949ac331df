import type { Channel } from '../channel.ts';
import { MalformedMessageError } from '../errors.ts';
import type { Frame } from '../wire/frame-codec.ts';

/** The one channel that a kind of frame belongs on. The others belong on all. */
const HOME: Partial<Record<Frame['kind'], Channel>> = { notice: 'task', history: 'room', posts: 'room' };

/** @throws {MalformedMessageError} for a frame that does not belong on this channel */
export function requireHome(frame: Frame, channel: Channel): void {
  const home = HOME[frame.kind];
  if (home !== undefined && home !== channel) {
    throw new MalformedMessageError(`frame.${frame.kind}`, `came on the ${channel} stream, and belongs on ${home}`);
  }
}
