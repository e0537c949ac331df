import type { Agent } from '@hoplite/node';
import type { JsonValue } from '@hoplite/tools';
import { echoesBrief, scriptedAgent, type Acting } from './scripted-agent.ts';

/** One life of a node, from a start to its end. */
export interface Begun {
  /** What answers in it. */
  readonly agent: Agent;
  /** Whether it still counts what it says: it has not crashed, and is the latest one. */
  readonly isAlive: () => boolean;
}

/** Which life of each node counts, what answers in it, and whether that is at something that the world does not know of. */
export class Lives {
  readonly #onAsked: (name: string, brief: JsonValue) => void;
  readonly #scripts = new Map<string, { readonly acting: Acting; readonly isIdempotent: boolean }>();
  /** By name of the node. */
  readonly #lives = new Map<string, { busy: number }>();
  readonly #busy = new Set<string>();

  /** @param onAsked told before each turn of a life that counts */
  constructor(onAsked: (name: string, brief: JsonValue) => void) {
    this.#onAsked = onAsked;
  }

  /** Names of nodes whose agents are at something other than the tools that the node gave them. */
  get busy(): ReadonlySet<string> {
    return this.#busy;
  }

  /** What answers for a node from its next turn on. */
  script(name: string, acting: Acting, isIdempotent: boolean): void {
    this.#scripts.set(name, { acting, isIdempotent });
  }

  begin(name: string): Begun {
    const life = { busy: 0 };
    this.#lives.set(name, life);
    this.#busy.delete(name); // What an earlier life was at counts no more.
    const isAlive = (): boolean => this.#lives.get(name) === life;
    const agent = scriptedAgent(() => this.#scripts.get(name) ?? { acting: echoesBrief, isIdempotent: false }, {
      onAsked: (brief) => {
        if (isAlive()) {
          this.#onAsked(name, brief);
        }
      },
      onBusy: (change) => {
        life.busy += change;
        if (isAlive()) {
          this.#note(name, life.busy > 0);
        }
      },
    });
    return { agent, isAlive };
  }

  /** The node has crashed: nothing that it still says was ever said. */
  end(name: string): void {
    this.#lives.delete(name);
    this.#busy.delete(name);
  }

  #note(name: string, isBusy: boolean): void {
    if (isBusy) {
      this.#busy.add(name);
    } else {
      this.#busy.delete(name);
    }
  }
}
