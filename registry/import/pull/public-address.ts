// Lets a registry connect for a user to public internet addresses only: no machine of its own network is reached.

import { lookup as lookupName } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isListed, networkList, unmapped } from '#lib/net/client-address';
import { PullStopped } from './errors.ts';

/** IPv4 networks that are no public hosts (IANA special-purpose registry), and one metadata address among public ones. */
const withheld = networkList([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24'],
  ...['192.168.0.0/16', '192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4', '168.63.129.16'],
  // Tunnels and documentation within the public IPv6 network; a tunnel's address contains another one.
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
]);
/** Everything else in IPv6 is local, reserved, or stands for an IPv4 address. */
const publicIpv6 = networkList(['2000::/3']);
const ownMachine = networkList(['127.0.0.0/8', '::1']);

/** Whether a registry may connect to an IP address for a user. */
export function mayConnect(address: string, allowLoopback: boolean): boolean {
  const plain = unmapped(address);
  const family = isIP(plain);
  if (family === 0) return false;
  if (allowLoopback && isListed(plain, ownMachine)) return true;
  return !isListed(plain, withheld) && (family === 4 || isListed(plain, publicIpv6));
}

/** Why a connection is not made. */
export const refusedCode = 'ADDRESS_REFUSED';

/** Resolves a name at each connection, and refuses it when one of its addresses is not public. */
export const publicLookup =
  (allowLoopback: boolean, resolve: typeof lookupName = lookupName): LookupFunction =>
  (name, options, done) => {
    resolve(name, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, []);
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => mayConnect(address, allowLoopback)))
        return done(Object.assign(new Error(refusedCode), { code: refusedCode }), []);
      // What is connected to is what was checked.
      if (options.all) return done(null, addresses);
      return done(null, first.address, first.family);
    });
  };

/** Refuses an address whose host is written as a number that is not public, or that names this machine. */
export function refuseWithheld({ hostname }: URL, allowLoopback: boolean): void {
  const host = hostname.replace(/^\[|\]$/g, '');
  const isLocalName = host === 'localhost' || host.endsWith('.localhost');
  const isRefused = isIP(host) === 0 ? isLocalName && !allowLoopback : !mayConnect(host, allowLoopback);
  if (isRefused) throw new PullStopped(notPublic, true);
}

export const notPublic =
  'The address is not one on the internet. Pull a registry of your own network with the command registry:import.';
