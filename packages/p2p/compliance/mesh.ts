import { describe } from 'vitest';
import { meetingIn, type MeshSetup } from './meeting.ts';
import { meshDrops } from './mesh-drops.ts';
import { meshHistory } from './mesh-history.ts';
import { meshLife } from './mesh-life.ts';
import { meshNotices } from './mesh-notices.ts';
import { meshRequests } from './mesh-requests.ts';
import { meshRooms } from './mesh-rooms.ts';

/**
 * What a {@link Mesh} has to do, whatever it is made of.
 *
 * @param name of the implementation
 * @param setup its requests should give up on a peer that cannot be reached within a few seconds
 */
export function meshCompliance(name: string, setup: MeshSetup): void {
  describe(`${name} is a mesh`, () => {
    const meeting = meetingIn(setup);
    meshLife(meeting);
    meshRequests(meeting);
    meshDrops(meeting);
    meshRooms(meeting);
    meshHistory(meeting);
    meshNotices(meeting);
  });
}
