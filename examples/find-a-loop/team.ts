import type { Script } from '@hoplite/harness';

/**
 * A hub and two spokes. A person asks the hub for a text; the hub has the writer write it and the reviewer look at it. The
 * agents are plain functions here; behind each of them a model could stand.
 */
export interface Team extends Readonly<Record<string, Script>> {
  readonly hub: Script;
  readonly writer: Script;
  readonly reviewer: Script;
}

/** Writes the same for the same request, as a model at temperature 0 does. */
const writer: Script = ({ brief }) => {
  const { topic = 'nothing', remark } = brief as { topic?: string; remark?: string };
  return remark === undefined ? `${topic}, in general` : `${topic}, with an example`;
};

const reviewer: Script = ({ brief }) =>
  JSON.stringify(brief).includes('example') ? { ok: true } : { ok: false, remark: 'give an example' };

/** Asks again until the reviewer is content, and forgets to say what was wrong: so nothing ever changes. */
const forgetfulHub: Script = async ({ brief, tools }) => {
  for (;;) {
    const draft = await tools.call('delegate_task', { peer: 'writer', brief: { topic: brief } });
    if (!draft.ok) return { gaveUp: draft.refusal.reason };
    const { result } = draft.value as { result: string };
    const review = await tools.call('delegate_task', { peer: 'reviewer', brief: result });
    if (!review.ok) return { gaveUp: review.refusal.reason };
    if ((review.value as { result: { ok: boolean } }).result.ok) return result;
  }
};

/** Hands the remark on, and asks twice at most. */
const mindfulHub: Script = async ({ brief, tools }) => {
  let remark: string | undefined;
  for (let round = 1; round <= 2; round += 1) {
    const request = { topic: brief, ...(remark === undefined ? {} : { remark }) };
    const draft = await tools.call('delegate_task', { peer: 'writer', brief: request });
    if (!draft.ok) return { gaveUp: draft.refusal.reason };
    const { result } = draft.value as { result: string };
    const review = await tools.call('delegate_task', { peer: 'reviewer', brief: result });
    if (!review.ok) return { gaveUp: review.refusal.reason };
    const verdict = (review.value as { result: { ok: boolean; remark?: string } }).result;
    if (verdict.ok) return result;
    remark = verdict.remark;
  }
  return { gaveUp: 'two rounds were not enough' };
};

export const loopingTeam: Team = { hub: forgetfulHub, writer, reviewer };
export const fixedTeam: Team = { hub: mindfulHub, writer, reviewer };
