import { decodeNotice } from '@hoplite/p2p';
import type { Guards } from '../../invariants/guards.ts';
import type { WrittenGuards } from '../simulated-disk.ts';

/**
 * The guards that a crashed node has to have again: what it knew and had not written yet, in the turn of the event loop in
 * which the power went, it had promised to nobody.
 */
export function withoutLost(guards: Guards, lost: WrittenGuards): Guards {
  const keys = new Set(
    [...lost.values()].flatMap(({ notice, escalation }) => [
      ...(escalation === undefined ? [] : [`inbox ${escalation}`]),
      ...(notice === undefined ? [] : keysOf(notice)),
    ]),
  );
  return Object.fromEntries(Object.entries(guards).filter(([key]) => !keys.has(key)));
}

/** What a notice guards, as `guardsOf` names it. */
function keysOf(notice: Uint8Array): readonly string[] {
  const content = decodeNotice(notice)?.content;
  switch (content?.kind) {
    case 'freeze':
      return [`job ${content.jobId}`];
    case 'halt':
    case 'resume':
      return [
        `halt ${JSON.stringify(content.scope)}`,
        ...(content.scope.kind === 'job' ? [`job ${content.scope.jobId}`] : []),
      ];
    default:
      return [];
  }
}
