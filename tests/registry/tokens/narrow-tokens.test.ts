import { beforeAll, describe, expect, test } from 'vitest';
import { withTransaction } from '#lib/postgres/pool';
import { addClient, setScope } from '#registry/access/clients';
import { clockIn } from '#registry/clock';
import { buyToken, type CallOptions, registryOfFile, requestToken, type TestResponse } from '../boot.ts';
import { holderBody, issuanceBody, writes } from '../writes/write-bodies.ts';

// Tokens that a client limits by OAuth scope: how they are requested, and that neither they nor a change of
// their client ever gives more than both allow. For the response of each operation see
// tests/gateway/access/least-authority.test.ts.
const registry = registryOfFile();
const { hold, issue } = writes(registry);

beforeAll(async () => {
  await withTransaction(registry().database.pool, async (db) => {
    for (const id of ['narrow-client', 'changing-client'])
      await addClient(
        db,
        { id, secret: `${id}-secret`, scope: 'write', issuers: [1001n, 1004n] },
        new Date(),
      );
    const issuers = Array.from({ length: 501 }, (_, at) => BigInt(at + 1));
    await addClient(
      db,
      { id: 'wide-client', secret: 'wide-client-secret', scope: 'read', issuers },
      new Date(),
    );
  });
});

type Bought = { status: number; body: { access_token: string; scope?: string; error?: string } };

async function buy(client: string, scope?: string): Promise<Bought> {
  const response = await requestToken(registry().origin, client, scope);
  return { status: response.status, body: (await response.json()) as Bought['body'] };
}

const bearer = (token: string): CallOptions => ({
  as: null,
  headers: { authorization: `Bearer ${token}` },
});
const limited = async (scope: string, client = 'demo-agent') =>
  bearer(await buyToken(registry().origin, client, scope));
const balance = async (issuer: number, by: CallOptions) =>
  (await registry().call(`/api/v1/Issuer/GetIssuerBalance?CustomerIssuerId=${issuer}`, by)).status;
const details = (id: string, by: CallOptions) =>
  registry().call(`/api/v1/Shareholder/Details?customerShareholderId=${id}`, by);

