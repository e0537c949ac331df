import { decodeEnvelope, type HaltScope, type NoticeContent } from '@hoplite/p2p';
import { ScenarioStepError } from '../../errors.ts';
import type { StrangerNotice } from '../schema/forged.ts';
import type { Scope } from '../scope.ts';
import type { Stage } from './stage.ts';

/** What a stranger says in a notice, true or not. */
export function noticeContent(notice: StrangerNotice, stage: Stage, scope: Scope): NoticeContent {
  const idOf = (name: string): string => stage.peerIdOf(scope.word(name));
  switch (notice.kind) {
    case 'halt':
    case 'resume':
      return { kind: notice.kind, scope: scope.json(notice.scope) as HaltScope, note: notice.note ?? '' };
    case 'beat': {
      const { kind, every, tokens, costMicroUsd } = notice;
      return {
        kind,
        ...{ every: scope.number(every), tokens: scope.number(tokens), costMicroUsd: scope.number(costMicroUsd) },
      };
    }
    case 'probe': {
      const { kind, initiator, waits } = notice;
      return {
        ...{ kind, initiator: { peer: idOf(initiator.peer), token: scope.text(initiator.token) } },
        waits: waits.map(({ peer, on, messageId, since }) => ({
          ...{ peer: idOf(peer), on: idOf(on), messageId: scope.text(messageId), since: scope.number(since) },
        })),
      };
    }
    case 'stall': {
      const { kind, by, received, reason, detail, path } = notice;
      const request = stage.strangerOf(scope.word(by)).received[scope.number(received) - 1];
      if (request === undefined) throw new ScenarioStepError(`${by} has not got so many requests`);
      const { lineage } = decodeEnvelope(request.channel, request.envelope);
      const { jobId, epoch } = lineage.job;
      return { kind, jobId, epoch, reason, detail: scope.text(detail), path: path.map(idOf), witness: lineage };
    }
  }
}
