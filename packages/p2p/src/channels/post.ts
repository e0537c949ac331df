import { roomTopic } from '../channel.ts';
import { MalformedMessageError } from '../errors.ts';
import { isSignedLink } from '../lineage/verify.ts';
import type { VerifySignature } from '../lineage/signature.ts';
import { decodeEnvelope } from '../wire/envelope-codec.ts';
import { bodyHash } from '../wire/message.ts';

/**
 * Reads the author off a room post after checking what may be checked before it is passed on: that it can be read, is
 * meant for this room, and bears its author's signature over exactly this body.
 *
 * @returns the author's peer ID
 * @throws {MalformedMessageError}
 */
export function authorOf(room: string, envelope: Uint8Array, verify: VerifySignature): string {
  const message = decodeEnvelope('room', envelope);
  if (message.link.to !== roomTopic(room) || message.body.room !== room) {
    throw new MalformedMessageError('link.to', 'is another room than the one it was posted in');
  }
  if (Buffer.compare(message.link.bodyHash, bodyHash('room', message.bodyBytes)) !== 0) {
    throw new MalformedMessageError('link.bodyHash', 'is not that of the body');
  }
  if (!isSignedLink(message.lineage, message.lineage.depth - 1, verify)) {
    throw new MalformedMessageError('link.signature', 'is not its author’s');
  }
  return message.link.from;
}
