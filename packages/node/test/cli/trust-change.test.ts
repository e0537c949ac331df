import { verifies } from '@hoplite/test/requirements';
import { expect, test } from 'vitest';
import { withTrust } from '../../src/cli/trust-change.ts';
import { defaultConfig } from '../../src/config/config.ts';

verifies('node.cli.invite-join');

const [beta, gamma] = ['12D3Beta', '12D3Gamma'];
const config = { ...defaultConfig('alpha'), rights: { [gamma]: ['room' as const] }, deny: [gamma] };

test('a right replaces what was said of the peer before, and of nobody else', () => {
  const allowed = withTrust(withTrust(config, beta, { kind: 'deny' }), beta, { kind: 'allow', rights: ['task'] });
  expect(allowed).toEqual({ ...config, rights: { [gamma]: ['room'], [beta]: ['task'] }, deny: [gamma] });
});

test('a denied peer has no rights of its own', () => {
  const denied = withTrust(withTrust(config, beta, { kind: 'allow', rights: [] }), beta, { kind: 'deny' });
  expect(denied).toEqual({ ...config, deny: [gamma, beta] });
  expect(withTrust(denied, beta, { kind: 'deny' })).toEqual(denied);
});

test('reset makes it a member like any other', () => {
  expect(withTrust(config, gamma, { kind: 'reset' })).toEqual({ ...config, rights: {}, deny: [] });
});
