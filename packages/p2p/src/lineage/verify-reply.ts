import { obliges } from '../acts.ts';
import { bodyHash, type Message } from '../wire/message.ts';
import type { LineageFault } from './verify.ts';

/**
 * Whether `reply`, which the connection authenticated as coming from `author`, answers `request`: it extends the very
 * chain that was sent by one terminal link back along it. The earlier links are one's own bytes, so comparing them
 * replaces checking their signatures.
 *
 * @returns the fault, or undefined when there is none
 */
export function verifyReply(reply: Message, request: Message, author: string): LineageFault | undefined {
  const asked = request.lineage.links;
  const answered = reply.lineage.links;
  const sameChain =
    answered.length === asked.length + 1 &&
    Buffer.compare(reply.lineage.jobBytes, request.lineage.jobBytes) === 0 &&
    asked.every((link, index) => Buffer.compare(link.signature, answered[index]?.signature ?? NONE) === 0) &&
    asked.every((link, index) => Buffer.compare(link.bytes, answered[index]?.bytes ?? NONE) === 0);
  if (!sameChain) {
    return malformed('the answer does not extend the chain of what it answers');
  }
  if (obliges(reply.link.act) || reply.link.credit !== 0) {
    return malformed(`an answer is terminal and carries no credit, this one is ${reply.link.act}`);
  }
  if (reply.link.from !== author || reply.link.to !== returnAddress(request)) {
    return malformed(`the answer goes from ${reply.link.from} to ${reply.link.to}, but it came from ${author}`);
  }
  if (reply.body.inReplyTo !== request.link.messageId) {
    return malformed('the answer is to another message');
  }
  if (Buffer.compare(reply.link.bodyHash, bodyHash(reply.channel, reply.bodyBytes)) !== 0) {
    return malformed('the body is not the one that was signed');
  }
  return undefined;
}

/** Where the answer to a message goes: back to its sender, or to the room that it was posted in. */
export function returnAddress(request: Message): string {
  return request.channel === 'room' ? request.link.to : request.link.from;
}

const NONE = new Uint8Array(0);

function malformed(detail: string): LineageFault {
  return { reason: 'malformed', detail };
}
