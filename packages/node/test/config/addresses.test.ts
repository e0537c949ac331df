import { describe, expect, test } from 'vitest';
import { isDialAddress, isListenAddress, isLoopback } from '../../src/config/addresses.ts';

const PEER = '12D3KooWEyoppNCUx8Yx66oV9fJnriXwCcXwDDUA2kj6vnc6iDEp';

describe('an address to listen on', () => {
  test.each(['/ip4/0.0.0.0/tcp/0', '/ip4/127.0.0.1/tcp/65535', '/ip6/::/tcp/4001'])('is %s', (text) => {
    expect(isListenAddress(text)).toBe(true);
  });

  test.each([
    ...['', '/', '0.0.0.0:0', 'ip4/0.0.0.0/tcp/0', '/ip4/0.0.0.0/tcp', '/ip4/0.0.0.0/tcp/', '/ip4/0.0.0.0/udp/1'],
    ...[
      '/ip4/0.0.0.0/tcp/65536',
      '/ip4/0.0.0.0/tcp/-1',
      '/ip4/0.0.0.0/tcp/1e3',
      '/ip4/256.0.0.1/tcp/1',
      '/ip4/::1/tcp/1',
    ],
    ...['/ip6/127.0.0.1/tcp/1', '/ip6/fe80::1%eth0/tcp/1', '/dns/localhost/tcp/1', '/constructor/x/tcp/1'],
    ...['/ip4/0.0.0.0/tcp/1/', '/ip4/0.0.0.0/tcp/1/ws', `/ip4/0.0.0.0/tcp/1/p2p/${PEER}`],
  ])('is not %j', (text) => {
    expect(isListenAddress(text)).toBe(false);
  });
});

describe('an address to dial', () => {
  test.each([
    ...[
      '/ip4/10.0.0.1/tcp/1',
      '/ip6/2001:db8::1/tcp/65535',
      '/dns/node.example/tcp/4001',
      '/dns4/n/tcp/1',
      '/dns6/n/tcp/1',
    ],
    `/ip4/10.0.0.1/tcp/1/p2p/${PEER}`,
  ])('is %s', (text) => {
    expect(isDialAddress(text)).toBe(true);
  });

  test.each([
    ...[
      '/ip4/10.0.0.1/tcp/0',
      '/ip4/10.0.0.1/tcp/1/p2p',
      '/ip4/10.0.0.1/tcp/1/p2p/beta',
      '/dns/-a/tcp/1',
      '/dns//tcp/1',
    ],
    ...[`/ip4/10.0.0.1/tcp/1/p2p/${PEER}/p2p-circuit`, `/p2p/${PEER}`, '/dns/10.0.0.1/tcp/1', '/dns/a..b/tcp/1'],
  ])('is not %j', (text) => {
    expect(isDialAddress(text)).toBe(false);
  });
});

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['127.evil.example', false],
  ['::', false],
  ['', false],
])('%j is reachable from this machine only: %j', (host, loopback) => {
  expect(isLoopback(host)).toBe(loopback);
});
