import { shortHash, type Refusal } from '@hoplite/p2p';
import type { Platform } from '../runtime.ts';
import type { Crossing } from './crossing.ts';
import { TokenBuckets } from './rates.ts';
import { stopsJob } from './reasons.ts';

/** Notices that are remembered, so that each is given once. */
const MAX_NOTICES = 10_000;

/** Refusals of one peer that are kept for `explain`, and as many that stop a job: a flood must be no flood of writes. */
const KEPT_PER_PEER = { burst: 200, perMinute: 60 };

/** A message that a brake refused here, or the other side. */
export interface Refused {
  readonly crossing: Crossing;
  /** Name of the brake; undefined when the other side refused. */
  readonly brake?: string;
  readonly refusal: Refusal;
}

/** What follows when a message is refused: it is counted, kept for `explain`, and told of once. */
export class Refusals {
  readonly #runtime: Platform;
  readonly #told = new Set<string>();
  readonly #kept = new TokenBuckets(KEPT_PER_PEER);
  readonly #stops = new TokenBuckets(KEPT_PER_PEER);

  constructor(runtime: Platform) {
    this.#runtime = runtime;
  }

  note({ crossing, brake, refusal }: Refused): void {
    const { clock, emit, metrics, peers, store } = this.#runtime;
    const { channel, direction, peer } = crossing;
    const { reason, detail, path } = refusal;
    metrics.refused({ reason, direction, channel });
    const { jobId, messageId, briefHash } = namesOf(crossing);
    const about = { ...(jobId === undefined ? {} : { jobId }), ...(briefHash === undefined ? {} : { briefHash }) };
    const now = clock.now();
    if ((stopsJob(reason) ? this.#stops : this.#kept).tryTake(peer, now)) {
      store.addRefusal({
        at: now,
        direction: direction === 'inbound' ? 'in' : 'out',
        channel,
        peer,
        ...(brake === undefined ? {} : { brake }),
        reason,
        detail,
        path,
        ...about,
        ...(messageId === undefined ? {} : { messageId }),
      });
    }
    if (!this.#isNews(`${peer}\n${reason}\n${jobId ?? ''}\n${direction}`)) {
      return;
    }
    emit({
      event: 'refused',
      direction,
      ...(jobId === undefined ? {} : { jobId }),
      channel,
      reason,
      detail: peers.sentence(detail),
      path: peers.names(path),
      ...(briefHash === undefined ? {} : { briefHash: shortHash(briefHash) }),
    });
  }

  /** One notice per peer, reason and job. */
  #isNews(key: string): boolean {
    if (this.#told.has(key)) {
      return false;
    }
    const oldest = this.#told.size < MAX_NOTICES ? undefined : this.#told.values().next().value;
    if (oldest !== undefined) {
      this.#told.delete(oldest);
    }
    this.#told.add(key);
    return true;
  }
}

function namesOf(crossing: Crossing): { jobId?: string; messageId?: string; briefHash?: Uint8Array } {
  if (crossing.kind === 'unreadable') {
    return {};
  }
  const { lineage, message, briefHash } = crossing;
  return {
    jobId: lineage.job.jobId,
    ...(message === undefined ? {} : { messageId: message.link.messageId }),
    ...(briefHash === undefined ? {} : { briefHash }),
  };
}
