import { obliges, shortHash, type Channel, type SignedLink } from '@hoplite/p2p';
import { readStored } from '../dispatch/record.ts';
import type { StoredMessage, StoredRefusal } from '../ports/store.ts';
import type { Runtime } from '../runtime.ts';
import type { JobSummary, JobTrace, TraceHop, TraceRefusal } from '../sdk.ts';

/** Refusals of one job that a trace holds, at most. */
const MAX_REFUSALS = 1000;

/** Messages of one job that a trace holds, at most. */
const MAX_MESSAGES = 2000;

type Outcome = TraceHop['outcomes'][number];

/** A job as far as this node's own records go: what it sent and got, and the chains that those carried. */
export function traceJob(runtime: Runtime, jobId: string, summary: JobSummary | undefined): JobTrace | undefined {
  const { mesh, peers, store } = runtime;
  const stored = store.messagesOfJob(jobId, MAX_MESSAGES);
  const refusals = store.refusals({ jobId }, MAX_REFUSALS);
  const thread = threadOf(runtime, jobId);
  if (summary === undefined && stored.length === 0 && refusals.length === 0 && thread.state === 'open') {
    return undefined;
  }
  const origin = summary === undefined ? stored[0]?.origin : mesh.localPeer;
  return {
    jobId,
    origin: origin === undefined ? 'unknown' : peers.nameOf(origin),
    ...(summary === undefined ? {} : { summary }),
    thread,
    hops: hopsOf(runtime, stored),
    refusals: refusals.map((refusal) => refusalView(runtime, refusal)),
  };
}

export function threadOf({ peers, threads }: Runtime, jobId: string): JobTrace['thread'] {
  const halt = threads.haltOf(jobId);
  if (halt !== undefined) {
    return { state: 'halted', note: halt.note, by: halt.by };
  }
  const frozen = threads.frozen(jobId);
  return frozen === undefined
    ? { state: 'open' }
    : { state: 'frozen', reason: frozen.reason, path: peers.names(frozen.path), by: peers.nameOf(frozen.by) };
}

export function refusalView({ peers }: Runtime, refusal: StoredRefusal): TraceRefusal {
  const { at, direction, channel, peer, brake, reason, detail, path, briefHash, messageId } = refusal;
  return {
    at,
    direction,
    channel,
    peer: peers.names([peer])[0] ?? peer,
    ...(brake === undefined ? {} : { brake }),
    reason,
    detail: peers.sentence(detail),
    path: peers.names(path),
    ...(briefHash === undefined ? {} : { briefHash: shortHash(briefHash) }),
    ...(messageId === undefined ? {} : { messageId }),
  };
}

/** Every link of every chain once, parents first, each with what is known of its message. */
function hopsOf(runtime: Runtime, stored: readonly StoredMessage[]): readonly TraceHop[] {
  const hops = new Map<string, TraceHop>();
  for (const record of stored) {
    const message = readStored(runtime, record);
    if (message === undefined) {
      continue;
    }
    const { links, job } = message.lineage;
    for (const [index, link] of links.entries()) {
      const isLast = index === links.length - 1;
      const key = `${link.from}\n${link.messageId}`;
      if (isLast || !hops.has(key)) {
        const parent = links[index - 1];
        const known = isLast ? { channel: record.channel, record } : undefined;
        hops.set(key, hopOf(runtime, { link, parent, depth: index + 1, epoch: job.epoch }, known));
      }
    }
  }
  return [...hops.values()].sort((a, b) => a.depth - b.depth || a.at - b.at);
}

function hopOf(
  runtime: Runtime,
  place: { link: SignedLink; parent: SignedLink | undefined; depth: number; epoch: number },
  known: { readonly channel: Channel; readonly record: StoredMessage } | undefined,
): TraceHop {
  const { link, parent, depth, epoch } = place;
  const [from = link.from, to = link.to] = runtime.peers.names([link.from, link.to]);
  const hash = known?.record.briefHash;
  return {
    messageId: link.messageId,
    ...(parent === undefined ? {} : { parent: parent.messageId }),
    depth,
    epoch,
    from,
    to,
    ...(known === undefined ? {} : { channel: known.channel }),
    act: link.act,
    credit: link.credit,
    at: link.at,
    ...(hash === undefined ? {} : { briefHash: shortHash(hash) }),
    outcomes: known === undefined || !obliges(link.act) ? [] : outcomesOf(runtime, known.record),
  };
}

/** How a message ended, by each peer that was to answer it. */
export function outcomesOf(runtime: Runtime, record: StoredMessage): readonly Outcome[] {
  const { mesh, peers, store } = runtime;
  const { author, messageId, peer, direction } = record;
  const message = readStored(runtime, record);
  // A post that is only kept here has the room for its other side: this node owes it nothing.
  const owed = peer === author ? [mesh.localPeer] : [];
  const askedOf = direction === 'in' ? owed : (message?.body.wake?.map((wake) => wake.peer) ?? [peer]);
  const refused = store.outcomes(author, messageId);
  return askedOf.map((asked): Outcome => {
    const name = peers.nameOf(asked);
    const answer = store.answer(asked, author, messageId);
    const body = answer && readStored(runtime, answer)?.body;
    if (body !== undefined) {
      const { settlement, refusal } = body;
      const credit =
        settlement === undefined
          ? {}
          : { credit: { returned: settlement.returned, burnt: settlement.burnt, open: settlement.open } };
      return refusal === undefined
        ? { peer: name, state: 'answered', ...credit }
        : { peer: name, state: 'refused', reason: refusal.reason, detail: peers.sentence(refusal.detail), ...credit };
    }
    const outcome = refused.find((known) => known.peer === asked);
    return outcome === undefined
      ? { peer: name, state: 'waiting' }
      : { peer: name, state: 'refused', reason: outcome.reason, detail: peers.sentence(outcome.detail) };
  });
}
