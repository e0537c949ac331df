import { beforeAll, describe, expect, test } from 'vitest';
import { rehearse, type Rehearsed } from '../src/channels/checklist.ts';
import type { MakeDoor } from '../src/channels/door.ts';
import { QUESTIONS } from '../src/channels/questions.ts';

/**
 * What the door of every channel must do: the checklist for a new channel, one test for each of its questions. A node asks
 * the same ones when a door is registered; here each failure stands alone.
 */
export function channelCompliance(name: string, makeDoor: MakeDoor): void {
  describe(`${name} is a door that stops loops`, () => {
    let rehearsed: Rehearsed | undefined;

    beforeAll(async () => {
      rehearsed = await rehearse(makeDoor);
    });

    test.each(QUESTIONS.map(({ id, asks }) => [id, asks] as const))('%s: %s', (id) => {
      expect(rehearsed?.unmet.find(({ question }) => question === id)?.seen ?? []).toEqual([]);
      expect(rehearsed).toBeDefined();
    });

    test('it is for one channel, wherever it stands', async () => {
      expect((await rehearse(makeDoor)).channel).toBe(rehearsed?.channel);
    });
  });
}
