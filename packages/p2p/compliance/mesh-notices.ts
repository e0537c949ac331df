import { expect, test } from 'vitest';
import { generateIdentity } from '../src/identity.ts';
import { haltBy, watchingBy } from './messages.ts';
import { at, type Meeting } from './meeting.ts';
import type { Recorded } from './recorder.ts';

/** What runtimes tell each other. A notice may arrive more than once, so what is looked at is whether it came. */
export function meshNotices({ meet, pair }: Meeting): void {
  test('a notice that is broadcast reaches all other members, and not its author', async () => {
    const { peers } = await meet(3);
    const [a, b, c] = [at(peers, 0), at(peers, 1), at(peers, 2)];
    const notice = haltBy(a.mesh.signer, 'job-1');
    a.mesh.broadcast(notice);
    await Promise.all([b, c].map((peer) => peer.told.until(() => has(peer, notice))));
    // What comes back would have come by the time that a notice which was sent later has gone both ways.
    const answer = haltBy(b.mesh.signer, 'job-2');
    b.mesh.broadcast(answer);
    await a.told.until(() => has(a, answer));
    expect(has(a, notice)).toBe(false);
  });

  test('a broadcast passes on what others have said, and tells who passed it on', async () => {
    const { a, b } = await pair();
    const notice = haltBy(generateIdentity().signer, 'job-1');
    a.mesh.broadcast(notice);
    await b.told.until(() => has(b, notice));
    expect(at(b.told.notices, 0).peer).toBe(a.mesh.localPeer);
  });

  test('a broadcast that nobody hears is no error', async () => {
    const { a, b, world } = await pair();
    await world.disconnect();
    await a.told.until(() => a.told.left.length === 1);
    a.mesh.broadcast(haltBy(a.mesh.signer, 'unheard'));
    await world.reconnect();
    await a.told.until(() => a.told.joined.length === 2);
    const heard = haltBy(a.mesh.signer, 'heard');
    a.mesh.broadcast(heard);
    await b.told.until(() => has(b, heard));
  });

  test('a notice is given to one peer, and to no other', async () => {
    const { peers } = await meet(3);
    const [a, b, c] = [at(peers, 0), at(peers, 1), at(peers, 2)];
    const [forB, forC] = [haltBy(a.mesh.signer, 'job-b'), haltBy(a.mesh.signer, 'job-c')];
    a.mesh.notify(b.mesh.localPeer, forB);
    a.mesh.notify(c.mesh.localPeer, forC);
    await Promise.all([b.told.until(() => has(b, forB)), c.told.until(() => has(c, forC))]);
    expect(at(b.told.notices, 0).peer).toBe(a.mesh.localPeer);
    expect([has(b, forC), has(c, forB)]).toEqual([false, false]);
  });

  test('a notice for a peer that is away is given when it is back', async () => {
    const { a, b, world } = await pair();
    await world.disconnect();
    await a.told.until(() => a.told.left.length === 1);
    const notice = haltBy(a.mesh.signer, 'job-1');
    a.mesh.notify(b.mesh.localPeer, notice);
    await world.reconnect();
    await b.told.until(() => has(b, notice));
  });

  test('a beat, a probe and a stall are carried as any other notice', async () => {
    const { a, b } = await pair();
    const given = watchingBy(a.mesh.signer, b.mesh.signer);
    given.forEach((notice) => a.mesh.notify(b.mesh.localPeer, notice));
    await Promise.all(given.map((notice) => b.told.until(() => has(b, notice))));
    const gossiped = watchingBy(b.mesh.signer, a.mesh.signer);
    gossiped.forEach((notice) => b.mesh.broadcast(notice));
    await Promise.all(gossiped.map((notice) => a.told.until(() => has(a, notice))));
  });

  test('a notice that its author has not signed is handed over to nobody, however it comes', async () => {
    const { a, b } = await pair();
    const forged = haltBy({ ...a.mesh.signer, peerId: b.mesh.localPeer }, 'job-1');
    a.mesh.broadcast(forged);
    a.mesh.notify(b.mesh.localPeer, forged);
    const genuine = haltBy(a.mesh.signer, 'job-2');
    a.mesh.notify(b.mesh.localPeer, genuine);
    await b.told.until(() => has(b, genuine));
    expect(has(b, forged)).toBe(false);
  });
}

function has({ told }: Recorded, notice: Uint8Array): boolean {
  return told.notices.some((one) => Buffer.compare(one.notice, notice) === 0);
}
