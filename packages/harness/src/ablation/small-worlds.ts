import type { Bounds } from '../explorer/index.ts';

/** A world in which brakes are switched off. */
export interface SmallWorld {
  readonly name: string;
  readonly bounds: Partial<Bounds>;
}

/** The smallest first: so the first in which something breaks is the least that shows it. */
export const SMALL_WORLDS: readonly SmallWorld[] = [
  { name: 'two peers and two turns', bounds: { peers: 2, credit: 2 } },
  {
    name: 'two peers, one of which does not know its own ID',
    bounds: { peers: 2, credit: 2, nameless: 1, roots: ['task', 'session'], channels: ['task', 'session'] },
  },
  { name: 'two peers and a network that doubles', bounds: { peers: 2, credit: 2, duplicates: 1, repeats: false } },
  { name: 'two peers and a person who halts', bounds: { peers: 2, credit: 2, halts: 1 } },
  {
    name: 'two peers, one of which lies',
    bounds: {
      ...{ peers: 2, credit: 2, roots: ['task'], channels: ['task', 'session'] },
      lies: ['gibberish', 'impersonation', 'forgery', 'terminal'],
    },
  },
  { name: 'two peers and three turns', bounds: { peers: 2, credit: 3 } },
  { name: 'two peers and two hops', bounds: { peers: 2, credit: 3, depth: 2 } },
  { name: 'two peers, one of which has no rights', bounds: { peers: 2, credit: 4, roots: ['task'], rightless: 1 } },
  { name: 'two peers and a policy with one edge', bounds: { peers: 2, credit: 4, roots: ['task'], edges: [[0, 1]] } },
  { name: 'two peers, one of which the breaker holds back', bounds: { peers: 2, credit: 4, roots: ['task'], held: 1 } },
  { name: 'two peers that take one message of each other', bounds: { peers: 2, credit: 3, burst: 1 } },
  { name: 'two peers with room for one message', bounds: { peers: 2, credit: 3, capacity: 1 } },
  { name: 'three peers and three turns', bounds: { peers: 3, credit: 3 } },
];
