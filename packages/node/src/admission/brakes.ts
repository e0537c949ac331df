import { MAX_HOP_DEPTH, bodyHash, obliges, roomOf, shortHash, type Reason, type Refusal } from '@hoplite/p2p';
import { isWoken, type Crossing, type MessageCrossing, type View } from './crossing.ts';

/** One reason for which a message does not cross. Pure: what it knows is in its arguments. */
export interface Brake {
  readonly name: string;
  /** @returns the refusal, or undefined to let the message pass on to the next brake */
  readonly check: (crossing: Crossing, view: View) => Refusal | undefined;
}

/**
 * All brakes, in the order in which both directions apply them (design.md section 4). They run before the agent, before
 * the concurrency permit, and before anything costly. The first that refuses decides.
 */
export const BRAKES: readonly Brake[] = [
  { name: 'decodes', check: decodes },
  brake('authorised', isAuthorised),
  brake('local-id', localIdIsKnown),
  brake('lineage', lineageVerifies),
  brake('not-seen', isNew),
  brake('may-wake', mayWake),
  brake('not-banned', isNotBanned),
  brake('depth', isWithinDepth),
  brake('not-repeated', isNotRepeated),
  brake('no-cycle', closesNoCycle),
  brake('edge', isOnAnEdge),
  brake('credit', hasCredit),
  brake('rate', isWithinRate),
  brake('breaker', isLetThrough),
  brake('capacity', hasCapacity),
];

/** The first brake that refuses a crossing, with its refusal; undefined when it may cross. */
export function applyBrakes(
  crossing: Crossing,
  view: View,
  brakes: readonly Brake[] = BRAKES,
): { readonly brake: string; readonly refusal: Refusal } | undefined {
  for (const { name, check } of brakes) {
    const refusal = check(crossing, view);
    if (refusal !== undefined) {
      return { brake: name, refusal };
    }
  }
  return undefined;
}

function brake(name: string, check: (crossing: MessageCrossing, view: View) => Refusal | undefined): Brake {
  // What cannot be read was refused by the first brake.
  return { name, check: (crossing, view) => (crossing.kind === 'message' ? check(crossing, view) : undefined) };
}

function decodes(crossing: Crossing, view: View): Refusal | undefined {
  return crossing.kind === 'unreadable'
    ? { reason: 'malformed', detail: crossing.problem, path: [crossing.peer, view.localPeer].filter(Boolean) }
    : undefined;
}

function isAuthorised(crossing: MessageCrossing, view: View): Refusal | undefined {
  const { channel, direction, message, peer } = crossing;
  if (message !== undefined && direction === 'inbound' && message.link.from !== peer) {
    return refuse(crossing, 'unauthorized', `the message says it is from ${message.link.from}, and ${peer} sent it`);
  }
  const topic = channel === 'room' ? message?.link.to : undefined;
  if (topic !== undefined && direction === 'inbound' && !view.inRoom(topic)) {
    return refuse(crossing, 'not_in_room', `this node is not in room ${roomOf(topic) ?? topic}`);
  }
  return view.allows(peer, channel, direction)
    ? undefined
    : refuse(crossing, 'unauthorized', `the config gives ${peer} no right to the ${channel} channel`);
}

function localIdIsKnown(crossing: MessageCrossing, view: View): Refusal | undefined {
  return view.localPeer === ''
    ? refuse(crossing, 'no_local_id', 'this node does not know its own peer ID, so it handles nothing')
    : undefined;
}

function lineageVerifies(crossing: MessageCrossing, view: View): Refusal | undefined {
  const { lineage, message, direction, channel, peer } = crossing;
  if (direction === 'outbound') {
    return lineage.job.expiresAt < view.now
      ? refuse(crossing, 'expired', 'the job is past its time: begin a new one')
      : undefined;
  }
  if (message === undefined) {
    return refuse(crossing, 'malformed', 'what arrived has no message, so nothing of it can be checked');
  }
  const claims = { channel, author: peer, bodyHash: bodyHash(channel, message.bodyBytes) };
  const fault = view.verify(lineage, channel === 'room' ? { ...claims, topic: message.link.to } : claims);
  return fault === undefined ? undefined : refuse(crossing, fault.reason, fault.detail);
}

function isNew(crossing: MessageCrossing, view: View): Refusal | undefined {
  const { message, direction } = crossing;
  const seen = message === undefined || direction === 'outbound' ? 'new' : view.seen(message);
  switch (seen) {
    case 'new':
      return undefined;
    case 'same':
      return refuse(crossing, 'duplicate', 'this message has been seen before');
    case 'altered':
      return refuse(crossing, 'duplicate', 'a different message with this ID has been seen before: this is an alarm');
  }
}

