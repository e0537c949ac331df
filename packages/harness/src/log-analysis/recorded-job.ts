import { isRetryable } from '@hoplite/node/decisions';
import { obliges, shortHash, type Channel, type Reason } from '@hoplite/p2p';
import type { JobSeen, MessageSeen, TurnSeen, WaitSeen } from '../record.ts';
import { keyOf, type KnownMessage, type MergedJob } from './merged-job.ts';
import type { Names } from './names.ts';

/** One job as a record has it. */
export interface RecordedLog {
  readonly messages: readonly MessageSeen[];
  readonly turns: readonly TurnSeen[];
  readonly waits: readonly WaitSeen[];
  readonly job?: JobSeen;
}

/** What became of a message that was given up, rather than refused. */
const GIVEN_UP: ReadonlySet<Reason> = new Set(['unreachable', 'cancelled', 'interrupted', 'deadline', 'expired']);

/** Puts a merged job into the words of a record. Pure. @param now milliseconds since the Unix epoch */
export function recordJob(merged: MergedJob, names: Names, now: number): RecordedLog {
  const known = [...merged.messages.values()];
  const sent = known.flatMap((message) => seenOf(message, merged, names, now));
  const refused = refusedOf(merged, sent, names);
  const messages = [...sent, ...refused].sort((a, b) => a.at - b.at || a.depth - b.depth);
  const job = merged.record === undefined || merged.origin === undefined ? undefined : jobOf(merged, names);
  return {
    messages,
    turns: known.flatMap((message) => turnsOf(message, merged, names)).concat(rootTurnOf(merged, names)),
    waits: messages.flatMap((message) => waitOf(message)),
    ...(job === undefined ? {} : { job }),
  };
}

function seenOf(known: KnownMessage, merged: MergedJob, names: Names, now: number): readonly MessageSeen[] {
  const { message, text, room, briefHash } = known;
  const { channel, lineage, link, body } = message;
  const parent = lineage.links.at(-2)?.messageId;
  const seen = {
    at: link.at,
    from: names.of(link.from),
    ...(room === undefined ? {} : { room: `#${room}` }),
    channel,
    act: link.act,
    messageId: link.messageId,
    ...(parent === undefined ? {} : { parent }),
    ...(body.inReplyTo === undefined ? {} : { inReplyTo: body.inReplyTo }),
    jobId: merged.jobId,
    depth: lineage.depth,
    credit: link.credit,
    ...(briefHash === undefined ? {} : { briefHash: shortHash(briefHash) }),
    text,
  };
  if (!obliges(link.act)) {
    return [{ ...seen, to: names.of(link.to), fate: { kind: known.arrived.size > 0 ? 'handled' : 'stored' } }];
  }
  const asked = body.wake ?? [{ peer: link.to, credit: link.credit }];
  return asked.map(({ peer, credit }) => ({ ...seen, to: names.of(peer), credit, ...endOf(known, peer, merged, now) }));
}

function endOf(
  { message }: KnownMessage,
  peer: string,
  { answers, outcomes, refusals }: MergedJob,
  now: number,
): Pick<MessageSeen, 'fate' | 'endedAt'> {
  const { from, messageId } = message.link;
  const brake = refusals.find(({ at, refusal }) => at === peer && refusal.messageId === messageId)?.refusal.brake;
  const by = { by: 'receiver', ...(brake === undefined ? {} : { brake }) } as const;
  const answer = answers.get(keyOf(from, messageId, peer))?.message;
  if (answer !== undefined) {
    const { refusal } = answer.body;
    const endedAt = answer.link.at;
    return refusal === undefined
      ? { endedAt, fate: { kind: 'handled' } }
      : { endedAt, fate: { kind: 'refused', reason: refusal.reason, ...by } };
  }
  const outcome = outcomes.get(keyOf(from, messageId, peer));
  if (outcome !== undefined) {
    const isLost = GIVEN_UP.has(outcome.reason);
    return {
      endedAt: outcome.at,
      fate: isLost ? { kind: 'lost' } : { kind: 'refused', reason: outcome.reason, ...by },
    };
  }
  return { fate: message.lineage.job.expiresAt < now ? { kind: 'lost' } : { kind: 'waiting' } };
}

