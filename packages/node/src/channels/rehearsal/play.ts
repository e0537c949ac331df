import { encodeEnvelope, type Refusal } from '@hoplite/p2p';
import type { ChannelDoor } from '../door.ts';
import type { Scene } from './scene.ts';
import type { Stage } from './stage.ts';
import type { StageWork } from './stage-work.ts';

/** What became of a message that was brought to a door. */
export interface Played extends Scene {
  readonly refusals: readonly Refusal[];
  /** Envelopes. */
  readonly answers: readonly Uint8Array[];
  /** Whether the asker was told that its message had been taken on. */
  readonly isAccepted: boolean;
  /** What the door threw. */
  readonly thrown?: string;
  readonly work: StageWork;
}

/** Steps after which nothing more is expected of a door: an answered turn on the stage takes about a hundred. */
const MOST_STEPS = 2000;

/** Steps that are watched after a door has decided: what begins late has begun too. */
const STEPS_AFTER = 50;

/** Brings one message to a door on a stage, and watches until nothing more comes of it. */
export async function play(scene: Scene, door: ChannelDoor, stage: Stage): Promise<Played> {
  const { message } = scene;
  const { channel } = message;
  const peer = scene.peer ?? message.link.from;
  const envelope = encodeEnvelope(message);
  const refusals: Refusal[] = [];
  const answers: Uint8Array[] = [];
  let isAccepted = false;
  const work = stage.watch();
  let thrown: { readonly thrown?: string } = {};
  try {
    if (scene.by === 'gossip') {
      door.onPost?.({ author: peer, room: message.body.room ?? '', envelope });
    } else {
      door.onRequest({
        ...{ peer, channel, id: message.link.messageId, envelope, signal: new AbortController().signal },
        accept: () => (isAccepted = true),
        progress: () => undefined,
        answer: (answer) => void answers.push(answer),
        refuse: (refusal) => void refusals.push(refusal),
      });
    }
  } catch (error) {
    thrown = { thrown: error instanceof Error ? error.message : String(error) };
  }
  await steps(
    MOST_STEPS,
    () => scene.by === 'gossip' || thrown.thrown !== undefined || answers.length + refusals.length > 0,
  );
  await steps(STEPS_AFTER, () => false);
  return { ...scene, refusals, answers, isAccepted, ...thrown, work };
}

/** Lets as much happen as waits for nothing from outside; no timer, so that a rehearsal takes no time of anybody's clock. */
async function steps(most: number, isEnough: () => boolean): Promise<void> {
  for (let step = 0; step < most && !isEnough(); step += 1) {
    await Promise.resolve();
  }
}
