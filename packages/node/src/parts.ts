import type { Brake } from './admission/brakes.ts';
import { Dispatch } from './dispatch/dispatch.ts';
import { Requests } from './dispatch/requests.ts';
import { Escalations } from './inbox/escalations.ts';
import { Alarms } from './inbox/alarms.ts';
import { Evidence } from './inbox/evidence.ts';
import { Jobs } from './jobs/jobs.ts';
import { Operator } from './jobs/operator.ts';
import { Resumption } from './jobs/resumption.ts';
import { RoomHistory } from './room-history.ts';
import { Rooms } from './rooms.ts';
import type { Runtime } from './runtime.ts';
import { Exchanges } from './turns/exchanges.ts';
import { Inbound } from './turns/inbound.ts';
import { Leftovers } from './turns/leftovers.ts';
import { Recovery } from './turns/recovery.ts';
import { Turns } from './turns/turns.ts';
import { Monitor } from './watch/monitor/monitor.ts';

/** The parts of a node. */
export interface Parts {
  readonly inbound: Inbound;
  readonly exchanges: Exchanges;
  readonly recovery: Recovery;
  readonly leftovers: Leftovers;
  readonly requests: Requests;
  readonly jobs: Jobs;
  readonly operator: Operator;
  readonly resumption: Resumption;
  readonly rooms: Rooms;
  readonly roomHistory: RoomHistory;
  readonly escalations: Escalations;
  readonly evidence: Evidence;
  readonly monitor: Monitor;
}

/** Makes the parts of a node and lets them know of each other. */
export function assemble(runtime: Runtime, brakes?: readonly Brake[]): Parts {
  const requests = new Requests(runtime);
  const dispatch = new Dispatch(runtime, requests);
  const monitor = new Monitor({ runtime });
  const turns = new Turns(runtime, dispatch, monitor);
  const exchanges = new Exchanges(runtime, turns);
  const inbound = new Inbound(runtime, exchanges, brakes);
  const jobs = new Jobs(runtime, monitor);
  const rooms = new Rooms(runtime);
  const operator = new Operator({ runtime, dispatch, turns, jobs, rooms });
  const escalations = new Escalations(runtime, jobs, operator);
  const alarms = new Alarms(runtime, escalations);
  monitor.onIntervention((intervention) => alarms.onIntervention(intervention));
  runtime.circuit.onChange((change) => alarms.onBreakerChange(change));
  runtime.waits.onDeadlock((deadlock) => monitor.deadlocked(deadlock));
  const evidence = new Evidence(runtime, escalations);
  inbound.onAltered((...altered) => evidence.onAltered(...altered));
  requests.branches.onOverclaimed((...claim) => evidence.onOverclaimed(...claim));
  return {
    inbound,
    exchanges,
    recovery: new Recovery(runtime, exchanges, (message) => escalations.quarantine(message)),
    leftovers: new Leftovers(runtime, requests, exchanges.aftermath),
    requests,
    jobs,
    operator,
    resumption: new Resumption(runtime, requests, jobs),
    rooms,
    roomHistory: new RoomHistory(runtime),
    escalations,
    evidence,
    monitor,
  };
}
