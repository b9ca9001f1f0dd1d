import { expect, test } from 'vitest';
import { clientAddress, isNetwork, networkList, sourceOf } from './client-address.ts';

const proxies = networkList(['127.0.0.1', '10.0.0.0/8', '2001:db8::/32']);

test.each([
  ['a stranger who names a hop', '198.51.100.1', '203.0.113.9', '198.51.100.1'],
  ['a proxy that names nobody', '127.0.0.1', undefined, '127.0.0.1'],
  ['a proxy that names a client', '127.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['a client that invents hops', '127.0.0.1', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
  ['two proxies', '::ffff:127.0.0.1', '198.51.100.1, 203.0.113.9, 10.4.4.4', '203.0.113.9'],
  ['text that is no address', '127.0.0.1', '203.0.113.9, x y', '127.0.0.1'],
  ['no socket', undefined, '203.0.113.9', ''],
])('%s', (_name, socket, forwarded, expected) => {
  expect(clientAddress(socket, forwarded, proxies)).toBe(expected);
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::1', '::1'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:DB8:0:0:ffff:1:2:3', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::1.2.3.4', '64:ff9b:0:0::/64'],
  ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
  ['', 'unknown'],
  [null, 'unknown'],
  ['no address', 'unknown'],
])('%s is counted as %s', (address, source) => {
  expect(sourceOf(address)).toBe(source);
});

test.each([
  ['10.0.0.0/8', true],
  ['127.0.0.1', true],
  ['2001:db8::/32', true],
  ['10.0.0.0/33', false],
  ['10.0.0.0/8/8', false],
  ['proxy.example', false],
  ['', false],
])('%s is a network: %s', (entry, expected) => {
  expect(isNetwork(entry)).toBe(expected);
});
