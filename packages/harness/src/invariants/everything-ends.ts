import { violation, type Invariant } from './invariant.ts';

/** I4. */
export const everythingEnded: Invariant = {
  id: 'I4',
  says: 'every message that was accepted has ended: handled, refused or expired',
  when: 'at rest',
  watch:
    ({ looked }) =>
    () =>
      looked().flatMap(({ node, trace }) =>
        trace.hops.flatMap(({ messageId, from, to, outcomes }) =>
          outcomes
            .filter(({ state }) => state === 'waiting')
            .map(({ peer }) =>
              violation('I4', `${node} knows of no end of message ${messageId} from ${from} to ${to}, for ${peer}`, {
                jobId: trace.jobId,
                peer: node,
              }),
            ),
        ),
      ),
};
