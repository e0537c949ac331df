import { StallClassificationError } from './errors.ts';
import { StallKind } from './stall-kind.ts';

/** What is to be done about a stall. Of the two, the wrong one makes it worse. */
export type Intervention =
  /** Show the orbit to a person; what the agents have made is kept. */
  | 'perturb'
  /** Fail one wait of the circle. */
  | 'break_cycle';

/** @throws {StallClassificationError} for what is neither a livelock nor a deadlock */
export function chooseIntervention(kind: StallKind): Intervention {
  switch (kind) {
    case StallKind.LIVELOCK:
      return 'perturb';
    case StallKind.DEADLOCK:
      return 'break_cycle';
    default:
      throw new StallClassificationError('indeterminate', []);
  }
}
