import type { Mesh } from '@hoplite/p2p';

/** Networks that a node must not start on, by what is wrong with them. */
export const SABOTAGE: Readonly<Record<'no-local-id' | 'no-key' | 'verifies-everything', (mesh: Mesh) => Mesh>> = {
  'no-local-id': (mesh) => but(mesh, { localPeer: '' }),
  'no-key': (mesh) => but(mesh, { localPeer: '', signer: { peerId: '', sign: () => new Uint8Array(64) } }),
  'verifies-everything': (mesh) => but(mesh, { verify: () => true }),
};

/** The mesh, but for what is changed. */
function but(mesh: Mesh, changes: Partial<Mesh>): Mesh {
  return new Proxy(mesh, {
    get(target, key) {
      const value: unknown = Reflect.get(key in changes ? changes : target, key);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
