import { createMesh, generateIdentity, generateNetworkKey, type Mesh } from '@hoplite/p2p';
import { afterEach, expect, test } from 'vitest';
import { runningApi, type RunningApi } from './running-api.ts';
import { alpha } from './scripted-node.ts';

const meshes: Mesh[] = [];

afterEach(() => Promise.all(meshes.splice(0).map((mesh) => mesh.stop())));

/** The API of a node that has a real network below it. */
async function apiOverMesh(): Promise<RunningApi> {
  const mesh = createMesh({
    identity: generateIdentity(),
    networkKey: generateNetworkKey(),
    card: { name: 'alpha', description: '', skills: [], version: '1.0.0' },
    listen: ['/ip4/127.0.0.1/tcp/0'],
    mdns: false,
  });
  meshes.push(mesh);
  const nothing = (): void => undefined;
  await mesh.start({
    onRequest: nothing,
    onSettled: nothing,
    onPost: nothing,
    onNotice: nothing,
    onHistory: () => [],
    onPeerJoined: nothing,
    onPeerLeft: nothing,
    onRoomChanged: nothing,
  });
  return runningApi({
    connect: async (address, options) => ({ ...alpha, peerId: await mesh.connect(address, options) }),
  });
}

test('an address that nobody could dial is a fault of the caller, and names its field', async () => {
  const { call } = await apiOverMesh();
  for (const address of ['/', '/nonsense', '/ip4/300.0.0.1/tcp/1', '/ip4/127.0.0.1/tcp/1/p2p/nobody']) {
    expect(await call('POST', '/api/v1/peers/connect', { body: { address } })).toMatchObject({
      status: 400,
      json: { error: { code: 'bad_request', field: 'address' } },
    });
  }
});

test('an address at which nobody answers is a refusal', async () => {
  const { call } = await apiOverMesh();
  expect(await call('POST', '/api/v1/peers/connect', { body: { address: '/ip4/127.0.0.1/tcp/1' } })).toMatchObject({
    status: 200,
    json: { ok: false, refusal: { reason: 'unreachable' } },
  });
});
