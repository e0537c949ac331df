import type { StoredBreakerChange, StoredIntervention } from '../ports/store.ts';
import type { Runtime } from '../runtime.ts';
import type { Escalations } from './escalations.ts';

/** The number of the newest item about the breaker, under this name in the store. */
const ITEM = 'breaker-item';

/** Puts what the monitor and the circuit breaker have seen into the inbox: a person is told, and told once. */
export class Alarms {
  readonly #runtime: Runtime;
  readonly #escalations: Escalations;

  constructor(runtime: Runtime, escalations: Escalations) {
    this.#runtime = runtime;
    this.#escalations = escalations;
  }

  /** One item per job, epoch and kind of stall. */
  onIntervention({ jobId, epoch, by, kind, action, detail, path, window }: StoredIntervention): void {
    if (action === 'freeze') {
      return; // The job is stopped: that has an item of its own, and leaves a person more to decide.
    }
    this.#escalations.raise({
      id: `${jobId}.${epoch}~${kind.charAt(0)}`, // People see and type the end of it.
      kind: 'stall',
      jobId,
      epoch,
      peer: by,
      reason: kind === 'indeterminate' ? 'deadline' : kind,
      detail,
      path,
      ...(window === undefined ? {} : { payload: window.slice(0, MAX_PAYLOAD) }),
    });
  }

  /** One open item about the agent of this node, however often its level changes: it says what holds now. */
  onBreakerChange({ action, from, to, reason }: StoredBreakerChange): void {
    if (action === 'settings' || action === 'reset') {
      return; // A person has done that.
    }
    const { mesh, store } = this.#runtime;
    const detail = `the agent of this node is ${to} now, and was ${from}: ${reason}`;
    const open = store.escalation(idOf(this.#newest()));
    if (open?.state === 'open') {
      this.#escalations.update({ ...open, detail, count: open.count + 1 });
      return;
    }
    if (action === 'lift') {
      return; // A person has seen the item about what is over now.
    }
    const item = this.#newest() + 1;
    store.putState(ITEM, JSON.stringify(item));
    this.#escalations.raise({
      id: idOf(item),
      kind: 'breaker',
      jobId: '',
      epoch: 0,
      peer: mesh.localPeer,
      reason: 'breaker',
      detail,
      path: [mesh.localPeer],
    });
  }

  #newest(): number {
    return Number(this.#runtime.store.state(ITEM) ?? '0');
  }
}

function idOf(item: number): string {
  return `breaker.${item}`;
}

/** Characters of a window of ticks that stand in the inbox; the record has all of it. */
const MAX_PAYLOAD = 4096;
