/** What every implementation of a port of this package has to pass. */
export { meshCompliance } from './mesh.ts';
export type { MeshSetup, MeshWorld } from './meeting.ts';
