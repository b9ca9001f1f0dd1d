import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { connectionKey, parseTcpTables, readUntakenBytes } from './tcp-table.ts';

const head =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n';
const line = (at: number, ends: string, bytes: string) =>
  `${String(at).padStart(4)}: ${ends} 01 ${bytes} 00:00000000 00000000  1000        0 15973 1 0000000000000000 20 4 30 10 -1\n`;

const ends = (localAddress: string, remoteAddress = localAddress) =>
  connectionKey({ localAddress, localPort: 3000, remoteAddress, remotePort: 54321 }) ?? '';

describe.skipIf(process.arch === 's390x')('key of a connection', () => {
  test.each([
    ['127.0.0.1', '192.0.2.10', '0100007F:0BB8 0A0200C0:D431'],
    ['::ffff:127.0.0.1', '::ffff:c000:20a', '0100007F:0BB8 0A0200C0:D431'],
    ['::1', '::', `${'0'.repeat(24)}01000000:0BB8 ${'0'.repeat(32)}:D431`],
    [
      '2001:db8::8a2e:370:7334',
      'fe80::1%eth0',
      'B80D0120000000002E8A000034737003:0BB8 000080FE000000000000000001000000:D431',
    ],
  ])('of %s to %s is %s', (local, remote, key) => expect(ends(local, remote)).toBe(key));

  test('is missing without an address or a port', () => {
    expect(
      connectionKey({ localAddress: '127.0.0.1', localPort: 1, remoteAddress: '127.0.0.1' }),
    ).toBeUndefined();
    expect(
      connectionKey({ localAddress: 'localhost', localPort: 1, remoteAddress: '::1', remotePort: 2 }),
    ).toBeUndefined();
  });
});

describe('socket tables', () => {
  const key = ends('127.0.0.1');
  const there = key.split(' ').reverse().join(' ');

  test('give the unsent bytes, and the bytes a local reader has not read', () => {
    const other = line(0, '0100007F:0BB8 0100007F:0001', '00000009:00000009');
    const sending = line(1, key, '0000A000:00000007');
    expect(parseTcpTables([head + other + sending], new Set([key]))).toEqual(new Map([[key, 0xa000]]));
    const reading = line(2, there, '00000003:00000B00');
    expect(parseTcpTables([head + sending + reading], new Set([key]))).toEqual(new Map([[key, 0xab00]]));
  });

  test('match an IPv4 connection of an IPv6 socket, and its reader in the other table', () => {
    const mapped = key.replaceAll('0100007F', '0000000000000000FFFF00000100007F');
    const texts = [head + line(0, there, '00000000:00000010'), head + line(0, mapped, '00000020:00000000')];
    expect(parseTcpTables(texts, new Set([key]))).toEqual(new Map([[key, 0x30]]));
  });

  test('are ignored where malformed', () => {
    const texts = ['', '\n\n', 'no table at all', head, `${'x '.repeat(10_000)}\n`, `   0: ${key}`];
    expect(parseTcpTables(texts, new Set(['other']))).toEqual(new Map());
  });
});

test.runIf(process.platform === 'linux').each(['127.0.0.1', '::1', '::'])(
  'real connection at %s: unread bytes of its reader are found',
  async (host) => {
    const server = createServer((socket) => socket.write(Buffer.alloc(5000)));
    server.listen(0, host);
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const accepted = once(server, 'connection');
    const reader = connect(port, host === '::' ? '127.0.0.1' : host).pause();
    const [socket] = await accepted;
    const key = connectionKey(socket) ?? '';
    await expect.poll(async () => (await readUntakenBytes(new Set([key])))?.get(key)).toBe(5000);
    reader.resume();
    await expect.poll(async () => (await readUntakenBytes(new Set([key])))?.get(key)).toBe(0);
    reader.destroy();
    server.close();
  },
);
