/** @module-tag long */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withTransaction } from '#lib/postgres/pool';
import { openTestServer, type TestServer } from '#lib/postgres/server-for-tests';
import { addUser } from '#lib/session/accounts/accounts';
import { startSession } from '#lib/session/sessions';
import { clockIn } from '#registry/clock';
import { openDatabase, type RegistryDatabase } from '#registry/db/open';
import { createServer, type RegistryServer } from '#registry/server';
import { buildIfNeeded } from '#scripts/build';
import { type GatewayFixture, openGatewayFixture } from '../gateway/gateway-fixture.ts';
import { type Program, startProgram } from '../gateway/matrix/matrix-program.ts';

// Clients that occupy a connection by sending or reading almost nothing, against both running programs. The
// time limit is set to one second here, and to two for readers.
const metricsToken = 'a token only the collector knows';
let fixture: GatewayFixture;
let program: Program;
let books: TestServer;
let database: RegistryDatabase;
let registry: RegistryServer;
let cookie: string;

beforeAll(async () => {
  await buildIfNeeded();
  fixture = await openGatewayFixture();
  const someone = {
    email: 'op@books.example',
    name: 'Op',
    role: 'ta-operator' as const,
    issuers: [],
    password: null,
  };
  const id = await withTransaction(fixture.pool, (client) => addUser(client, someone));
  cookie = `sharebook.session=${await startSession(fixture.pool, id, { address: null, userAgent: null })}`;
  books = await openTestServer(fixture.dataDir);
  await books.ensureDatabase('registry');
  database = await openDatabase(
    { databaseUrl: books.urlFor('registry'), dataDir: fixture.dataDir },
    { connectionsMax: 4, applicationName: 'slow clients' },
  );
  registry = await createServer({
    pool: database.pool,
    databaseUrl: database.url,
    clock: clockIn('America/New_York'),
    dataDir: fixture.dataDir,
    host: '127.0.0.1',
    port: 0,
    demoClients: false,
    ratePerSecond: 2000,
    patience: { headMs: 1000, requestMs: 1000, checkEveryMs: 200 },
    readerMs: 2000,
    metricsToken,
    log: () => undefined,
  });
  program = await startProgram(
    {
      DATABASE_URL: fixture.url,
      DATA_DIR: fixture.dataDir,
      NEXTAUTH_SECRET: 'a secret only the test of slow clients knows',
      REGISTRY_BASE_URL: registry.baseUrl,
      REGISTRY_CLIENT_ID: 'desk',
      REGISTRY_CLIENT_SECRET: 'desk-secret',
      REQUEST_SECONDS: '1',
      READER_SECONDS: '2',
      METRICS_TOKEN: metricsToken,
    },
    { proxy: true },
  );
}, 600_000);
afterAll(async () => {
  await program?.stop();
  await registry?.close(1000);
  await database?.release();
  await books?.release();
  await fixture?.stop();
});

/** Reads until the other side closes; sends `drip` repeatedly meanwhile. */
async function until(port: number, first: string, drip: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  socket.on('data', (piece) => (heard += piece)).on('error', () => undefined);
  socket.write(first);
  const timer = setInterval(() => drip && socket.writable && socket.write(drip), 50);
  await once(socket, 'close');
  clearInterval(timer);
  return heard;
}

/** Not `once`, which treats a reset connection as a failure. */
const closing = (socket: Socket) => new Promise((closed) => socket.on('close', closed));

const post = (path: string, more: string) =>
  `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n${more}\r\n\r\n`;
const generate = '/api/v1/Report/GenerateShareholderList';

const ways = (path: string, more = ''): [string, string, string][] => [
  ['half a head', 'GET /api/health HTTP/1.1\r\nhost:', ''],
  ['a head that grows and does not end', 'GET /api/health HTTP/1.1\r\n', 'x: y\r\n'],
  ['half a body', `${post(path, `${more}content-length: 10`)}{"a":`, ''],
  ['a body that drips', post(path, `${more}content-length: 4000`), ' '],
  ['chunks without end', post(path, `${more}transfer-encoding: chunked`), '1\r\n \r\n'],
];

describe.each([
  ['the dashboard', () => Number(new URL(program.url).port), /^HTTP\/1\.1 408 /],
  ['the registry', () => registry.port, /^HTTP\/1\.1 (400 .*did not end in time|401 )/s],
] as const)('%s', (name, port, text) => {
  test('rejects and closes the connection, while other requests are served', async () => {
    const own = `cookie: ${cookie}\r\nx-sharebook: 1\r\norigin: ${program.url}\r\n`;
    const all = name === 'the registry' ? ways(generate) : ways(`/api/upstream${generate}`, own);
    const ends = all.map(async ([way, first, drip]) => [way, await until(port(), first, drip)] as const);
    const { status } = await fetch(`http://127.0.0.1:${port()}/api/health`);
    expect([200, 401, 404]).toContain(status);
    for (const [way, heard] of await Promise.all(ends)) expect(heard, way).toMatch(text);
  });

  const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`;
  const document = name === 'the registry' ? '/docs/swagger-ui-bundle.js' : '/api/openapi.json';
  const health = name === 'the registry' ? '/health' : '/api/health';

  /** Sends requests, reads nothing, and keeps sending, until the other side ends the connection. */
  async function neverReads(requests: number): Promise<void> {
    const socket = connect(port(), '127.0.0.1').pause();
    socket.on('error', () => undefined);
    socket.write(get(document).repeat(requests));
    const timer = setInterval(() => socket.writable && socket.write(get(health)), 100);
    await closing(socket);
    clearInterval(timer);
  }

  /** Reads 1 kB every 100 ms until `hurry` resolves, then the rest; returns what was received, or the error. */
  async function readsSlowly(requests: number, hurry: Promise<unknown>): Promise<string> {
    const parts: string[] = [];
    let slow = true;
    const socket: Socket = connect({
      port: port(),
      host: '127.0.0.1',
      onread: {
        buffer: Buffer.alloc(1024),
        callback(length, buffer) {
          parts.push(Buffer.from(buffer).toString('latin1', 0, length));
          if (slow) setTimeout(() => socket.resume(), 100);
          return !slow;
        },
      },
    });
    const closed = closing(socket);
    socket.on('error', (error) => parts.push(error.message));
    socket.write(get(document).repeat(requests));
    socket.write(`GET ${health} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`);
    await hurry;
    slow = false;
    await closed;
    return parts.join('');
  }

  const counter = async () => {
    const path = name === 'the registry' ? '/metrics' : '/api/metrics';
    const headers = { authorization: `Bearer ${metricsToken}` };
    const text = await (await fetch(`http://127.0.0.1:${port()}${path}`, { headers })).text();
    return Number(/^sharebook_(?:registry_)?stalled_readers_total (\d+)$/m.exec(text)?.[1] ?? 0);
  };

  test('disconnects clients that read nothing, and keeps one that reads slowly', async () => {
    const size = (await (await fetch(`http://127.0.0.1:${port()}${document}`)).text()).length;
    // More than the kernel's buffers hold: meanwhile the program sees no progress of the reader.
    const requests = Math.ceil(12_000_000 / size);
    const ended = Promise.all([neverReads(1), neverReads(requests)]);
    const heard = await readsSlowly(requests, ended);
    expect(heard.match(/HTTP\/1\.1 200 /g)).toHaveLength(requests + 1);
    expect(heard).toMatch(/\{"status":"[a-z]+"\}(\r\n0\r\n\r\n)?$/);
    await ended;
    expect(await counter()).toBe(2);
  });
});
