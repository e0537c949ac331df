import { ScenarioStepError } from '../../errors.ts';
import type { Step } from '../schema/step.ts';

/** A step that runs while others do. */
export interface Background {
  readonly value: Promise<unknown>;
  readonly cancel: AbortController;
  /** For a person: `steps[3] delegate`. */
  readonly where: string;
  /** Who takes it. */
  readonly actor: string;
}

interface Entry extends Background {
  /** Whether nobody need hear how it ended: it has no name, some step awaits it, or its peer was ended on purpose. */
  isExcused: boolean;
  failed?: unknown;
}

/** Steps in the background, by their names, and how they ended. */
export class Backgrounds {
  readonly #all: Entry[] = [];
  readonly #named = new Map<string, Entry>();

  /** @param name for the step that awaits it; without one it is let go, and nobody hears how it ends */
  begin(name: string | undefined, background: Background): void {
    const entry: Entry = { ...background, isExcused: name === undefined };
    entry.value.catch((error: unknown) => {
      entry.failed = error ?? 'an error that is nothing';
    });
    this.#all.push(entry);
    if (name !== undefined) this.#named.set(name, entry);
  }

  /** @throws {ScenarioStepError} when there is none of this name */
  of(name: string): Background {
    return this.#entry(name);
  }

  /** What it gives; whoever awaits it hears of its failure. */
  awaited(name: string): Promise<unknown> {
    const entry = this.#entry(name);
    entry.isExcused = true;
    return entry.value;
  }

  /** Its peer is ended on purpose: what it is at fails, and that is no news. */
  onEnded(peer: string): void {
    for (const entry of this.#all) {
      if (entry.actor === peer && entry.failed === undefined) entry.isExcused = true;
    }
  }

  /** What failed and no step has heard of, in words. */
  unheard(): readonly string[] {
    return this.#all
      .filter(({ failed, isExcused, cancel }) => failed !== undefined && !isExcused && !cancel.signal.aborted)
      .map(({ failed, where }) => {
        const why = failed instanceof Error ? `${failed.name}: ${failed.message}` : String(failed);
        return `${where}: it failed in the background, and no step awaits it: ${why}`;
      });
  }

  #entry(name: string): Entry {
    const entry = this.#named.get(name);
    if (entry === undefined) throw new ScenarioStepError(`no step in the background is called "${name}"`);
    return entry;
  }
}

/** Who takes a step that can be in the background, as it is written. */
export function actorOf(step: Extract<Step, { background?: true }>): string {
  if ('delegate' in step) return step.delegate.from;
  if ('send' in step) return step.send.from;
  if ('post' in step) return step.post.from;
  if ('ask' in step) return step.ask.from;
  return 'forge' in step ? step.forge.by : step.deliver.by;
}
