import { expect, test } from 'vitest';
import { MeshNotRunningError, PeerUnreachableError } from '../src/index.ts';
import { haltBy } from './messages.ts';
import { at, forever, requestTo, type Meeting } from './meeting.ts';

/** More charges at once than any peer is allowed. */
const MANY_CHARGES = 20;

/** Who a mesh is, whom it knows, and how it ends. */
export function meshLife({ meet, pair }: Meeting): void {
  test('it knows its own ID and can sign with it', async () => {
    const { a, b } = await pair();
    const bytes = new TextEncoder().encode('something');
    const signature = a.mesh.signer.sign(bytes);
    expect(a.mesh.signer.peerId).toBe(a.mesh.localPeer);
    expect(b.mesh.verify(a.mesh.localPeer, bytes, signature)).toBe(true);
    expect(b.mesh.verify(b.mesh.localPeer, bytes, signature)).toBe(false);
  });

  test('every peer knows every other one and its card', async () => {
    const { peers } = await meet(3);
    for (const { mesh, told } of peers) {
      const others = peers.map((peer) => peer.mesh.localPeer).filter((id) => id !== mesh.localPeer);
      expect(
        mesh
          .peers()
          .map((peer) => peer.peerId)
          .sort(),
      ).toEqual(others.sort());
      expect(told.joined.map((peer) => peer.peerId).sort()).toEqual(others.sort());
      expect(mesh.peers().every((peer) => peer.card.name.length > 0)).toBe(true);
    }
  });

  test('an address at which nobody answers fails as unreachable', async () => {
    const { a } = await pair();
    await expect(a.mesh.connect('/ip4/127.0.0.1/tcp/1')).rejects.toThrow(PeerUnreachableError);
  });

  test.each(['no address', '/', '/ip4/300.0.0.1/tcp/1', '/ip4/127.0.0.1/tcp/1/p2p/nobody'])(
    'what is no address fails as that: %s',
    async (address) => {
      const { a } = await pair();
      await expect(a.mesh.connect(address)).rejects.toMatchObject({ code: 'ERR_INVALID_ADDRESS', address });
    },
  );

  test('a peer that is charged too often is disconnected, and one that is charged once is not', async () => {
    const { peers } = await meet(3);
    const [a, b, c] = [at(peers, 0), at(peers, 1), at(peers, 2)];
    a.mesh.charge(c.mesh.localPeer, 'its answer is not what was asked for');
    for (let charges = 0; charges < MANY_CHARGES; charges += 1) {
      a.mesh.charge(b.mesh.localPeer, 'its answer is not what was asked for');
    }
    await Promise.all([a.told.until(() => a.told.left.length === 1), b.told.until(() => b.told.left.length === 1)]);
    expect(a.told.left).toEqual([b.mesh.localPeer]);
    expect(a.mesh.peers().map((peer) => peer.peerId)).toEqual([c.mesh.localPeer]);
  });

  test('a mesh that has stopped does nothing more, and can be stopped again', async () => {
    const { a, b } = await pair();
    const waiting = a.mesh.request(requestTo(a, b));
    await b.told.until(() => b.told.requests.length === 1);
    const [stopped] = await Promise.allSettled([waiting, a.mesh.stop()]);
    expect(stopped).toMatchObject({ status: 'rejected', reason: expect.any(MeshNotRunningError) as unknown });
    await a.mesh.stop();
    await expect(a.mesh.request(requestTo(a, b))).rejects.toThrow(MeshNotRunningError);
    await expect(a.mesh.publish('ops', new Uint8Array(1))).rejects.toThrow(MeshNotRunningError);
    expect(() => a.mesh.joinRoom('ops')).toThrow(MeshNotRunningError);
    const ask = { since: 0, limit: 1, signal: forever() };
    await expect(a.mesh.history(b.mesh.localPeer, 'ops', ask)).rejects.toThrow(MeshNotRunningError);
    const notice = haltBy(a.mesh.signer, 'job-1');
    a.mesh.broadcast(notice);
    a.mesh.notify(b.mesh.localPeer, notice);
    a.mesh.cancel(b.mesh.localPeer, 'task', 'sent before', 'it has stopped');
    expect(a.mesh.peers()).toEqual([]);
    await b.told.until(() => b.told.left.length === 1);
  });
}
