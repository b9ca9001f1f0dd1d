import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeAll, expect, test } from 'vitest';
import type { LogLine } from '#lib/metrics/json-log';
import { networkList } from '#lib/net/client-address';
import { withTransaction } from '#lib/postgres/pool';
import { openAgent } from '#lib/upstream/http-client';
import { tokenSource } from '#lib/upstream/token';
import { forgetOldSources, sourcesMax } from '#registry/access/client-sources';
import { addClient, disableClient, rotateSecret } from '#registry/access/clients';
import { type TokenCall, tokenCall } from '#registry/access/token-call';
import { clockIn } from '#registry/clock';
import type { RegistryServer, ServerOptions } from '#registry/server';
import { registryOfFile } from '../boot.ts';

type Given = { client?: string; secret?: string; from?: string; forwardedFor?: string };

// Guesses at the token call: who is throttled by whose guesses, and the effect of a restart.
const registry = registryOfFile();
const metricsToken = 'a token only the collector knows';
let services = 0;

/** A service with its own counters over the same books; reusing `folder` simulates a restart. */
async function serve<T>(use: (server: RegistryServer) => Promise<T>, changed: Partial<ServerOptions> = {}) {
  services += 1;
  const dataDir = join(registry().dataDir, `guesses-${services}`);
  const server = await registry().another({ publicUrl: undefined, dataDir, ...changed });
  try {
    return await use(server);
  } finally {
    await server.close(0);
  }
}

const forgotten = () => registry().database.pool.query('delete from api_client_source');
const right = { client: 'guessed', secret: 'the-secret-of-guessed' };
/** Gets another secret in a test, and is disabled. */
const renewed = { client: 'renewed', secret: 'the-secret-of-renewed' };
const wrong = (count: number, given: Given = {}) =>
  Array.from({ length: count }, (_, each) => ({ ...right, secret: `wrong guess ${each}`, ...given }));

async function buyAll(server: RegistryServer, given: readonly Given[]): Promise<number[]> {
  return Promise.all(given.map((each) => buy(server, each)));
}

beforeAll(async () => {
  await withTransaction(registry().database.pool, async (db) => {
    for (const { client: id, secret } of [right, renewed])
      await addClient(db, { id, secret, scope: 'read', issuers: 'all' }, new Date());
  });
});

