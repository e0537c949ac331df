import { shortHash } from '@hoplite/p2p';
import { advice } from '../advice.ts';
import type { StoredEscalation, StoredMessage, StoredRefusal } from '../ports/store.ts';
import { readStored } from '../dispatch/record.ts';
import type { Runtime } from '../runtime.ts';
import type { Explanation, JobSummary } from '../sdk.ts';
import { outcomesOf, threadOf } from './trace.ts';

/** What `explain` says when nothing stands in the way. */
const NOTHING_TO_DO = 'There is nothing to do.';

/** Refusals that are looked at. */
const MAX_REFUSALS = 20;

/** Explains a message: of one's own by preference, as two authors may use the same ID. */
export function explainMessage(runtime: Runtime, messageId: string): Explanation | undefined {
  const { mesh, store } = runtime;
  const refusals = store.refusals({ messageId }, MAX_REFUSALS);
  const authors = [
    mesh.localPeer,
    ...runtime.peers.all().map(({ peerId }) => peerId),
    ...refusals.map(({ peer }) => peer),
  ];
  const stored = authors.map((author) => store.message(author, messageId)).find((found) => found !== undefined);
  if (stored !== undefined) {
    return explainStored(runtime, stored, refusals.at(-1));
  }
  const refused = refusals.at(-1);
  return refused && explainRefusal(runtime, messageId, refused);
}

/** Explains a job: the brake that stopped it here or elsewhere, if one did. */
export function explainJob(runtime: Runtime, jobId: string, summary: JobSummary | undefined): Explanation | undefined {
  const { peers, store } = runtime;
  const thread = threadOf(runtime, jobId);
  const messages = store.messagesOfJob(jobId, 1);
  const refusals = store.refusals({ jobId }, MAX_REFUSALS);
  if (summary === undefined && messages.length === 0 && refusals.length === 0 && thread.state === 'open') {
    return undefined;
  }
  // A job that went well may have met a `busy` on its way: that explains nothing.
  const elsewhere = thread.state === 'frozen' ? thread.reason : refusals.at(-1)?.reason;
  const reason = summary === undefined ? elsewhere : summary.reason;
  const stop = refusals.find((refusal) => refusal.reason === reason);
  const state = summary?.state ?? (thread.state === 'open' ? 'not stopped, as far as this node knows' : thread.state);
  const where =
    summary === undefined ? `began at ${peers.nameOf(messages[0]?.origin ?? '') || 'another peer'}` : 'began here';
  return {
    id: jobId,
    kind: 'job',
    jobId,
    happened: `The job ${where} and is ${state}${reason === undefined ? '' : ` (${reason})`}.`,
    ...(stop?.brake === undefined ? {} : { brake: stop.brake }),
    ...(reason === undefined ? {} : { reason }),
    saw: [
      ...(summary === undefined
        ? []
        : [`Turns that ran: ${summary.turns}; ${summary.credit.left} of ${summary.credit.granted} credit is left.`]),
      ...(summary?.detail === undefined ? [] : [`Detail: ${summary.detail}`]),
      ...(thread.state === 'open' ? [] : [`The thread is ${thread.state} by ${thread.by}.`]),
      ...(stop === undefined ? [] : sawOf(runtime, stop)),
    ],
    path: summary?.path ?? (thread.state === 'frozen' ? thread.path : peers.names(stop?.path ?? [])),
    advice: thread.state === 'halted' ? advice('halted') : reason === undefined ? NOTHING_TO_DO : advice(reason),
  };
}

/** Explains what waits in the inbox. */
export function explainEscalation({ peers }: Runtime, escalation: StoredEscalation): Explanation {
  const { id, kind, jobId, state, reason, detail, path, briefHash, peer, count, resolution } = escalation;
  return {
    id,
    kind: 'escalation',
    ...(jobId === '' ? {} : { jobId }),
    happened: `${HAPPENED[kind]} at ${peers.nameOf(peer)}; the item is ${state}.`,
    reason,
    saw: [
      `Detail: ${peers.sentence(detail)}`,
      ...(briefHash === undefined ? [] : [`The brief's hash begins with ${shortHash(briefHash)}.`]),
      ...(count > 1 ? [`It happened ${count} times.`] : []),
      ...(resolution === undefined ? [] : [`A person decided: ${resolution}`]),
    ],
    path: peers.names(path),
    advice: advice(reason),
  };
}