/** What never left its sender, and what was refused to a peer of which there is no log. */
function refusedOf({ jobId, refusals }: MergedJob, sent: readonly MessageSeen[], names: Names): readonly MessageSeen[] {
  return refusals.flatMap(({ at: where, refusal }, index) => {
    const { at, brake, channel, direction, path, reason, messageId, briefHash } = refusal;
    const isSender = direction === 'out';
    if (brake === undefined || reason === 'duplicate' || reason === 'terminal') return [];
    if (messageId !== undefined && sent.some((message) => message.messageId === messageId)) return [];
    const depth = Math.max(1, path.length - 1);
    const from = names.of(isSender ? where : refusal.peer);
    const cause = sent.find((message) => message.to === from && message.depth === depth - 1 && obliges(message.act));
    return [
      {
        at,
        endedAt: at,
        from,
        to: names.of(isSender ? (path.at(-1) ?? refusal.peer) : where),
        channel,
        act: actOf(channel),
        messageId: messageId ?? `refused ${index + 1}`,
        ...(depth > 1 ? { parent: cause?.messageId ?? 'unknown' } : {}),
        jobId,
        depth,
        credit: 0,
        ...(briefHash === undefined ? {} : { briefHash: shortHash(briefHash) }),
        text: '',
        fate: { kind: 'refused', reason, brake, by: isSender ? 'sender' : 'receiver' },
      } satisfies MessageSeen,
    ];
  });
}

function actOf(channel: Channel): 'request' | 'query' {
  return channel === 'session' ? 'query' : 'request';
}

function turnsOf(known: KnownMessage, { answers, jobId }: MergedJob, names: Names): readonly TurnSeen[] {
  const { channel, lineage, link } = known.message;
  return [...known.arrived].flatMap(([peer, starts]) => {
    const answer = answers.get(keyOf(link.from, link.messageId, peer))?.message;
    // One that ended before its agent was run has burnt nothing.
    const ran = answer?.body.settlement?.burnt === 0 ? starts - 1 : starts;
    const turn = { peer: names.of(peer), jobId, channel, depth: lineage.depth, startedAt: link.at };
    const refusal = answer?.body.refusal;
    return Array.from({ length: Math.max(0, Math.min(ran, MAX_RUNS)) }, (_, run) => ({
      ...turn,
      ...(answer === undefined || run < ran - 1
        ? {}
        : {
            endedAt: answer.link.at,
            outcome: refusal === undefined ? ('done' as const) : ('refuse' as const),
            ...(refusal === undefined ? {} : { reason: refusal.reason }),
          }),
    }));
  });
}

/** Runs of one turn that are shown: after three that a crash has ended there is none. */
const MAX_RUNS = 4;

/** A root event that was a turn of the origin's own agent. */
function rootTurnOf({ record, origin, jobId }: MergedJob, names: Names): readonly TurnSeen[] {
  if (record === undefined || origin === undefined || record.target !== origin || record.turns === 0) return [];
  const { channel, endedAt, startedAt, state } = record;
  const outcome = state === 'failed' ? 'refuse' : 'done';
  const turn = { peer: names.of(origin), jobId, channel, depth: 0, startedAt };
  // One for each time that it was begun; how the earlier ones ended, nobody has kept.
  const earlier = Array.from({ length: Math.min(record.epoch, MAX_RUNS) }, () => turn);
  return [...earlier, { ...turn, ...(endedAt === undefined ? {} : { endedAt, outcome }) }];
}

function jobOf({ jobId, origin = '', record }: MergedJob, names: Names): JobSeen | undefined {
  if (record === undefined) return undefined;
  const { channel, credit, left, path, reason, state, target, turns } = record;
  return {
    jobId,
    origin: names.of(origin),
    target: names.of(target),
    channel,
    state,
    ...(reason === undefined ? {} : { reason }),
    path: names.path(path),
    depth: Math.max(0, path.length - 1),
    turns,
    credit: { granted: credit, left },
  };
}

/** A turn that has asked somebody waits for the answer, as long as there is none. */
function waitOf({ act, at, channel, depth, endedAt, fate, from, jobId, to }: MessageSeen): readonly WaitSeen[] {
  const isWait = obliges(act) && depth > 1 && (fate.kind === 'handled' || fate.kind === 'waiting' || endedAt !== at);
  return isWait && !(fate.kind === 'refused' && isRetryable(fate.reason))
    ? [{ from, to, jobId, channel, since: at, ...(endedAt === undefined ? {} : { until: endedAt }) }]
    : [];
}
