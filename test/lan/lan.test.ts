import { generateNetworkKey } from '@hoplite/p2p';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { Lan, noLanBecause } from '../support/namespaces.ts';
import { LanNode } from './lan-node.ts';

const problem = noLanBecause();
if (problem !== undefined) {
  console.warn(`the tests of a LAN are skipped: ${problem}`);
}

const ECHO = { skill: 'echo', input: 'over the wire' };
const DONE = { state: 'done', result: 'over the wire' };

describe.skipIf(problem !== undefined)('three nodes on a LAN that know of each other by mDNS only', () => {
  verifies('node.lan.namespaces');
  const made = new AsyncDisposableStack();
  let lan: Lan;
  let alpha: LanNode;
  let beta: LanNode;
  let gamma: LanNode;

  beforeAll(async () => {
    lan = made.use(await Lan.create(['alpha', 'beta', 'gamma']));
    const networkKey = generateNetworkKey();
    const start = async (name: string): Promise<LanNode> => made.use(await LanNode.start({ lan, name, networkKey }));
    const started = await Promise.allSettled(['alpha', 'beta', 'gamma'].map(start));
    [alpha, beta, gamma] = started.map((one) => {
      if (one.status === 'rejected') throw one.reason;
      return one.value;
    }) as [LanNode, LanNode, LanNode];
  });

  afterAll(() => made.disposeAsync());

  /** Each of `nodes` sees each of `others`. */
  async function meet(nodes: readonly LanNode[], others: readonly LanNode[], ms?: number): Promise<void> {
    for (const node of nodes) {
      for (const other of others.filter((one) => one !== node)) {
        await node.until(`connected to ${other.name}`, () => node.sees(other.name), ms);
      }
    }
  }

  test('they meet, and a task goes from one through another to the third', async () => {
    verifies('p2p.host.mdns-own-tag');
    await meet([alpha, beta, gamma], [alpha, beta, gamma]);

    const report = await alpha.delegate('beta', { skill: 'relay', input: { path: ['gamma'], brief: ECHO } });

    expect(report).toMatchObject({ ...DONE, path: ['alpha', 'beta', 'gamma'], depth: 2 });
  });

  test('a task is done over a slow line that loses packets', async () => {
    const line = await lan.spoil('gamma');
    try {
      expect(['netem', 'slow and lossy']).toContain(line);
      expect(await alpha.delegate('gamma', ECHO)).toMatchObject(DONE);
    } finally {
      await lan.unspoil('gamma');
    }
  });

  test('a message that was sent during a short cut is answered after it', async () => {
    verifies('p2p.channels.reopened');
    await lan.cut('beta');
    const answer = alpha.delegate('beta', ECHO);
    await alpha.untilOpenJob('beta');
    await lan.mend('beta');

    expect(await answer).toMatchObject(DONE);
  });

  test('a peer that was cut off is missed, and is back without a restart', { timeout: 75_000 }, async () => {
    verifies('p2p.host.redial-backoff', 'p2p.channels.reopened');
    await meet([alpha, beta, gamma], [alpha, beta, gamma]);
    await lan.cut('gamma');
    const answer = alpha.delegate('gamma', ECHO);
    const seenToLeave = [alpha, beta].map((node) => node.until('without gamma', () => !node.sees('gamma'), 30_000));
    const seenAlone = gamma.until('alone', () => !gamma.sees('alpha') && !gamma.sees('beta'), 30_000);
    await Promise.all([...seenToLeave, seenAlone]);

    await lan.mend('gamma');
    await meet([alpha, beta, gamma], [alpha, beta, gamma], 15_000);

    expect(await answer).toMatchObject(DONE);
    expect(await beta.delegate('gamma', ECHO)).toMatchObject(DONE);
    expect(await gamma.delegate('alpha', ECHO)).toMatchObject(DONE);
  });
});
