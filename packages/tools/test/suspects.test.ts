import { verifies } from '@hoplite/test/requirements';
import { expect, test } from 'vitest';
import { callTool } from '../src/index.ts';
import { FakeContext, peerCalled } from './fake-context.ts';

test('list_peers marks a peer that is suspected, and no other', async () => {
  verifies('watch.liveness');
  const context = new FakeContext();
  const [beta, gamma, delta] = [peerCalled('beta'), peerCalled('gamma'), peerCalled('delta')];
  context.peers = [{ ...beta, suspect: true }, { ...gamma, suspect: false }, delta];
  const result = await callTool('list_peers', {}, context);
  expect(result).toMatchObject({ ok: true, value: { peers: [{ name: 'beta', suspect: true }, {}, {}] } });
  expect(JSON.stringify(result).match(/"suspect"/g)).toHaveLength(1);
});