describe('the token call', () => {
  test.each([
    ['demo-agent', undefined, 'read write agent issuer:*'],
    ['demo-agent', '', 'read write agent issuer:*'],
    ['demo-agent', 'read', 'read issuer:*'],
    ['demo-agent', 'write', 'read write issuer:*'],
    ['demo-agent', 'write read issuer:*', 'read write issuer:*'],
    ['demo-agent', 'issuer:1004 read issuer:1001', 'read issuer:1001 issuer:1004'],
    // The issuer may be created later, as with the grants of a client.
    ['demo-agent', 'read issuer:424242', 'read issuer:424242'],
    ['demo-readonly', undefined, 'read issuer:*'],
    ['demo-issuer', undefined, 'read write issuer:1001'],
    ['demo-issuer', 'read', 'read issuer:1001'],
    ['demo-issuer', 'read issuer:none', 'read issuer:none'],
    ['narrow-client', undefined, 'read write issuer:1001 issuer:1004'],
    ['narrow-client', 'read issuer:1004', 'read issuer:1004'],
    ['wide-client', undefined, undefined],
    ['wide-client', 'read issuer:501', 'read issuer:501'],
  ])('%s requests %j and gets %j', async (client, scope, logged) => {
    const { status, body } = await buy(client, scope);
    expect([status, body.scope]).toEqual([200, logged]);
    expect(body.access_token).toMatch(/^[\w-]{43}$/);
  });

  test.each([
    ['demo-agent', 'admin'],
    ['demo-agent', 'read  write'],
    ['demo-agent', 'read read'],
    ['demo-agent', 'issuer:1001'],
    ['demo-agent', 'read issuer:0'],
    ['demo-agent', 'read issuer:1001 issuer:*'],
    ['demo-agent', `read ${'x'.repeat(100_000)}`],
    ['demo-readonly', 'write'],
    ['demo-issuer', 'read issuer:1004'],
    ['demo-issuer', 'read issuer:424242'],
    ['demo-issuer', 'read issuer:*'],
  ])('%s requests %.40j: invalid_scope, and no token', async (client, scope) => {
    const { status, body } = await buy(client, scope);
    expect([status, body]).toEqual([
      400,
      {
        error: 'invalid_scope',
        error_description: expect.stringMatching(/^The scope .{10,150}\.$/),
        message: expect.any(String),
        traceId: expect.any(String),
      },
    ]);
    expect(JSON.stringify(body)).not.toMatch(/admin|1001|1004|424242|xxx/);
  });

  test('the scopes of a client are shown only with its secret', async () => {
    const response = await fetch(`${registry().origin}/connect/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: 'demo-issuer',
        client_secret: 'not the secret',
        scope: 'read issuer:1004',
      }),
    });
    expect([response.status, await response.json()]).toMatchObject([401, { error: 'invalid_client' }]);
  });
});

describe('narrowed token', () => {
  test('follows changes of its client from the next request on, and never exceeds either', async () => {
    const { pool } = registry().database;
    const change = (scope: 'read' | 'write', issuers: 'all' | bigint[]) =>
      withTransaction(pool, (db) => setScope(db, { id: 'changing-client', scope, issuers }));
    const by = await limited('write issuer:1001', 'changing-client');
    const written = async () => (await hold({}, by)).status;
    expect([await balance(1001, by), await balance(1004, by), await written()]).toEqual([200, 403, 400]);
    await change('write', 'all');
    expect([await balance(1001, by), await balance(1004, by), await written()]).toEqual([200, 403, 400]);
    await change('read', [1001n]);
    expect([await balance(1001, by), await balance(1004, by), await written()]).toEqual([200, 403, 403]);
    await change('write', [1004n]);
    expect([await balance(1001, by), await balance(1004, by), await written()]).toEqual([403, 403, 400]);
    await pool.query("update api_client set disabled_at = now() where id = 'changing-client'");
    expect(await balance(1001, by)).toBe(401);
    await pool.query("update api_client set disabled_at = null where id = 'changing-client'");
  });

  test('for an issuer that does not exist yet: 404 for that one, 403 for every other', async () => {
    const by = await limited('read issuer:1001 issuer:424242');
    const statuses = await Promise.all([1001, 424242, 424243, 1004].map((issuer) => balance(issuer, by)));
    expect(statuses).toEqual([200, 404, 403, 403]);
  });

  test('for no issuer: an empty list of issuers, and no data', async () => {
    const by = await limited('read issuer:none');
    expect((await registry().call('/api/v1/Issuer/GetTransferAgentIssuers', by)).body).toEqual([]);
    expect([await balance(1001, by), await balance(424242, by)]).toEqual([403, 403]);
    expect((await details('H-100005', by)).status).toBe(404);
  });

  test('expires like every token', async () => {
    const by = await limited('read issuer:1001');
    const at = (minutes: number) =>
      clockIn('America/New_York', new Date(Date.parse('2026-11-20T15:00:00Z') + minutes * 60_000));
    const statuses = [];
    for (const minutes of [59, 61]) {
      const later = await registry().another({ clock: at(minutes), publicUrl: undefined });
      const path = `${later.baseUrl}/api/v1/Issuer/GetIssuerBalance?CustomerIssuerId=1001`;
      statuses.push((await fetch(path, { headers: by.headers })).status);
      await later.close(0);
    }
    expect(statuses).toEqual([200, 401]);
  });

  test('is stored as a row with a scope; rows without one have the rights of their client', async () => {
    const token = await buyToken(registry().origin, 'demo-agent', 'read issuer:1001');
    const row = "where token_hash = encode(sha256($1::bytea), 'hex')";
    const { pool } = registry().database;
    const { rows } = await pool.query(`select scope from api_token ${row}`, [token]);
    expect(rows).toEqual([{ scope: 'read issuer:1001' }]);
    const statuses = async () => [await balance(1004, bearer(token)), (await hold({}, bearer(token))).status];
    expect(await statuses()).toEqual([403, 403]);
    await pool.query(`update api_token set scope = null ${row}`, [token]);
    expect(await statuses()).toEqual([200, 400]);
  });

  test('has no access to what its client created outside the named issuers', async () => {
    await hold(holderBody({ customerShareholderId: 'NT-1' }));
    const by = await limited('write issuer:1001');
    expect((await details('NT-1', { as: 'demo-agent' })).status).toBe(200);
    expect((await details('NT-1', by)).status).toBe(404);
    expect((await hold(holderBody({ customerShareholderId: 'NT-1' }), by)).status).toBe(404);
    // Once it has an account at its issuer, a holder is in the token's scope.
    const shareholder = holderBody({ customerShareholderId: 'NT-2' });
    expect((await issue({ ...issuanceBody(), shareholder }, by)).status).toBe(200);
    expect((await details('NT-2', by)).status).toBe(200);
    expect((await issue({ ...issuanceBody(), customerIssuerId: 1004 }, by)).status).toBe(403);
    expect((await issue({ ...issuanceBody(), customerIssuerId: 424242 }, by)).status).toBe(403);
  });
});

describe('report files', () => {
  const list = {
    cutoff: '2026-11-20',
    isPDF: true,
    certificateInfoStatus: 'All',
    restrictionStatus: 'All',
    addressStatus: 'All',
  };
  const pathOf = ({ body }: TestResponse) =>
    (body as { downloadUrl: string }).downloadUrl.replace('http://registry.example/sandbox', '');
  const order = async (customerIssuerId: number, by: CallOptions) =>
    pathOf(
      await registry().call('/api/v1/Report/GenerateShareholderList', {
        ...by,
        body: { ...list, customerIssuerId },
      }),
    );
  const orderAll = async (by: CallOptions) => {
    const body = { customerIssuerId: null, status: 'All', isPDF: true };
    return pathOf(await registry().call('/api/v1/Report/GenerateIssuerContacts', { ...by, body }));
  };
  const statusOf = async (path: string, by: CallOptions) => (await registry().call(path, by)).status;

  test('of one issuer: available to any token of that issuer', async () => {
    const agent: CallOptions = { as: 'demo-agent' };
    const [own, other] = [await limited('read issuer:1001'), await limited('read issuer:1004')];
    for (const path of [await order(1001, own), await order(1001, agent)])
      expect([await statusOf(path, own), await statusOf(path, agent), await statusOf(path, other)]).toEqual([
        200, 200, 404,
      ]);
  });

  test('of all issuers: not for a token of some of them, unless ordered with a token of those', async () => {
    const agent: CallOptions = { as: 'demo-agent' };
    const two = await limited('read issuer:1001 issuer:1004');
    const one = await limited('read issuer:1001');
    const read = await limited('read');
    const statuses = async (path: string) =>
      Promise.all([agent, read, two, one].map((by) => statusOf(path, by)));
    expect(await statuses(await orderAll(agent))).toEqual([200, 200, 404, 404]);
    expect(await statuses(await orderAll(two))).toEqual([200, 200, 200, 404]);
    expect(await statuses(await orderAll(one))).toEqual([200, 200, 200, 200]);
  });
});
