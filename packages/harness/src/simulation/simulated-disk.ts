import { DatabaseSync } from 'node:sqlite';
import { openStoreOn, type Clock, type SqliteStoreInit, type Store } from '@hoplite/node';
import { NodeClock } from './node-clock.ts';

/** What of a node's guards stands on its disk: its notices and escalations, by what tells them from others. */
export type WrittenGuards = ReadonlyMap<string, { readonly notice?: Uint8Array; readonly escalation?: string }>;

/** Notices and escalations that are compared. */
const MAX_GUARDS = 10_000;

/**
 * A disk of one node, in memory: a real SQLite database with the node's own store on it, which outlives the node. What had
 * been written when the node crashed is there afterwards, and nothing else.
 */
export class SimulatedDisk implements Disposable {
  readonly #db = new DatabaseSync(':memory:', { enableForeignKeyConstraints: true });
  /** Ends the store that is open. */
  #giveUp: () => void = () => undefined;

  /** Opens the store. One that was open before is of no use afterwards. */
  open(clock: Clock, init: Omit<SqliteStoreInit, 'file' | 'clock'> = {}): Store {
    this.crash();
    const living = new NodeClock(clock);
    const store = openStoreOn(this.#db, { ...init, clock: living });
    const handle = { isOpen: true };
    this.#giveUp = () => {
      handle.isOpen = false;
      living.kill();
    };
    return handleOf(this.#sparing(store), handle);
  }

  /**
   * The node has lost its power: what it had not written is lost, and what it still does has no effect.
   *
   * @returns notices and escalations that were lost, and those of which a change was
   */
  crash(): WrittenGuards {
    this.#giveUp();
    this.#giveUp = () => undefined;
    if (!this.#db.isTransaction) {
      return new Map();
    }
    const before = this.#guards();
    this.#db.exec('ROLLBACK');
    const after = this.#guards();
    return new Map([...before].filter(([row]) => !after.has(row)));
  }

  /** Notices, and until when they count by the node's clock: it may forget them then. */
  notices(): readonly { readonly notice: Uint8Array; readonly until: number }[] {
    const rows = this.#db.prepare('SELECT bytes, until FROM notice ORDER BY rowid DESC LIMIT ?').all(MAX_GUARDS);
    return rows.flatMap(({ bytes, until }) =>
      bytes instanceof Uint8Array ? [{ notice: bytes, until: Number(until) }] : [],
    );
  }

  /**
   * A store that is not asked for what it has none of. Each of n nodes asks for notices and settlements whenever it meets one
   * of the others, which made n² queries of nothing when a world starts.
   */
  #sparing(store: Store): Store {
    let hasNotices = this.#hasAny('notice');
    let hasSettlements = this.#hasAny('settlement');
    return {
      ...store,
      putNotice: (notice) => {
        hasNotices = true;
        store.putNotice(notice);
      },
      notices: (limit, prefix) => (hasNotices ? store.notices(limit, prefix) : []),
      putSettlement: (settlement) => {
        hasSettlements = true;
        store.putSettlement(settlement);
      },
      settlementsFor: (peer) => (hasSettlements ? store.settlementsFor(peer) : []),
    };
  }

  #hasAny(table: 'notice' | 'settlement'): boolean {
    return this.#db.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() !== undefined;
  }

  /** Every row as a text, so that one that has changed is another one. */
  #guards(): WrittenGuards {
    const notices = this.#db.prepare('SELECT key, bytes FROM notice ORDER BY rowid DESC LIMIT ?').all(MAX_GUARDS);
    const escalations = this.#db
      .prepare('SELECT id, state FROM escalation ORDER BY rowid DESC LIMIT ?')
      .all(MAX_GUARDS);
    const rows = new Map<string, { readonly notice?: Uint8Array; readonly escalation?: string }>();
    for (const { key, bytes } of notices) {
      const notice = bytes instanceof Uint8Array ? bytes : new Uint8Array();
      rows.set(`notice ${String(key)} ${Buffer.from(notice).toString('base64')}`, { notice });
    }
    for (const { id, state } of escalations) {
      rows.set(`escalation ${String(id)} ${String(state)}`, { escalation: String(id) });
    }
    return rows;
  }

  [Symbol.dispose](): void {
    this.#giveUp();
    if (this.#db.isOpen) {
      this.#db.close();
    }
  }
}

/** A way to a store that ends before the store does. */
function handleOf(store: Store, handle: { isOpen: boolean }): Store {
  const guarded = Object.entries(store).map(([name, method]) => {
    const call = method as (...args: unknown[]) => unknown;
    return [
      name,
      (...args: unknown[]): unknown => {
        if (!handle.isOpen) {
          throw new Error('database is not open');
        }
        return call(...args);
      },
    ];
  });
  const close = (): void => {
    if (handle.isOpen) {
      store.close();
      handle.isOpen = false;
    }
  };
  return { ...(Object.fromEntries(guarded) as unknown as Store), close };
}
