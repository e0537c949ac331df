import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CHANNELS } from '@hoplite/p2p';
import { applyBrakes } from '../../src/admission/brakes.ts';
import { allowsEdge, type Addressing, type Graph } from '../../src/admission/graph.ts';
import { NodeView } from '../../src/admission/node-view.ts';
import { runtimeAt, type RuntimeAtInit } from '../turns/runtime-at.ts';
import { A, B, C, D, ROOM, inbound, message, outbound, rootOf } from './crossings.ts';
import { verifies } from '@hoplite/test/requirements';

verifies('node.brakes.illegal-edge');

/** Whom people know by which name; two peers call themselves twin. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  alpha: [A.peerId],
  beta: [B.peerId],
  gamma: [C.peerId],
  twin: [C.peerId, D.peerId],
};
const EVERYONE = [A, B, C, D].map(({ peerId }) => peerId);

function allows(graph: Graph, addressing: Partial<Addressing>, known = KNOWN): boolean {
  const asked: Addressing = { from: A.peerId, to: B.peerId, channel: 'task', ...addressing };
  return allowsEdge(graph, asked, (name) => known[name] ?? []);
}

/** All edges among the four, as letters. */
function edgesOf(graph: Graph, channel: Addressing['channel'] = 'task'): readonly string[] {
  const letter = (peer: string): string => 'ABCD'.charAt(EVERYONE.indexOf(peer));
  return EVERYONE.flatMap((from) =>
    EVERYONE.filter((to) => to !== from && allows(graph, { from, to, channel })).map((to) => letter(from) + letter(to)),
  );
}

describe('the graph', () => {
  test('free has every edge', () => {
    expect(edgesOf({ preset: 'free' })).toHaveLength(12);
  });

  test('a star has the edges from and to its centre, by name as by ID', () => {
    for (const centre of ['beta', B.peerId]) {
      expect(edgesOf({ preset: 'star', centre })).toEqual(['AB', 'BA', 'BC', 'BD', 'CB', 'DB']);
    }
  });

  test('a pipeline has the edge from each to the next, and neither back nor on', () => {
    expect(edgesOf({ preset: 'pipeline', order: ['alpha', B.peerId, 'gamma'] })).toEqual(['AB', 'BC']);
  });

  test('edges has those listed and no other; one edge does not give the way back', () => {
    const graph: Graph = {
      preset: 'edges',
      edges: [
        { from: 'alpha', to: 'beta' },
        { from: 'gamma', to: D.peerId },
      ],
    };
    expect(edgesOf(graph)).toEqual(['AB', 'CD']);
    expect(edgesOf({ preset: 'edges', edges: [] })).toEqual([]);
  });

  test('an edge may be for some channels only', () => {
    const graph: Graph = { preset: 'edges', edges: [{ from: 'alpha', to: 'beta', channels: ['session', 'room'] }] };
    expect(CHANNELS.filter((channel) => edgesOf(graph, channel).length > 0)).toEqual(['session', 'room']);
  });

  test('* is anyone', () => {
    expect(edgesOf({ preset: 'edges', edges: [{ from: '*', to: 'beta' }] })).toEqual(['AB', 'CB', 'DB']);
    expect(edgesOf({ preset: 'edges', edges: [{ from: 'beta', to: '*' }] })).toEqual(['BA', 'BC', 'BD']);
    expect(edgesOf({ preset: 'star', centre: '*' })).toHaveLength(12);
  });

  test('#room is whoever a post there is to wake, and nobody elsewhere', () => {
    const graph: Graph = { preset: 'edges', edges: [{ from: 'alpha', to: `#${ROOM}` }] };
    expect(allows(graph, { channel: 'room', room: ROOM })).toBe(true);
    expect(allows(graph, { channel: 'room', room: ROOM, from: C.peerId })).toBe(false);
    expect(allows(graph, { channel: 'room', room: 'lobby' })).toBe(false);
    expect([allows(graph, {}), allows(graph, { channel: 'session' })]).toEqual([false, false]);
  });

  test('a name that nobody bears, or more than one, is nobody', () => {
    for (const centre of ['twin', 'nobody']) {
      expect(edgesOf({ preset: 'star', centre })).toEqual([]);
      expect(edgesOf({ preset: 'pipeline', order: ['alpha', centre, 'beta'] })).toEqual([]);
      const edges = [
        { from: centre, to: 'alpha' },
        { from: 'beta', to: centre },
      ];
      expect(edgesOf({ preset: 'edges', edges })).toEqual([]);
    }
  });

  test('a peer ID is that peer, though others take it for their name', () => {
    const known = { [B.peerId]: [D.peerId] };
    const edges = [{ from: 'alpha', to: B.peerId }];
    const graph: Graph = { preset: 'edges', edges };
    expect(allows(graph, {}, { ...KNOWN, ...known })).toBe(true);
    expect(allows(graph, { to: D.peerId }, { ...KNOWN, ...known })).toBe(false);
    expect(allows({ preset: 'star', centre: B.peerId }, { from: D.peerId, to: C.peerId }, known)).toBe(false);
  });

  test('a peer that takes #room for its name is not the room', () => {
    const graph: Graph = { preset: 'edges', edges: [{ from: 'alpha', to: `#${ROOM}` }] };
    expect(allows(graph, { to: D.peerId }, { ...KNOWN, [`#${ROOM}`]: [D.peerId] })).toBe(false);
  });

  test('what a graph of edges allows is what one of its edges alone allows', () => {
    const label = fc.constantFrom('alpha', 'beta', 'twin', 'nobody', '*', `#${ROOM}`, ...EVERYONE);
    const edge = fc.record(
      { from: label, to: label, channels: fc.subarray([...CHANNELS], { minLength: 1 }) },
      { requiredKeys: ['from', 'to'] },
    );
    const asked = fc.record(
      {
        from: fc.constantFrom(...EVERYONE),
        to: fc.constantFrom(...EVERYONE),
        channel: fc.constantFrom(...CHANNELS),
        room: fc.constantFrom(ROOM, 'lobby'),
      },
      { requiredKeys: ['from', 'to', 'channel'] },
    );
    fc.assert(
      fc.property(fc.array(edge, { maxLength: 4 }), asked, (edges, asked) => {
        const alone = edges.some((one) => allows({ preset: 'edges', edges: [one] }, asked));
        expect(allows({ preset: 'edges', edges }, asked)).toBe(alone);
      }),
    );
  });
});

