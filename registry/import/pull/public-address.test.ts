import type { lookup as lookupName } from 'node:dns';
import { expect, test } from 'vitest';
import { mayConnect, publicLookup, refuseWithheld } from './public-address.ts';

test.for([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
  '::',
  '::1',
  '::ffff:10.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::a9fe:a9fe',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  '2001::1',
  '2001:db8::1',
  '2002:a9fe:a9fe::1',
  'registry.example',
])('%s is not connected to', (address) => expect(mayConnect(address, false)).toBe(false));

test.for(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'])(
  '%s is connected to',
  (address) => expect(mayConnect(address, false)).toBe(true),
);

test('this machine is connected to only where the environment allows it, and no other private address then', () => {
  for (const own of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])
    expect([mayConnect(own, false), mayConnect(own, true)]).toEqual([false, true]);
  for (const other of ['10.0.0.1', '169.254.169.254', 'fe80::1', '0.0.0.0'])
    expect(mayConnect(other, true)).toBe(false);
});

test.for([
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://localhost/',
  'https://a.localhost/',
  'https://[::1]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://169.254.169.254/latest',
])('%s is refused before anything is sent', (address) =>
  expect(() => refuseWithheld(new URL(address), false)).toThrow('The address is not one on the internet.'),
);

/** A name server that answers with these addresses. */
const answering = (...addresses: string[]) =>
  ((_name: string, _options: object, done: (error: null, found: object[]) => void) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as unknown as typeof lookupName;

const resolved = (addresses: string[], all: boolean) =>
  new Promise((resolve) =>
    publicLookup(false, answering(...addresses))('registry.example', { all }, (error, ...found) =>
      resolve(error ? error.code : found),
    ),
  );

test('a name is resolved at the connection, and refused when one of its addresses is not public', async () => {
  expect(await resolved(['8.8.8.8'], false)).toEqual(['8.8.8.8', 4]);
  expect(await resolved(['8.8.8.8', '8.8.4.4'], true)).toEqual([
    [
      { address: '8.8.8.8', family: 4 },
      { address: '8.8.4.4', family: 4 },
    ],
  ]);
  for (const all of [true, false])
    for (const addresses of [['169.254.169.254'], ['8.8.8.8', '10.0.0.1'], ['::1'], []])
      expect(await resolved(addresses, all)).toBe('ADDRESS_REFUSED');
});