const HAPPENED: Readonly<Record<StoredEscalation['kind'], string>> = {
  stop: 'A brake stopped a job',
  supervisor: 'A brake stopped a job that began elsewhere, as was reported',
  quarantine: 'A message crashed the node each time it was handled',
  evidence: 'A peer was caught cheating',
  stall: 'A job stalled, as was seen',
  breaker: 'The circuit breaker took a step',
};

function explainStored(runtime: Runtime, stored: StoredMessage, refused: StoredRefusal | undefined): Explanation {
  const { peers } = runtime;
  const { author, messageId, jobId, channel, act, direction } = stored;
  const outcomes = outcomesOf(runtime, stored);
  const failed = outcomes.find(({ state }) => state === 'refused');
  const message = readStored(runtime, stored);
  const [to = stored.peer] = peers.names([message?.link.to ?? stored.peer]);
  const ended = outcomes.map(
    ({ peer, state, reason }) => `${peer}: ${state}${reason === undefined ? '' : ` (${reason})`}`,
  );
  const reason = failed?.reason ?? refused?.reason;
  return {
    id: messageId,
    kind: 'message',
    jobId,
    happened:
      `A ${channel} message (${act}) from ${peers.nameOf(author)} to ${to}, ` +
      `${direction === 'out' ? 'sent by this node' : 'received here'}. ${ended.join('; ') || 'It obliges no answer.'}`,
    ...(refused?.brake === undefined ? {} : { brake: refused.brake }),
    ...(reason === undefined ? {} : { reason }),
    saw: [
      `Hop ${message?.lineage.depth ?? 0} of job ${jobId}, with a credit of ${message?.link.credit ?? 0}.`,
      ...(stored.briefHash === undefined ? [] : [`The brief's hash begins with ${shortHash(stored.briefHash)}.`]),
      ...(failed?.detail === undefined ? [] : [`Detail: ${failed.detail}`]),
      ...(refused === undefined ? [] : sawOf(runtime, refused)),
    ],
    path: peers.names([
      ...(message?.lineage.chain ?? [author]),
      stored.direction === 'in' ? runtime.mesh.localPeer : stored.peer,
    ]),
    advice: reason === undefined ? NOTHING_TO_DO : advice(reason),
  };
}

function explainRefusal(runtime: Runtime, messageId: string, refused: StoredRefusal): Explanation {
  const { peers } = runtime;
  const { channel, direction, peer, reason, jobId, brake } = refused;
  const name = peers.names([peer])[0] ?? peer;
  return {
    id: messageId,
    kind: 'message',
    ...(jobId === undefined ? {} : { jobId }),
    happened:
      direction === 'in'
        ? `A ${channel} message from ${name} was refused here: ${reason}.`
        : `A ${channel} message to ${name} was refused: ${reason}.`,
    ...(brake === undefined ? {} : { brake }),
    reason,
    saw: sawOf(runtime, refused),
    path: peers.names(refused.path),
    advice: advice(reason),
  };
}

function sawOf(
  { peers }: Runtime,
  { brake, detail, path, briefHash, direction, peer }: StoredRefusal,
): readonly string[] {
  const by = brake === undefined ? `The peer ${peers.nameOf(peer)} refused it` : `The brake "${brake}" fired here`;
  return [
    `${by}, on the way ${direction === 'in' ? 'in' : 'out'}: ${peers.sentence(detail)}.`,
    ...(path.length === 0 ? [] : [`It saw the path ${peers.names(path).join(' → ')}.`]),
    ...(briefHash === undefined ? [] : [`It saw a brief whose hash begins with ${shortHash(briefHash)}.`]),
  ];
}
