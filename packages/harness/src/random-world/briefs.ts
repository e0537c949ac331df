import { CHANNELS, type Channel } from '@hoplite/p2p';
import type { JsonValue } from '@hoplite/tools';
import type { Cast } from './cast.ts';

/** Texts that come again, and so are the same brief in the eyes of a brake; and one that never does. */
const TEXTS = ['go', 'again', 'look at {brief}', 'part {n}', ' Go ', '…', ''] as const;

/** What an agent or a person may say. Outside of an agent there is no brief to quote. */
export function text({ dice }: Cast, who: 'agent' | 'person'): string {
  const said = dice.pick(TEXTS);
  return who === 'person' ? said.replace('{brief}', '{n}') : said;
}

/** A brief: a text, a path for agents that relay, or any data. */
export function brief(cast: Cast, who: 'agent' | 'person'): JsonValue {
  const { dice } = cast;
  return dice.weighted<JsonValue>([
    [5, () => text(cast, who)],
    [4, () => ({ path: path(cast), via: dice.list(1, 3, () => channel(cast)) })],
    [1, () => dice.pick([null, 0, false, [], {}, { skill: 'echo', input: 'hello' }, [1, [2, { a: null }]]])],
  ]);
}

/** Mostly without anybody twice. */
function path({ dice, everyone }: Cast): string[] {
  return dice.chance(0.7) ? dice.some(everyone, dice.between(1, 4)) : dice.list(1, 5, () => dice.pick(everyone));
}

export function channel({ dice }: Cast): Channel {
  return dice.pick(CHANNELS);
}