describe('where the graph has no edge', () => {
  const star: RuntimeAtInit = {
    config: { graph: { preset: 'star', centre: 'centre' } },
    peers: { centre: B, rim: C, edge: D },
  };
  const viewAt = (node: typeof A) =>
    new NodeView(runtimeAt(node, star).runtime, { hasCredit: () => true, hasCapacity: () => true });

  test.each(CHANNELS)('a message on the %s channel is refused illegal_edge by sender and receiver', (channel) => {
    const hop = { channel, from: A, to: C } as const;
    for (const stopped of [
      applyBrakes(outbound(rootOf(), hop), viewAt(A)),
      applyBrakes(inbound(message(rootOf(), hop), C), inRoom(viewAt(C))),
    ]) {
      expect(stopped).toMatchObject({ brake: 'edge', refusal: { reason: 'illegal_edge' } });
      expect(stopped?.refusal.detail).toContain(A.peerId);
      expect(stopped?.refusal.detail).toContain(C.peerId);
    }
    const toCentre = { channel, from: A, to: B } as const;
    expect(applyBrakes(outbound(rootOf(), toCentre), viewAt(A))).toBeUndefined();
    expect(applyBrakes(inbound(message(rootOf(), toCentre), B), inRoom(runtimeViewAt(B)))).toBeUndefined();
  });

  test.each(CHANNELS)('what wakes nobody may be said on the %s channel', (channel) => {
    const hop = { channel, from: A, to: C, act: 'inform', inReplyTo: 'x' } as const;
    expect(applyBrakes(outbound(rootOf(), hop), viewAt(A))).toBeUndefined();
    expect(applyBrakes(inbound(message(rootOf(), hop), C), inRoom(viewAt(C)))?.refusal.reason).toBe('terminal');
  });

  test('a post that would wake several is refused when the edge to one of them is missing', () => {
    const post = { ...outbound(rootOf(), { channel: 'room', from: A, to: B }), wakes: [B.peerId, C.peerId] };
    expect(applyBrakes(post, viewAt(A))?.refusal.reason).toBe('illegal_edge');
    expect(applyBrakes({ ...post, wakes: [B.peerId] }, viewAt(A))).toBeUndefined();
  });

  /** The centre knows itself by its name. */
  function runtimeViewAt(node: typeof A): NodeView {
    const { runtime } = runtimeAt(node, { ...star, name: 'centre', peers: { rim: C, edge: D } });
    return new NodeView(runtime, { hasCredit: () => true, hasCapacity: () => true });
  }

  function inRoom(view: NodeView): NodeView {
    view.inRoom = () => true;
    return view;
  }
});
