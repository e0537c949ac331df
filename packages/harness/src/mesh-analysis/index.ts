export { analyzeMesh, MAX_EDGES } from './analyze-mesh.ts';
export type { IllegalEdge, MeshAnalysis } from './analyze-mesh.ts';
export type { Broadcast } from './broadcasts.ts';
export type { Circle } from './circles.ts';
export { MAX_PEERS, readMeshConfigs } from './mesh-config.ts';
export type { MeshConfig } from './mesh-config.ts';
export type { RequestTurns } from './most-turns.ts';
export type { EdgeRefusal } from './network.ts';
