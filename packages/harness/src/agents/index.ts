import type { Script } from '../world/world.ts';
import { answersEverything } from './answers-everything.ts';
import { delegatesToEveryone } from './delegates-to-everyone.ts';
import { echoes } from './echoes.ts';
import { ignoresStops } from './ignores-stops.ts';
import type { AdversaryOptions } from './options.ts';
import { postsBack } from './posts-back.ts';
import { rephrases } from './rephrases.ts';
import { reportsFalseProgress } from './reports-false-progress.ts';
import { retriesEverything } from './retries-everything.ts';
import { spawnsFreshWork } from './spawns-fresh-work.ts';
import { switchesChannels } from './switches-channels.ts';
import { waitsForEachOther } from './waits-for-each-other.ts';

/** Agents that misbehave, by name. */
export const ADVERSARIES = {
  'answers-everything': answersEverything,
  'retries-everything': retriesEverything,
  'delegates-to-everyone': delegatesToEveryone,
  'switches-channels': switchesChannels,
  rephrases,
  echoes,
  'posts-back': postsBack,
  'waits-for-each-other': waitsForEachOther,
  'ignores-stops': ignoresStops,
  'reports-false-progress': reportsFalseProgress,
  'spawns-fresh-work': spawnsFreshWork,
} as const satisfies Readonly<Record<string, (options?: AdversaryOptions) => Script>>;

export type AdversaryName = keyof typeof ADVERSARIES;

/** An agent that misbehaves, by name. */
export function adversary(name: AdversaryName, options: AdversaryOptions = {}): Script {
  return ADVERSARIES[name](options);
}

export { adversaryOptions } from './options.ts';
export type { AdversaryOptions } from './options.ts';
