import { BlockList, isIP } from 'node:net';

/** Whether an entry is an address or a network such as "10.0.0.0/8". */
export function isNetwork(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  const width = isIP(address) === 4 ? 32 : 128;
  if (isIP(address) === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= width);
}

/** Addresses and networks that passed `isNetwork`, as a list to check addresses against. */
export function networkList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** True when the address is in the list; false for text that is not an address. */
export function isListed(address: string, list: BlockList): boolean {
  const family = isIP(address);
  return family !== 0 && list.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/** An IPv4-mapped IPv6 address as IPv4. */
export const unmapped = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, '');

/**
 * The address a request came from: the last hop that is not a trusted proxy. `socketAddress` is the peer of the
 * connection, `forwardedFor` the value of X-Forwarded-For. Earlier hops can be forged.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  proxies: BlockList,
): string {
  let nearest = unmapped(socketAddress ?? '');
  const hops = (forwardedFor ?? '').split(',');
  while (isListed(nearest, proxies)) {
    const hop = unmapped(hops.pop()?.trim() ?? '');
    if (isIP(hop) === 0) break;
    nearest = hop;
  }
  return nearest;
}

/**
 * The key for counting requests: an IPv4 address, or the /64 network of an IPv6 address, because a client
 * usually controls all addresses of its /64. Text that is not an address becomes "unknown".
 */
export function sourceOf(address: string | null | undefined): string {
  const plain = unmapped(address ?? '').split('%')[0] ?? '';
  const family = isIP(plain);
  if (family === 0) return 'unknown';
  if (family === 4 || plain === '::1') return plain;
  // The URL parser writes an IPv6 address in its shortest form, without dots.
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  while (groups.length + after.length < 8) groups.push('0');
  return `${[...groups, ...after].slice(0, 4).join(':')}::/64`;
}
