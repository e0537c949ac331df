import { answersTo, asked, asking, briefIdOf, type MessageRow, type Records } from './records.ts';

/** One of the nodes that were killed, and what is on its disk in the end. */
export interface Survivor {
  readonly name: string;
  readonly peerId: string;
  readonly isIdempotent: boolean;
  readonly records: Records;
}

export interface Evidence {
  readonly nodes: readonly Survivor[];
  /** Jobs of which a node said that they had begun. */
  readonly begun: ReadonlySet<string>;
  /** How often each brief has come to its effect. */
  readonly effects: ReadonlyMap<string, number>;
}

/** What has not come to rest yet, a sentence each. */
export function unrest(nodes: readonly Survivor[]): readonly string[] {
  return nodes.flatMap(({ name, records }) => [
    ...records.jobs
      .filter(({ state }) => state === 'open' || state === 'frozen')
      .map(({ job_id, brief, state }) => `${name}: job ${job_id} (${briefIdOf(brief)}) is ${state}`),
    ...asked(records)
      .filter((message) => answersTo(records, message).length === 0)
      .map((message) => `${name}: accepted ${about(message)} and has no answer for it`),
    ...waiting(records).map((message) => `${name}: asked ${about(message)} and does not know how that ended`),
  ]);
}

/** What a node has asked and does not know the end of: neither answered nor given up. */
export function waiting(records: Records): readonly MessageRow[] {
  const givenUp = new Set(records.outcomes.map(({ message_id, peer }) => `${message_id} ${peer}`));
  return asking(records).filter((message) => {
    return !givenUp.has(`${message.message_id} ${message.peer}`) && answersTo(records, message).length === 0;
  });
}

/** Everything that contradicts "no accepted message lost, none handled twice, credit conserved", a sentence each. */
export function verdict(evidence: Evidence): readonly string[] {
  return [
    ...unrest(evidence.nodes),
    ...evidence.nodes.flatMap((node) => [...ofAnswers(node, evidence), ...ofTurns(node, evidence)]),
    ...evidence.nodes.flatMap((node) => [...ofJobs(node, evidence), ...ofHonesty(node)]),
    ...lostJobs(evidence),
  ];
}

/** Each accepted message has one answer, and it is the one that the asker got. */
function ofAnswers({ name, peerId, records }: Survivor, { nodes }: Evidence): readonly string[] {
  return asked(records).flatMap((message) => {
    const given = answersTo(records, message);
    const asker = nodes.find((node) => node.peerId === message.author);
    const question = asker?.records.messages.find((row) => row.message_id === message.message_id);
    if (asker === undefined || question === undefined) {
      return [`${name}: accepted ${about(message)}, which nobody has asked`];
    }
    const got = answersTo(asker.records, question);
    return [
      ...(given.length > 1 ? [`${name}: gave ${given.length} answers to ${about(message)}`] : []),
      ...(got.length > 1 ? [`${asker.name}: got ${got.length} answers to ${about(message)}`] : []),
      ...(got.some(
        ({ body_hash, message_id }) => message_id !== given[0]?.message_id || body_hash !== given[0].body_hash,
      )
        ? [`${asker.name}: got another answer to ${about(message)} than ${name} (${peerId}) has recorded`]
        : []),
    ];
  });
}

/** A brief comes in one message, and no turn is run again that may not be; there are no more effects than turns. */
function ofTurns({ name, isIdempotent, records }: Survivor, { effects }: Evidence): readonly string[] {
  const messages = Map.groupBy(asked(records), ({ content }) => briefIdOf(content));
  return [...messages].flatMap(([id, accepted]) => {
    const count = effects.get(id) ?? 0;
    const started = accepted.reduce((sum, message) => sum + message.started, 0);
    return [
      ...(accepted.length > 1 ? [`${name}: accepted ${id} in ${accepted.length} messages`] : []),
      ...(!isIdempotent && started > 1 ? [`${name}: the turn of ${id} began ${started} times`] : []),
      ...(count > started ? [`${name}: ${id} has had ${count} effects, of ${started} turns`] : []),
    ];
  });
}

/** Credit is neither made nor lost unseen, and bounds what has been done. */
function ofJobs({ name, records }: Survivor, { effects }: Evidence): readonly string[] {
  return records.jobs.flatMap(({ brief, credit, left, result, state, turns }) => {
    const id = briefIdOf(brief);
    const done = [...effects].filter(([key]) => key === id || key.startsWith(`${id}.`));
    const count = done.reduce((sum, [, times]) => sum + times, 0);
    return [
      ...(turns < 0 || left < 0 || turns + left > credit
        ? [`${name}: ${id} was granted ${credit}; ${turns} turns, ${left} left`]
        : []),
      ...(count > credit - left ? [`${name}: ${id} has had ${count} effects, and ${left} of ${credit} came back`] : []),
      ...(state === 'done' && result !== JSON.stringify(id)
        ? [`${name}: ${id} is done with ${result ?? 'nothing'}`]
        : []),
      ...(state === 'done' && !effects.has(id) ? [`${name}: ${id} is done without effect`] : []),
      ...(state === 'stopped' ? [`${name}: ${id} was stopped by a brake`] : []),
    ];
  });
}

/** Whoever was killed has not cheated. */
function ofHonesty({ name, records }: Survivor): readonly string[] {
  return records.accused.map((peer) => `${name}: holds ${peer} to have cheated`);
}

function lostJobs({ nodes, begun }: Evidence): readonly string[] {
  const known = new Set(nodes.flatMap(({ records }) => records.jobs.map(({ job_id }) => job_id)));
  return [...begun].filter((jobId) => !known.has(jobId)).map((jobId) => `job ${jobId} had begun, and is lost`);
}

function about({ content, message_id }: MessageRow): string {
  return `${briefIdOf(content)} (${message_id})`;
}
