import type { Scenario } from '../scenario.ts';
import { acts } from './acts.ts';
import { chains } from './chains.ts';
import { crashes } from './crashes.ts';
import { delivery } from './delivery.ts';
import { dishonest } from './dishonest.ts';
import { identity } from './identity.ts';
import { pingPong } from './ping-pong.ts';
import { paths } from './paths.ts';
import { people } from './people.ts';
import { repeats } from './repeats.ts';
import { rooms } from './rooms.ts';
import { settling } from './settling.ts';
import { storms } from './storms.ts';
import { supervisors } from './supervisors.ts';
import { waits } from './waits.ts';

/** Every scenario there is. */
export const SCENARIOS: readonly Scenario[] = [
  ...pingPong,
  ...storms,
  ...chains,
  ...waits,
  ...delivery,
  ...crashes,
  ...repeats,
  ...identity,
  ...paths,
  ...acts,
  ...rooms,
  ...people,
  ...supervisors,
  ...settling,
  ...dishonest,
];
