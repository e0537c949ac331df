import { verifies } from '@hoplite/test/requirements';
import { expect, test } from 'vitest';
import { collectAddress, isLoopbackAddress, multiaddrOf, socketAddress } from '../../src/cli/address.ts';

verifies('node.cli.up-ports');

test.each([
  ['127.0.0.1:4001', '/ip4/127.0.0.1/tcp/4001'],
  ['0.0.0.0:0', '/ip4/0.0.0.0/tcp/0'],
  ['[::]:4001', '/ip6/::/tcp/4001'],
  ['localhost:0', '/ip4/127.0.0.1/tcp/0'],
  ['example.com:4001', '/dns/example.com/tcp/4001'],
  ['/ip4/1.2.3.4/tcp/5/p2p/12D3', '/ip4/1.2.3.4/tcp/5/p2p/12D3'],
])('%s is %s', (text, multiaddr) => {
  expect(multiaddrOf(text)).toBe(multiaddr);
});

test.each(['', '4001', '127.0.0.1', '127.0.0.1:', ':4001', '127.0.0.1:65536', '127.0.0.1:http', 'a b:1', '::1:4001'])(
  '%j is no address',
  (text) => {
    expect(() => multiaddrOf(text)).toThrow('HOST:PORT');
  },
);

test('an option may be given several times', () => {
  expect(collectAddress('localhost:2', collectAddress('localhost:1'))).toEqual([
    '/ip4/127.0.0.1/tcp/1',
    '/ip4/127.0.0.1/tcp/2',
  ]);
});

test('host and port can be read from a multiaddr', () => {
  expect(socketAddress('/ip6/::1/tcp/4001/p2p/12D3')).toEqual({ host: '::1', port: 4001 });
  expect(socketAddress('/dns/example.com/tcp/1')).toEqual({ host: 'example.com', port: 1 });
  expect(socketAddress('/ip4/1.2.3.4/udp/1/quic')).toBeUndefined();
});

test('addresses that only this machine can reach are known', () => {
  expect(['/ip4/127.0.0.1/tcp/1', '/ip4/127.1.2.3/tcp/1', '/ip6/::1/tcp/1'].every(isLoopbackAddress)).toBe(true);
  expect(['/ip4/192.168.1.1/tcp/1', '/ip6/::2/tcp/1', '/dns/x/tcp/1'].some(isLoopbackAddress)).toBe(false);
});
