import { composeNotice, type Notice, type NoticeContent } from '@hoplite/p2p';
import { TokenBuckets } from '../admission/rates.ts';
import type { StoredNotice } from '../ports/store.ts';
import type { Platform } from '../runtime.ts';
import { HALT_PREFIX } from './keys.ts';

/** Keys that are remembered; when there are more, the store is asked every time, until the next start. */
const MAX_KEYS = 10_000;

/** Notices of one other peer that are kept: a flood of them must not fill the disk. */
const KEPT_PER_AUTHOR = { burst: 300, perMinute: 60 };

/** Notices that a peer is told of when it comes. */
const MAX_TOLD = 1000;

/** The signed notices that count now, one per key: kept, gossiped, and told to every peer that comes. */
export class NoticeBoard {
  readonly #runtime: Platform;
  /** Keys under which something may be kept: most messages need no look at the store. */
  readonly #keys: Set<string>;
  readonly #rate = new TokenBuckets(KEPT_PER_AUTHOR);

  constructor(runtime: Platform) {
    this.#runtime = runtime;
    this.#keys = new Set(runtime.store.notices(MAX_KEYS).map(({ key }) => key));
  }

  /** What is kept under these keys. */
  of(keys: readonly string[]): readonly StoredNotice[] {
    const asked = this.#keys.size >= MAX_KEYS ? keys : keys.filter((key) => this.#keys.has(key));
    return asked.length === 0 ? [] : this.#runtime.store.noticesOf(asked);
  }

  /** Keeps a notice in place of what had its key. */
  keep(key: string, { from, at, until }: Notice, bytes: Uint8Array): void {
    if (this.#keys.size < MAX_KEYS) {
      this.#keys.add(key);
    }
    this.#runtime.store.putNotice({ key, from, at, until, bytes });
  }

  /** Keeps a notice of another peer, unless that one says too much. @returns whether it was kept */
  keepFrom(notice: Notice, key: string, bytes: Uint8Array): boolean {
    const { clock, log } = this.#runtime;
    const mayBeKept = this.#rate.tryTake(notice.from, clock.now());
    if (mayBeKept) {
      this.keep(key, notice, bytes);
    } else {
      log.warn({ peer: notice.from, key }, 'a notice was dropped: its author says too much');
    }
    return mayBeKept;
  }

  /** Signs a notice, keeps it, and gossips it once it outlives a crash. It is later than what is kept under these keys. */
  say(key: string, content: NoticeContent, until: number, others: readonly string[] = []): Notice {
    const { clock, ids, log, mesh, store } = this.#runtime;
    const known = this.of([key, ...others]).reduce((latest, { at }) => Math.max(latest, at), 0);
    const at = Math.max(clock.now(), known + 1); // Also when the clock of the other is ahead.
    const stamp = { id: ids.next(), at, until };
    const bytes = composeNotice(content, stamp, mesh.signer);
    const notice: Notice = { ...stamp, from: mesh.localPeer, content };
    this.keep(key, notice, bytes);
    store.written().then(
      () => mesh.broadcast(bytes),
      (error: unknown) => log.error({ err: error, key }, 'a notice could not be recorded, and was not sent'),
    );
    return notice;
  }

  /** Tells a peer that has come what it may have missed: halts first, as they may be older than all the others. */
  tell(peer: string): void {
    const { clock, mesh, store } = this.#runtime;
    const now = clock.now();
    const halts = store.notices(MAX_TOLD, HALT_PREFIX);
    const others = store.notices(MAX_TOLD).filter(({ key }) => !key.startsWith(HALT_PREFIX));
    for (const { bytes, until } of [...halts, ...others].slice(0, MAX_TOLD)) {
      if (until >= now) {
        mesh.notify(peer, bytes);
      }
    }
  }
}
