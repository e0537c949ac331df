import type { Channel } from '@hoplite/p2p';
import type { Brake } from '../admission/brakes.ts';
import type { ChannelDoor, MakeDoor } from './door.ts';
import { QUESTIONS, type QuestionId } from './questions.ts';
import { Forge } from './rehearsal/forge.ts';
import { play, type Played } from './rehearsal/play.ts';
import { dishonestScenes, honestScenes } from './rehearsal/scenes.ts';
import { openStages, type Stages } from './rehearsal/stages.ts';

/** A question of the checklist that a door does not pass. */
export interface Unmet {
  readonly question: QuestionId;
  readonly asks: string;
  /** What was seen, each in a sentence. */
  readonly seen: readonly string[];
}

/** How a door did. */
export interface Rehearsed {
  readonly channel: Channel;
  /** The questions that it does not pass; none when it may be registered. */
  readonly unmet: readonly Unmet[];
}

/**
 * Asks a door all questions of the checklist, on a stage of its own: a forged message for each thing that can be wrong,
 * and honest ones, as a door that refuses everything stops loops as well. It takes no time of any clock and no chance, and
 * nothing of a node but its code, so the same door does the same every time.
 *
 * @param brakes in place of the ones that a node has
 */
export async function rehearse(makeDoor: MakeDoor, brakes?: readonly Brake[]): Promise<Rehearsed> {
  const stages = openStages(brakes);
  try {
    const door = makeDoor(stages.named.parts);
    const { channel } = door;
    const played = await playAll(new Forge(channel), door, makeDoor, stages);
    const unmet = QUESTIONS.flatMap(({ id, asks, unmet }) => {
      const seen = unmet(played);
      return seen.length === 0 ? [] : [{ question: id, asks, seen }];
    });
    return { channel, unmet };
  } finally {
    stages.close();
  }
}

async function playAll(
  forge: Forge,
  door: ChannelDoor,
  makeDoor: MakeDoor,
  { named, nameless }: Stages,
): Promise<readonly Played[]> {
  const played: Played[] = [];
  for (const scene of honestScenes(forge)) {
    played.push(await play(scene, door, named));
  }
  const [honest] = played;
  if (honest === undefined || honest.answers.length === 0) {
    return played; // Nothing gets in, so there is nothing else to ask.
  }
  const unnamed = makeDoor(nameless.parts);
  for (const scene of dishonestScenes(forge, honest.message, door.onPost !== undefined)) {
    played.push(scene.isNameless === true ? await play(scene, unnamed, nameless) : await play(scene, door, named));
  }
  return played;
}
