import type { HaltScope } from '@hoplite/p2p';
import type { Seen, World } from '../world/world.ts';
import { ask } from './ask.ts';
import { violation, type Invariant } from './invariant.ts';
import { Reader } from './reader.ts';

/** I7, at any moment. Whoever has told of a halt or a freeze begins nothing under it, also after its restart. */
export const haltsHold: Invariant = {
  id: 'I7',
  says: 'after a halt or a freeze no turn begins in its scope',
  when: 'always',
  watch: ({ world }) => {
    const events = new Reader(() => world.events);
    const bans = new Bans(world);
    return () =>
      events.read().flatMap((seen) => {
        bans.enter(seen);
        const ban = seen.event === 'turn:started' ? bans.over(seen) : undefined;
        return ban === undefined || seen.event !== 'turn:started'
          ? []
          : [
              violation('I7', `a turn began at ${seen.node}, which had told of ${ban}`, {
                jobId: seen.jobId,
                peer: seen.node,
                at: seen.at,
              }),
            ];
      });
  },
};

/** What the nodes have told that they will not do. */
class Bans {
  readonly #world: World;
  /** By node: scopes that are halted, as keys. */
  readonly #halts = new Map<string, Set<string>>();
  /** By node and job: the last epoch that is frozen there. */
  readonly #frozen = new Map<string, number>();
  readonly #peerIds = new Map<string, string>();

  constructor(world: World) {
    this.#world = world;
  }

  enter(seen: Seen): void {
    switch (seen.event) {
      case 'halted':
        this.#halts.set(seen.node, (this.#halts.get(seen.node) ?? new Set()).add(keyOf(seen.halt.scope)));
        return;
      case 'resumed':
        this.#halts.get(seen.node)?.delete(keyOf(seen.halt.scope));
        return;
      case 'frozen':
        // News of an epoch before a release may come late: it freezes no later one.
        this.#frozen.set(`${seen.node} ${seen.jobId}`, Math.max(seen.epoch, this.#frozenUntil(seen)));
        return;
      default:
    }
  }

  /** What forbids a turn of this job at a node, in words. */
  over({ node, jobId, epoch }: Seen & { readonly event: 'turn:started' }): string | undefined {
    if (epoch <= this.#frozenUntil({ node, jobId })) return 'a freeze of the job';
    const halts = this.#halts.get(node);
    if (halts === undefined || halts.size === 0) return undefined;
    if (halts.has(keyOf({ kind: 'all' }))) return 'a halt of everything';
    if (halts.has(keyOf({ kind: 'job', jobId }))) return 'a halt of the job';
    return halts.has(keyOf({ kind: 'peer', peer: this.#peerIdOf(node) })) ? 'a halt of its agent' : undefined;
  }

  #frozenUntil({ node, jobId }: { readonly node: string; readonly jobId: string }): number {
    return this.#frozen.get(`${node} ${jobId}`) ?? -1;
  }

  #peerIdOf(node: string): string {
    const known = this.#peerIds.get(node) ?? ask(this.#world, node, ({ peerId }) => peerId);
    if (known !== undefined) this.#peerIds.set(node, known);
    return known ?? '';
  }
}

function keyOf(scope: HaltScope): string {
  switch (scope.kind) {
    case 'all':
      return 'all';
    case 'job':
      return `job ${scope.jobId}`;
    case 'peer':
      return `peer ${scope.peer}`;
  }
}
