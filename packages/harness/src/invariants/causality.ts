import type { TraceHop } from '@hoplite/node';
import { obliges } from '@hoplite/p2p';
import type { Violation } from '../record.ts';
import { violation, type Invariant } from './invariant.ts';
import type { Kept } from './traces.ts';

/** I9, at any moment. */
export const causalityHolds: Invariant = {
  id: 'I9',
  says: 'a message is one hop deeper than its cause, has no more credit, and is the same to everyone who has seen it',
  when: 'always',
  watch: ({ looked, history }) => {
    const shown = new Map<string, string>();
    return () =>
      looked().flatMap((kept) => {
        const byId = new Map(kept.trace.hops.map((hop) => [hop.messageId, hop]));
        return kept.trace.hops.flatMap((hop) => [
          ...faultsOf(hop, byId, kept),
          // Somebody who is driven by hand may show one thing here and another there.
          ...(history.isNode(hop.from) ? changed(hop, shown, kept) : []),
        ]);
      });
  },
};

function faultsOf(hop: TraceHop, byId: ReadonlyMap<string, TraceHop>, { node, trace }: Kept): readonly Violation[] {
  const cause = hop.parent === undefined ? undefined : byId.get(hop.parent);
  const budget = grantAbove(hop, byId);
  const where = { jobId: trace.jobId, peer: hop.from, at: hop.at };
  const what = `message ${hop.messageId} from ${hop.from}, as ${node} has it`;
  return [
    ...(cause !== undefined && hop.depth !== cause.depth + 1
      ? [violation('I9', `${what}: its depth is ${hop.depth}, and that of its cause ${cause.depth}`, where)]
      : []),
    ...(hop.parent === undefined && hop.depth !== 1
      ? [violation('I9', `${what}: it is at depth ${hop.depth} without a cause`, where)]
      : []),
    ...(budget !== undefined && hop.credit > budget
      ? [violation('I9', `${what}: its credit is ${hop.credit}, and that of its cause ${budget}`, where)]
      : []),
  ];
}

/** What the nearest message above that obliges was granted. An answer has none; what extends it spends what was asked. */
function grantAbove(hop: TraceHop, byId: ReadonlyMap<string, TraceHop>): number | undefined {
  const seen = new Set<string>();
  let above = hop.parent === undefined ? undefined : byId.get(hop.parent);
  while (above !== undefined && !obliges(above.act) && !seen.has(above.messageId)) {
    seen.add(above.messageId);
    above = above.parent === undefined ? undefined : byId.get(above.parent);
  }
  return above?.credit;
}

function changed(hop: TraceHop, shown: Map<string, string>, { node, trace }: Kept): readonly Violation[] {
  const key = `${hop.from}\n${hop.messageId}`;
  const now = [trace.jobId, hop.epoch, hop.depth, hop.credit, hop.act, hop.parent ?? ''].join(' ');
  const before = shown.get(key);
  shown.set(key, before ?? now);
  return before === undefined || before === now
    ? []
    : [
        violation('I9', `message ${hop.messageId} from ${hop.from} is another to ${node}: ${now}, before ${before}`, {
          jobId: trace.jobId,
          peer: hop.from,
        }),
      ];
}
