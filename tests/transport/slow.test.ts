import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withTransaction } from '#lib/postgres/pool';
import { openTestServer, type TestServer } from '#lib/postgres/server-for-tests';
import { addPerson } from '#lib/session/accounts';
import { startSession } from '#lib/session/sessions';
import { clockIn } from '../../registry/clock.ts';
import { openDatabase, type RegistryDatabase } from '../../registry/db/open.ts';
import { createServer, type RegistryServer } from '../../registry/server.ts';
import { buildIfNeeded } from '../../scripts/build.ts';
import { type Program, startProgram } from '../gateway/matrix-program.ts';
import { openWorld, type World } from '../gateway/world.ts';

// Clients that hold a place by sending next to nothing, against both programs as they run (assurance S-19). How long each
// of them may take is set to a second here.
let world: World;
let program: Program;
let books: TestServer;
let database: RegistryDatabase;
let registry: RegistryServer;
let cookie: string;

beforeAll(async () => {
  await buildIfNeeded();
  world = await openWorld();
  const someone = {
    email: 'op@books.example',
    name: 'Op',
    role: 'ta-operator' as const,
    issuers: [],
    password: null,
  };
  const id = await withTransaction(world.pool, (client) => addPerson(client, someone));
  cookie = `sharebook.session=${await startSession(world.pool, id, { address: null, userAgent: null })}`;
  books = await openTestServer(world.dataDir);
  await books.ensureDatabase('registry');
  database = await openDatabase(
    { databaseUrl: books.urlFor('registry'), dataDir: world.dataDir },
    { connectionsMax: 4, applicationName: 'slow clients' },
  );
  registry = await createServer({
    pool: database.pool,
    databaseUrl: database.url,
    clock: clockIn('America/New_York'),
    dataDir: world.dataDir,
    host: '127.0.0.1',
    port: 0,
    ratePerSecond: 2000,
    patience: { headMs: 1000, requestMs: 1000, lookEveryMs: 200 },
    log: () => undefined,
  });
  program = await startProgram(
    {
      DATABASE_URL: world.url,
      DATA_DIR: world.dataDir,
      NEXTAUTH_SECRET: 'a secret only the test of slow clients knows',
      REGISTRY_BASE_URL: registry.baseUrl,
      REGISTRY_CLIENT_ID: 'desk',
      REGISTRY_CLIENT_SECRET: 'desk-secret',
      REQUEST_SECONDS: '1',
    },
    { proxy: true },
  );
}, 600_000);
afterAll(async () => {
  await program?.stop();
  await registry?.close(1000);
  await database?.release();
  await books?.release();
  await world?.stop();
});

/** What comes back until the other side closes; `drip` is sent again and again meanwhile. */
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
] as const)('%s', (name, port, said) => {
  test('says so and closes the connection, and answers everybody else meanwhile', async () => {
    const own = `cookie: ${cookie}\r\nx-sharebook: 1\r\norigin: ${program.url}\r\n`;
    const all = name === 'the registry' ? ways(generate) : ways(`/api/upstream${generate}`, own);
    const ends = all.map(async ([way, first, drip]) => [way, await until(port(), first, drip)] as const);
    const { status } = await fetch(`http://127.0.0.1:${port()}/api/health`);
    expect([200, 401, 404]).toContain(status);
    for (const [way, heard] of await Promise.all(ends)) expect(heard, way).toMatch(said);
  });
});