/**
 * A terminal act is stored and given to who waits for it; so is a post that is to wake others, as everyone in the room
 * keeps it. Out of its depth it falls through to the depth brake.
 */
function mayWake(crossing: MessageCrossing, view: View): Refusal | undefined {
  const { act, channel, depth, direction, message } = crossing;
  const isForOthers = channel === 'room' && message !== undefined && !isWoken(message, view.localPeer);
  return direction === 'inbound' && (!obliges(act) || isForOthers) && depth < depthLimit(crossing, view)
    ? refuse(crossing, 'terminal', `a message with act ${act} wakes nobody here`)
    : undefined;
}

function isNotBanned(crossing: MessageCrossing, view: View): Refusal | undefined {
  const ban = obliges(crossing.act) ? view.ban(crossing) : undefined;
  return ban === undefined ? undefined : refuse(crossing, ban.reason, ban.detail);
}

function isWithinDepth(crossing: MessageCrossing, view: View): Refusal | undefined {
  const limit = depthLimit(crossing, view);
  return crossing.depth < limit
    ? undefined
    : refuse(crossing, 'max_hops', `hop ${crossing.depth} is not below the limit of ${limit}`);
}

/** The depth that a message must stay below. Answers may be one deeper than what they answer. */
function depthLimit({ lineage, act, answers }: MessageCrossing, view: View): number {
  const limit = Math.min(lineage.job.maxDepth, view.maxHopDepth, MAX_HOP_DEPTH);
  return !obliges(act) && answers ? limit + 1 : limit;
}

/** The same brief to the same addressee, by the same sender, in one job: whatever channel it takes, it is a bounce. */
function isNotRepeated(crossing: MessageCrossing, view: View): Refusal | undefined {
  const { briefHash } = crossing;
  return briefHash !== undefined && view.hasSaid(crossing)
    ? refuse(crossing, 'cannot: ping-pong', `brief ${shortHash(briefHash)} has been handed over in this job already`)
    : undefined;
}

/**
 * A task, or a post that wakes, must not come back to a peer of its chain, whatever channels lie between. A session
 * message back along the chain is a clarification: allowed, and paid for in hops and credit.
 */
function closesNoCycle(crossing: MessageCrossing, view: View): Refusal | undefined {
  const { act, channel, direction, peer, visited } = crossing;
  if (!obliges(act)) {
    return undefined;
  }
  const reached = direction === 'inbound' ? view.localPeer : peer;
  const isOwn = reached === visited.at(-1);
  return visited.includes(reached) && (channel !== 'session' || isOwn)
    ? refuse(crossing, 'cannot: cycle', `it has been at ${reached} already`)
    : undefined;
}

function isOnAnEdge(crossing: MessageCrossing, view: View): Refusal | undefined {
  const { act, channel, direction, peer, room, wakes } = crossing;
  if (!obliges(act)) {
    return undefined;
  }
  const from = direction === 'inbound' ? peer : view.localPeer;
  const where = { channel, ...(room === undefined ? {} : { room }) };
  const forbidden = wakes.find((to) => !view.allowsEdge({ from, to, ...where }));
  return forbidden === undefined
    ? undefined
    : refuse(crossing, 'illegal_edge', `the policy graph has no edge from ${from} to ${forbidden} by ${channel}`);
}

function hasCredit(crossing: MessageCrossing, view: View): Refusal | undefined {
  const { act, direction } = crossing;
  return direction === 'outbound' && obliges(act) && !view.hasCredit()
    ? refuse(crossing, 'max_turns', 'the job has no credit left for another turn')
    : undefined;
}

function isWithinRate(crossing: MessageCrossing, view: View): Refusal | undefined {
  const wait = obliges(crossing.act) ? view.rateWait(crossing) : 0;
  const detail = `too many messages from or to ${crossing.peer}, or of this origin, in too short a time`;
  return wait === 0 ? undefined : refuse(crossing, 'rate_limited', detail, wait);
}

function isLetThrough(crossing: MessageCrossing, view: View): Refusal | undefined {
  const why = obliges(crossing.act) ? view.breaker(crossing) : undefined;
  return why === undefined ? undefined : refuse(crossing, 'breaker', why);
}

function hasCapacity(crossing: MessageCrossing, view: View): Refusal | undefined {
  const { act, direction, peer } = crossing;
  return obliges(act) && !view.hasCapacity(peer, direction)
    ? refuse(crossing, 'busy', `the queue for ${peer} is full: send less at once`, 1000)
    : undefined;
}

function refuse(crossing: MessageCrossing, reason: Reason, detail: string, retryAfter?: number): Refusal {
  return { reason, detail, path: crossing.path, ...(retryAfter === undefined ? {} : { retryAfter }) };
}
