import { BRAKES, accounted, shareFor, splitShare, stopsJob } from '@hoplite/node/decisions';
import { composeMessage, obliges, verifyLineage } from '@hoplite/p2p';
import { verifies } from '@hoplite/test/requirements';
import { describe, expect, test } from 'vitest';
import { DEFAULT_BOUNDS } from '../../src/explorer/bounds.ts';
import { NOW } from '../../src/explorer/hops.ts';
import { PRODUCTION, explore, withoutBrake } from '../../src/explorer/index.ts';
import { idOfPeer } from '../../src/explorer/peer-names.ts';
import { standInSigner, verifyStandIn } from '../../src/explorer/stand-in-signatures.ts';
import { ExploredWorld } from '../../src/explorer/world.ts';

describe('an exploration', () => {
  test('of a world that is small enough to count by hand visits exactly its states', async () => {
    verifies('harness.explorer.exhaustive');
    // alpha's operator asks beta, which has one turn and nothing to spend: it answers, or is stopped and then answers.
    const found = await explore({ peers: 2, credit: 1, roots: ['task'], channels: ['task'], repeats: false });
    // Before; asked; beta runs, and what it is stopped at makes no difference; answered; finished.
    expect(found).toEqual({
      ...{ verdict: 'proved', states: 5, transitions: 4, longest: 4 },
      ...{ turnsAtMost: 1, depthAtMost: 1 },
    });
  });

  test('without any reduction counts what was heard of a stop, too', async () => {
    verifies('harness.explorer.exhaustive');
    const world = { peers: 2, credit: 1, roots: ['task'], channels: ['task'], repeats: false } as const;
    const found = await explore({ ...world, isReduced: false });
    // Before; asked; and beta runs, has answered, is done with: not stopped, or stopped and alpha has heard of it, or not yet.
    expect(found).toMatchObject({ verdict: 'proved', states: 11, longest: 6 });
  });

  test('proves the bounds of a small world, and says how many states it has visited', async () => {
    verifies('harness.explorer.exhaustive');
    const found = await explore({ peers: 3, credit: 3 });
    expect(found.verdict).toBe('proved');
    expect(found.turnsAtMost).toBe(3);
    expect(found.depthAtMost).toBeLessThan(DEFAULT_BOUNDS.depth);
    expect(found.states).toBeGreaterThan(100);
    expect(found.transitions).toBeGreaterThan(found.states);
  });

  test.for([
    { peers: 2, credit: 6 },
    { peers: 3, credit: 4 },
    { peers: 3, credit: 5 },
    { peers: 4, credit: 4 },
  ])('proves the bounds of %o, all channels and four hops', { timeout: 120_000 }, async ({ peers, credit }) => {
    verifies('harness.explorer.exhaustive');
    const found = await explore({ peers, credit });
    expect(found).toMatchObject({ verdict: 'proved', turnsAtMost: credit, depthAtMost: 3 });
  });

  test('tells how far it is, and ends when it is told to, with what it has found', async () => {
    const end = new AbortController();
    const seen: number[] = [];
    const onProgress = ({ states }: { readonly states: number }): void => {
      seen.push(states);
      end.abort();
    };
    const found = await explore({ credit: 5, signal: end.signal, onProgress });
    expect(found.verdict).toBe('interrupted');
    expect(found.violation).toBeUndefined();
    expect(seen).toHaveLength(1);
    expect(found.states).toBe(seen[0]);
  });

  test('does not go beyond the states that it is allowed, and does not say then that anything is proved', async () => {
    const found = await explore({ credit: 5, maxStates: 5_000 });
    expect(found.verdict).toBe('bounded');
    expect(found.states).toBeLessThan(10_000);
  });

  test.for([{ peers: 5 }, { peers: 1 }, { credit: 9 }, { depth: 5 }, { depth: 0 }, { credit: 1.5 }])(
    'refuses bounds out of range: %o',
    async (bounds) => {
      const [bound] = Object.keys(bounds);
      await expect(explore(bounds)).rejects.toMatchObject({ name: 'UnexplorableWorldError', bound });
    },
  );

  test('finds a shortest counterexample as a run that can be drawn', async () => {
    verifies('harness.explorer.counterexample');
    const found = await explore({ peers: 2, credit: 2, decisions: withoutBrake('not-banned') });
    const { counterexample, steps, violation } = found;
    expect(violation).toEqual({
      rule: 'I7',
      peer: 'beta',
      detail: expect.stringContaining('beta began a turn') as string,
    });
    expect(steps).toHaveLength(5);
    expect(counterexample).toMatchObject({
      ...{ kind: 'counterexample', peers: ['alpha', 'beta'], effort: { steps: 5, states: found.states } },
      ...{ startedAt: NOW, endedAt: NOW + 5 },
      violations: [{ rule: 'I7', at: NOW + 5 }],
      turns: [
        { peer: 'alpha', depth: 0, startedAt: NOW + 1 },
        { peer: 'beta', channel: 'task', depth: 1, startedAt: NOW + 5 },
      ],
      waits: [{ from: 'alpha', to: 'beta', since: NOW + 3 }],
    });
    expect(counterexample?.messages).toMatchObject([
      { from: 'alpha', to: 'alpha', fate: { kind: 'refused', reason: 'cannot: cycle', by: 'sender' } },
      { from: 'alpha', to: 'beta', depth: 1, credit: 1, act: 'request', fate: { kind: 'handled' } },
    ]);
  });
});

describe('what the explorer decides by', () => {
  test('is what a node decides by', () => {
    verifies('harness.explorer.same-decisions');
    expect(PRODUCTION).toMatchObject({ brakes: BRAKES, compose: composeMessage, first: 'brakes' });
    expect(PRODUCTION).toMatchObject({ accounted, shareFor, splitShare, stopsJob });
  });

  test('is checked as signatures are: what a peer has not signed does not bear its mark', () => {
    verifies('harness.explorer.same-decisions');
    const bytes = Buffer.from('hello');
    const mark = standInSigner(idOfPeer(0)).sign(bytes);
    expect(verifyStandIn(idOfPeer(0), bytes, mark)).toBe(true);
    expect(verifyStandIn(idOfPeer(1), bytes, mark)).toBe(false);
    expect(verifyStandIn(idOfPeer(0), Buffer.from('hallo'), mark)).toBe(false);
  });

  test('believes what an honest peer sends, and not a chain that was forged', () => {
    verifies('harness.explorer.same-decisions');
    const world = new ExploredWorld(DEFAULT_BOUNDS, PRODUCTION);
    const [choice] = world.choices(0).filter(({ channel, to }) => channel === 'session' && to === 1);
    const { root } = world.hops;
    const honest = choice && world.hops.write(root, { cause: root, from: 0, choice, credit: 2, wake: [], slot: 0 });
    const fault = (hop: typeof honest, author: number, to: number) =>
      hop?.message &&
      verifyLineage(hop.lineage, {
        ...{ channel: 'session', author: idOfPeer(author), localPeer: idOfPeer(to), now: NOW, verify: verifyStandIn },
        ...{ bodyHash: hop.message.link.bodyHash, lastLinkAuthenticated: true },
      });
    expect(honest?.lineage.links.every(({ act }) => obliges(act))).toBe(true);
    expect(fault(honest, 0, 1)).toBeUndefined();
    expect(fault(world.hops.lie('forgery', 2, 1), 2, 1)?.detail).toContain('does not bear the signature');
  });
});
