import type { World } from '../../world/world.ts';
import type { TimedFault } from '../schema/fault.ts';
import { after } from './settle.ts';
import type { Stage } from './stage.ts';

/** Has faults come at their times, counted from now. @returns lets time go by until the last one has come */
export function timeFaults(stage: Stage, faults: readonly TimedFault[]): () => Promise<void> {
  const { world } = stage;
  const start = world.now();
  const coming = faults.map((fault, index) => comes(stage, fault, `faults[${index}] ${fault.kind}`));
  return async () => {
    const left = start + Math.max(0, ...faults.map(({ at }) => at)) - world.now();
    if (left > 0) await world.advance(left);
    await Promise.all(coming);
  };
}

/** Resolves when it has come. What it throws is a violation: the fault that the scenario is about was none. */
function comes(stage: Stage, { at, ...fault }: TimedFault, where: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const onError = (error: unknown): void => {
    const why = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    stage.fail(`${where}: it did not come about: ${why}`);
    resolve();
  };
  const callback = (): void => void happen(stage, fault).then(resolve, onError);
  after(stage.world, at, { callback, onError, signal: stage.ending.signal });
  return promise;
}

type Untimed<T> = T extends unknown ? Omit<T, 'at'> : never;

async function happen(stage: Stage, fault: Untimed<TimedFault>): Promise<void> {
  const { world } = stage;
  if (fault.kind === 'crash') {
    stage.background.onEnded(fault.peer);
    await world.crash(fault.peer);
  } else if (fault.kind === 'restart') {
    await world.restart(fault.peer);
    stage.meetPeers();
  } else {
    world.fault(fault satisfies Parameters<World['fault']>[0]);
  }
}