test('guesses from one address do not slow down another address or another client', async () => {
  await forgotten();
  await serve(async (server) => {
    const guesses = await buyAll(server, wrong(40, { from: '127.0.0.2' }));
    expect(guesses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(10);
    expect(guesses).toContain(429);
    expect(await buy(server, { ...right, from: '127.0.0.2' })).toBe(429);
    expect(await buy(server, { ...right, from: '127.0.0.3' })).toBe(200);
    const other = { client: 'demo-issuer', secret: 'demo-issuer-secret' };
    expect(await buy(server, { ...other, from: '127.0.0.2' })).toBe(200);
  });
});

test('behind a trusted proxy the forwarded address counts, otherwise the header is ignored', async () => {
  await forgotten();
  await serve(
    async (server) => {
      await buyAll(server, wrong(12, { forwardedFor: '203.0.113.1' }));
      expect(await buy(server, { ...right, forwardedFor: '203.0.113.1' })).toBe(429);
      expect(await buy(server, { ...right, forwardedFor: '203.0.113.1, 203.0.113.2' })).toBe(200);
    },
    { trustedProxies: ['127.0.0.1'] },
  );
  await forgotten();
  await serve(async (server) => {
    await Promise.all(wrong(12).map((each, at) => buy(server, { ...each, forwardedFor: `203.0.113.${at}` })));
    expect(await buy(server, { ...right, forwardedFor: '203.0.113.99' })).toBe(429);
  });
});

test('forwarding headers from an unlisted address: ready with a warning, one log line', async () => {
  const log: LogLine[] = [];
  const ready = async (server: RegistryServer, headers: Record<string, string> = {}) => {
    const response = await fetch(`http://127.0.0.1:${server.port}/health/ready`, { headers });
    return [response.status, await response.json()];
  };
  const header = { 'x-forwarded-for': '203.0.113.1' };
  const quiet = [200, { status: 'ready' }];
  const text = expect.stringContaining('not in REGISTRY_TRUSTED_PROXIES');
  const warned = [200, { status: 'ready', warnings: [text] }];
  await serve(
    async (server) => {
      expect(await ready(server)).toEqual(quiet);
      expect(await ready(server, header)).toEqual(warned);
      expect(await ready(server, header)).toEqual(warned);
      expect(await ready(server)).toEqual(warned);
      const headers = { authorization: `Bearer ${metricsToken}` };
      const metrics = await (await fetch(`http://127.0.0.1:${server.port}/metrics`, { headers })).text();
      expect(metrics).toMatch(/^sharebook_registry_untrusted_forwarding_total 2$/m);
    },
    { log: (line) => void log.push(line), metricsToken },
  );
  const lines = log.filter(({ event }) => event === 'untrusted_forwarding');
  expect(lines).toEqual([expect.objectContaining({ level: 'warn', text: text })]);
  expect(JSON.stringify(log)).not.toContain('203.0.113.1');
  await serve(
    async (server) => {
      expect(await ready(server, header)).toEqual(quiet);
    },
    { trustedProxies: ['127.0.0.1'] },
  );
});

test('after a restart a known address works although hundreds of others used up their attempts', async () => {
  await forgotten();
  const { pool } = registry().database;
  // Another key: the new process cannot recognize the secret, so only the address counts. The clock is stopped.
  const started = (key: string) =>
    tokenCall({
      pool,
      clock: clockIn('UTC'),
      key,
      proxies: networkList([]),
      now: () => 0,
      demoClients: true,
    });
  const call = async (tokens: TokenCall, secret: string, from: string) => {
    const req = Object.assign(Readable.from([Buffer.from(formOf({ ...right, secret }))]), {
      headers: { 'content-type': form },
      headersDistinct: {},
      socket: { remoteAddress: from },
    });
    return (await tokens(req as unknown as IncomingMessage, '', 'trace')).reply.status;
  };
  expect(await call(started('before'), right.secret, '192.0.2.1')).toBe(200);
  const tokens = started('after');
  const statuses: number[] = [];
  for (let each = 0; each < 300; each += 1)
    statuses.push(await call(tokens, `wrong guess ${each}`, `198.51.${each % 100}.7`));
  // All unknown callers together have a hundred.
  expect(statuses.filter((status) => status === 401)).toHaveLength(100);
  expect(statuses.filter((status) => status === 429)).toHaveLength(200);
  expect(await call(tokens, right.secret, '198.51.100.7')).toBe(429);
  expect(await call(tokens, right.secret, '192.0.2.1')).toBe(200);
  // This process now knows the secret, so it no longer counts as a guess, from any address.
  expect(await call(tokens, right.secret, '198.51.100.7')).toBe(200);
});

test('after a restart guesses from the owner’s address do not block the right secret', async () => {
  await forgotten();
  const dataDir = join(registry().dataDir, 'restarted');
  await serve(async (server) => expect(await buy(server, right)).toBe(200), { dataDir });
  await serve(
    async (server) => {
      // Uses up this address's allowance, then keeps guessing at fifty per second.
      const guesses = await buyAll(server, wrong(60));
      expect(guesses).toContain(429);
      let sent = 0;
      const hammer = setInterval(() => {
        sent += 1;
        buy(server, { ...right, secret: `another wrong guess ${sent}` }).catch(() => undefined);
      }, 20);
      const agent = openAgent();
      try {
        const source = tokenSource(agent, server.baseUrl, { id: right.client, secret: right.secret });
        expect((await source.get()).value).toMatch(/^[\w-]{43}$/);
      } finally {
        clearInterval(hammer);
        await agent.close();
      }
    },
    { dataDir },
  );
});

test('a known address has few attempts too, and does not use those of unknown addresses', async () => {
  await forgotten();
  await serve(async (server) => {
    expect(await buy(server, right)).toBe(200);
    const guesses = await buyAll(server, wrong(100));
    expect(guesses.filter((status) => status === 401).length).toBeLessThan(40);
    expect(guesses).toContain(429);
    expect(await buy(server, right)).toBe(200);
    expect(await buy(server, { ...right, from: '127.0.0.4' })).toBe(200);
  });
});

test('the newest addresses per client are kept; a new secret and disabling delete them', async () => {
  await forgotten();
  const { pool } = registry().database;
  const retained = async () => {
    const { rows } = await pool.query<{ source: string }>(
      'select source from api_client_source where client_id = $1 order by used_at',
      [renewed.client],
    );
    return rows.map(({ source }) => source);
  };
  const addresses = Array.from({ length: sourcesMax + 5 }, (_, each) => `127.0.3.${each + 1}`);
  await serve(
    async (server) => {
      for (const from of addresses) expect(await buy(server, { ...renewed, from })).toBe(200);
    },
    { clock: clockIn('UTC') },
  );
  expect(await retained()).toEqual(addresses.slice(5));

  expect(await rotateSecret(pool, renewed.client, 'another-secret-of-it')).toBe(true);
  expect(await retained()).toEqual([]);
  await serve(async (server) => {
    expect(await buy(server, renewed)).toBe(401);
    expect(await buy(server, { ...renewed, secret: 'another-secret-of-it' })).toBe(200);
  });
  expect(await retained()).toEqual(['127.0.0.1']);
  expect(await disableClient(pool, renewed.client, new Date())).toBe(true);
  expect(await retained()).toEqual([]);
});

test('addresses not used for three months are deleted', async () => {
  await forgotten();
  const { pool } = registry().database;
  await serve(async (server) => {
    expect(await buy(server, { client: 'demo-issuer', secret: 'demo-issuer-secret' })).toBe(200);
  });
  const count = async () => (await pool.query('select 1 from api_client_source')).rowCount;
  const { rows } = await pool.query<{ used_at: string }>('select used_at from api_client_source');
  const used = Date.parse(rows[0]?.used_at ?? '');
  await forgetOldSources(pool, new Date(used + 89 * 86_400_000));
  expect(await count()).toBe(1);
  await forgetOldSources(pool, new Date(used + 91 * 86_400_000));
  expect(await count()).toBe(0);
});

const form = 'application/x-www-form-urlencoded';

const formOf = ({ client = '', secret = '' }: Given) =>
  String(new URLSearchParams({ grant_type: 'client_credentials', client_id: client, client_secret: secret }));

/** Requests a token and returns the status; `from` is the address of the connection. */
function buy(server: RegistryServer, given: Given): Promise<number> {
  const headers = {
    'content-type': form,
    ...(given.forwardedFor && { 'x-forwarded-for': given.forwardedFor }),
  };
  const url = `http://127.0.0.1:${server.port}/connect/token`;
  return new Promise((done, failed) => {
    request(url, { method: 'POST', headers, localAddress: given.from, agent: false }, (response) => {
      response.resume();
      response.once('end', () => done(response.statusCode ?? 0));
    })
      .once('error', failed)
      .end(formOf(given));
  });
}
