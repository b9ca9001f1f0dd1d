// Reads from the kernel how many bytes of a connection the client has not read.

import { readFile } from 'node:fs/promises';
import { isIPv4, isIPv6 } from 'node:net';
import { endianness } from 'node:os';

/** Both ends of a connection, as a socket names them. */
export type Ends = {
  localAddress?: string | undefined;
  localPort?: number | undefined;
  remoteAddress?: string | undefined;
  remotePort?: number | undefined;
};

/**
 * Bytes of connections that the client has not read, by `connectionKey`: those in the kernel's send buffer and,
 * where the client is on this machine too, those received there but not read.
 */
export type UntakenBytes = ReadonlyMap<string, number>;

/** `self` instead of `/proc/net`: it also exists where a service sees only its own part of /proc. */
const tables = ['/proc/self/net/tcp', '/proc/self/net/tcp6'];

/** Prefix of an IPv4 address on an IPv6 socket; the other end of the connection may be an IPv4 socket. */
const mapped = endianness() === 'LE' ? '0000000000000000FFFF0000' : '00000000000000000000FFFF';

/** The unread bytes of the `requested` connections, from tables in the format of Linux (proc_net_tcp). */
export function parseTcpTables(
  texts: readonly string[],
  requested: ReadonlySet<string>,
): Map<string, number> {
  const untaken = new Map<string, number>();
  const arrived = new Map<string, number>();
  for (const text of texts)
    for (const line of text.split('\n')) {
      // Columns: number, both ends, state, bytes to send and to read.
      const [, local = '', remote = '', , bytes = ''] = line.trimStart().split(' ', 5);
      const [key, there] = [
        `${shortened(local)} ${shortened(remote)}`,
        `${shortened(remote)} ${shortened(local)}`,
      ];
      if (requested.has(key)) untaken.set(key, Number.parseInt(bytes.slice(0, 8), 16));
      if (requested.has(there)) arrived.set(there, Number.parseInt(bytes.slice(9, 17), 16));
    }
  for (const [key, bytes] of untaken) untaken.set(key, bytes + (arrived.get(key) ?? 0));
  return untaken;
}

const shortened = (end: string) => (end.startsWith(mapped) ? end.slice(mapped.length) : end);

/** The unread bytes of the `requested` connections now; undefined where the system does not show them. */
export async function readUntakenBytes(requested: ReadonlySet<string>): Promise<UntakenBytes | undefined> {
  const texts = await Promise.all(tables.map((path) => readFile(path, 'latin1').catch(() => undefined)));
  // A machine without IPv6 has only the first table.
  if (texts[0] === undefined) return undefined;
  return parseTcpTables(
    texts.map((text = '') => text),
    requested,
  );
}

/** The key of a connection as in the tables: `0100007F:0BB8 0100007F:D431`. Undefined once it is closed. */
export function connectionKey({ localAddress, localPort, remoteAddress, remotePort }: Ends) {
  const [local, remote] = [endText(localAddress, localPort), endText(remoteAddress, remotePort)];
  return local && remote ? `${local} ${remote}` : undefined;
}

const hex = (value: number, digits: number) => value.toString(16).toUpperCase().padStart(digits, '0');

function endText(address: string | undefined, port: number | undefined): string | undefined {
  const bytes = address === undefined ? undefined : bytesOf(address);
  return bytes && port !== undefined ? shortened(`${wordsText(bytes)}:${hex(port, 4)}`) : undefined;
}

/** The table shows addresses as four-byte words in the machine's byte order. */
function wordsText(bytes: readonly number[]): string {
  const words = Array.from({ length: bytes.length / 4 }, (_, at) => bytes.slice(at * 4, at * 4 + 4));
  return words
    .flatMap((word) => (endianness() === 'LE' ? word.toReversed() : word))
    .map((byte) => hex(byte, 2))
    .join('');
}

function bytesOf(address: string): number[] | undefined {
  if (isIPv4(address)) return address.split('.').map(Number);
  const [plain = ''] = address.split('%', 1);
  if (!isIPv6(plain)) return undefined;
  const [head = '', tail] = plain.split('::');
  const [left, right] = [groupsOf(head), groupsOf(tail ?? '')];
  const middle = tail === undefined ? [] : new Array<number>(16 - left.length - right.length).fill(0);
  return [...left, ...middle, ...right];
}

/** Bytes of the groups between colons; the last one may be an IPv4 address, as in ::ffff:127.0.0.1. */
function groupsOf(part: string): number[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => {
    if (group.includes('.')) return group.split('.').map(Number);
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
}
