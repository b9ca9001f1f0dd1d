import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { GatewayContext } from '#lib/gateway/gateway-context';
import { handleRun, handleRunFile, handleRunList } from '#lib/gateway/runs/run-access';
import { withTransaction } from '#lib/postgres/pool';
import { addUser } from '#lib/session/accounts/accounts';
import { startSession } from '#lib/session/sessions';
import { openUpstream } from '#lib/upstream/upstream';
import { type Handler, type StandIn, samplePdf, startStandIn } from '#tests/fakes/registry';
import { aHolder } from '#tests/interface/operations';
import { callGateway, type GatewayFixture, openGatewayFixture, pageRequest } from '../gateway-fixture.ts';

// Four users of two issuers in front of a hostile registry.
const users = {
  ann: { role: 'issuer-officer', issuer: 7001 },
  abe: { role: 'issuer-viewer', issuer: 7001 },
  bea: { role: 'issuer-officer', issuer: 7002 },
  bob: { role: 'downloader', issuer: 7002 },
} as const;
type Name = keyof typeof users;

let fixture: GatewayFixture;
let registry: StandIn;
let context: GatewayContext;
const cookies = {} as Record<Name | 'tess', string>;

beforeAll(async () => {
  fixture = await openGatewayFixture();
  const everybody = { ...users, tess: { role: 'ta-operator', issuer: null } } as const;
  for (const [name, { role, issuer }] of Object.entries(everybody)) {
    const id = await withTransaction(fixture.pool, (client) =>
      addUser(client, {
        email: `${name}@exam.example`,
        name: `${name} Exam`,
        role,
        issuers: issuer === null ? [] : [issuer],
        password: `the password of ${name}`,
      }),
    );
    const token = await startSession(fixture.pool, id, { address: null, userAgent: null });
    cookies[name as Name] = `sharebook.session=${token}`;
  }
});
beforeEach(async () => {
  registry = await startStandIn({ prefix: '/far/away' });
  context = fixture.context(registry.base);
});
afterEach(async () => {
  await registry.stop();
  await context.runs.settled();
});
afterAll(() => fixture.stop());

const link = (base: string, code = 'code') => `${base}/Api/v1/Report/DownloadReport/${code}/list.pdf/access`;
const balance = (issuer: number) => `/api/v1/Issuer/GetIssuerSecurityTypes?CustomerIssuerId=${issuer}`;
const list = (issuer: number, prefix = '') => ({
  customerIssuerId: issuer,
  cutoff: '2026-11-19',
  certificateInfoStatus: 'All',
  restrictionStatus: 'All',
  addressStatus: 'All',
  isPDF: true,
  ...(prefix ? { prefix } : {}),
});
const listPath = '/api/v1/Report/GenerateShareholderList';
const requestedFor = (search: string, body: string) =>
  Number(/customerIssuerId"?[=:](\d+)/i.exec(search + body)?.[1] ?? 0);
const runOf = (body: { downloadUrl?: string }) =>
  /runs\/([\w-]{22})\/file$/.exec(body.downloadUrl ?? '')?.[1] ?? '';
const fileOf = (id: string, cookie: string) =>
  handleRunFile(pageRequest(`/api/runs/${id}/file`, { cookie }), fixture.pool, context, id);
const shuffled = (index: number) => (index * 7919) % 13;

describe('concurrent requests', () => {
  test('each caller gets its own response, whatever the order and whoever disconnects', async () => {
    registry.handle = async ({ search, body }) => {
      const issuer = requestedFor(search, body);
      await new Promise((done) => setTimeout(done, shuffled(registry.calls.length)));
      return { body: JSON.stringify([{ securityTypeId: issuer, securityType: `CLASS-${issuer}` }]) };
    };
    const one = async (index: number) => {
      const name = (['ann', 'bea', 'abe', 'bob'] as const)[index % 4] ?? 'ann';
      const { issuer } = users[name];
      const leaving = new AbortController();
      const request = new Request(pageRequest(`/api/upstream${balance(issuer)}`, { cookie: cookies[name] }), {
        signal: leaving.signal,
      });
      if (index % 10 === 9) setTimeout(() => leaving.abort(), shuffled(index));
      const { gateway } = await import('#lib/gateway/gateway');
      const response = await gateway(request, '/api/v1/Issuer/GetIssuerSecurityTypes', context);
      const text = await response.text();
      expect(response.headers.get('cache-control')).toBe('no-store');
      // Without the request ID, which is random.
      const output = text.replace(/"requestId":"[^"]*"/, '');
      const seen = [...output.matchAll(/700[12]/g)].map(([found]) => Number(found));
      return {
        whole: response.status === 200,
        foreign: seen.some((found) => found !== issuer),
        seen: seen.length,
      };
    };
    const rounds = await Promise.all(
      Array.from({ length: 40 }, async (_, lane) => {
        const results = [];
        for (let turn = 0; turn < 25; turn += 1) results.push(await one(lane * 25 + turn));
        return results;
      }),
    );
    const all = rounds.flat();
    expect(all.filter(({ foreign }) => foreign)).toEqual([]);
    expect(all.filter(({ whole, seen }) => whole && seen > 0).length).toBeGreaterThan(850);
  });

  test('each of several users who request reports at once gets their own file and run', async () => {
    const bytesOf = (issuer: number) =>
      Buffer.concat([
        samplePdf(900).subarray(0, 300),
        Buffer.from(`ISSUER-${issuer}`),
        samplePdf(900).subarray(300),
      ]);
    registry.handle = ({ method, search, body, path }, _response, base) =>
      method === 'POST'
        ? { body: JSON.stringify({ downloadUrl: link(base, `for-${requestedFor(search, body)}`) }) }
        : { type: 'application/pdf', body: bytesOf(Number(/for-(\d+)/.exec(path)?.[1])) };
    const made = await Promise.all(
      (Object.keys(users) as Name[]).map(async (name) => {
        const body = list(users[name].issuer);
        const response = await callGateway(context, listPath, { cookie: cookies[name], body });
        return { name, id: runOf(await response.json()) };
      }),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(4);
    for (const { name, id } of made) {
      const text = await (await fileOf(id, cookies[name])).text();
      expect(text.match(/ISSUER-\d+/g)).toEqual([`ISSUER-${users[name].issuer}`]);
      for (const other of Object.keys(users) as Name[]) {
        if (other === name) continue;
        expect((await fileOf(id, cookies[other])).status).toBe(404);
        const facts = await handleRun(
          pageRequest('/', { cookie: cookies[other] }),
          fixture.pool,
          context,
          id,
        );
        expect(facts.status).toBe(404);
        const mine = await handleRunList(
          pageRequest('/api/runs', { cookie: cookies[other] }),
          fixture.pool,
          context,
        );
        expect(await mine.text()).not.toContain(id);
      }
    }
  });
});

describe('client-supplied identity', () => {
  const path = '/api/v1/Shareholder/CreateOrUpdate';
  const forged = {
    createdByEmail: 'boss@exam.example',
    createdByFirstName: 'The',
    createdByLastName: 'Boss',
  };
  const writing: Handler = ({ path: requested }) =>
    requested.endsWith('/Details')
      ? { status: 404, body: '{}' }
      : { body: '{"action":"Create","customerShareholderId":"E-1","systemShareholderId":1}' };

  test('user and idempotency key of a write are never taken from the body', async () => {
    registry.handle = writing;
    const body = { ...aHolder, ...forged, customerShareholderId: 'E-1', idempotencyId: 'stolen' };
    expect((await callGateway(context, path, { cookie: cookies.tess, body })).status).toBe(200);
    const sent = registry.calls
      .filter(({ method }) => method === 'POST')
      .map((call) => JSON.parse(call.body));
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      createdByEmail: 'tess@exam.example',
      createdByFirstName: 'tess',
      createdByLastName: 'Exam',
    });
    expect(JSON.stringify(sent)).not.toMatch(/boss|stolen/i);
  });

  test.each(['role', 'isAdmin', 'issuers', 'person', 'systemShareholderId', '__proto__', 'constructor'])(
    'a field named %s is rejected and not forwarded',
    async (name) => {
      registry.handle = writing;
      const body = `{"${name}":"ta-admin",${JSON.stringify({ ...aHolder, customerShareholderId: 'E-2' }).slice(1)}`;
      const response = await callGateway(context, path, { cookie: cookies.tess, body });
      expect(response.status).toBe(400);
      expect(registry.calls).toEqual([]);
    },
  );

  test.each([
    { 'x-user': 'tess@exam.example', 'x-forwarded-user': 'tess@exam.example', 'x-role': 'ta-admin' },
    { 'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy' },
    { 'x-http-method-override': 'GET', 'x-original-url': balance(7001) },
    { 'x-sharebook-person': 'tess', 'x-forwarded-for': '127.0.0.1', forwarded: 'for=127.0.0.1' },
  ])('a header that claims more rights has no effect: %o', async (headers) => {
    for (const cookie of [undefined, cookies.bob]) {
      const response = await callGateway(context, balance(7001), { cookie, headers: headers as never });
      expect(response.status).toBe(cookie ? 403 : 401);
    }
    expect(registry.calls).toEqual([]);
  });
});

describe('two registry clients', () => {
  test('reads, reports, files and lookups use the reader client; only writes use the writer client', async () => {
    const as: Record<string, string> = {};
    registry.token = (_response, form) => {
      const token = `token-of-${form.get('client_id')}`;
      registry.live.add(token);
      return { body: JSON.stringify({ access_token: token }) };
    };
    registry.handle = ({ method, path, authorization }, _response, base) => {
      as[`${method} ${path.split('/').at(4) ?? path}`] = authorization.replace('Bearer token-of-', '');
      if (path.endsWith('CreateOrUpdate'))
        return { body: '{"action":"Create","customerShareholderId":"T-1"}' };
      if (path.endsWith('/Details')) return { status: 404, body: '{}' };
      if (method === 'POST') return { body: JSON.stringify({ downloadUrl: link(base) }) };
      return path.includes('DownloadReport')
        ? { type: 'application/pdf', body: samplePdf() }
        : { body: '[]' };
    };
    const two: GatewayContext = {
      ...context,
      upstream: openUpstream({
        baseUrl: registry.base,
        client: { id: 'writer', secret: 'w' },
        reader: { id: 'reader', secret: 'r' },
      }),
    };
    await callGateway(two, balance(7001), { cookie: cookies.ann });
    await callGateway(two, listPath, { cookie: cookies.ann, body: list(7001) });
    await two.runs.settled();
    const body = { ...aHolder, customerShareholderId: 'T-1', idempotencyId: 'two clients' };
    await callGateway(two, '/api/v1/Shareholder/CreateOrUpdate', { cookie: cookies.tess, body });
    expect(as).toEqual({
      'GET GetIssuerSecurityTypes': 'reader',
      'POST GenerateShareholderList': 'reader',
      'GET DownloadReport': 'reader',
      'GET Details': 'reader',
      'POST CreateOrUpdate': 'writer',
    });
  });
});

describe('registry responses that point to another host', () => {
  let trap: Server;
  let caught: string[];
  beforeAll(async () => {
    trap = createServer((request, response) => {
      caught.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`);
      response.writeHead(200, { 'content-type': 'application/pdf' }).end(samplePdf());
    });
    trap.on('connection', () => caught.push('a connection'));
    await new Promise<void>((done) => trap.listen(0, '127.0.0.1', done));
  });
  beforeEach(() => {
    caught = [];
  });
  afterAll(() => void trap.close());
  const at = () => `127.0.0.1:${(trap.address() as AddressInfo).port}`;

  test('the trap server records connections', async () => {
    const socket = connect((trap.address() as AddressInfo).port, '127.0.0.1');
    await new Promise((done) => socket.once('connect', done));
    socket.destroy();
    await expect.poll(() => caught).toEqual(['a connection']);
  });

  const tail = '/Api/v1/Report/DownloadReport/code/list.pdf/access';
  const evil: ((base: string) => unknown)[] = [
    () => `http://${at()}${tail}`,
    () => `http://${at()}/far/away${tail}`,
    () => `//${at()}${tail}`,
    () => `/\\${at()}${tail}`,
    () => `\\\\${at()}${tail}`,
    (base) => `${base.replace('http://', `http://${at()}@`)}${tail}`,
    (base) => `${base.replace('/far/away', `@${at()}/far/away`)}${tail}`,
    (base) => `${base.replace('/far/away', `#@${at()}/far/away`)}${tail}`,
    (base) => `${base.replace('/far/away', `\\@${at()}/far/away`)}${tail}`,
    (base) => `${base}/../..${tail}`,
    (base) => `${base}${tail}?url=http://${at()}/`,
    (base) => `${base}${tail}#http://${at()}/`,
    (base) => `${base}/connect/token`,
    (base) => `${base}/api/v1/Issuer/GetTransferAgentIssuers`,
    (base) => `${base}${tail}\r\nHost: ${at()}`,
    (base) => [`${base}${tail}`],
    (base) => ({ toString: `${base}${tail}` }),
    () => `file:///etc/passwd${tail}`,
    () => `gopher://${at()}${tail}`,
    () => `javascript:fetch('http://${at()}')`,
    () => 'x'.repeat(100_000),
    () => null,
    () => 7,
  ];

  test.each(evil.map((make, index) => [index, make] as const))(
    'report URL %i: 502, no connection is made',
    async (index, make) => {
      registry.handle = (_call, _response, base) => ({ body: JSON.stringify({ downloadUrl: make(base) }) });
      const body = list(7001, `evil${index}`);
      const response = await callGateway(context, listPath, { cookie: cookies.ann, body });
      const text = await response.text();
      expect([response.status, JSON.parse(text).error.code]).toEqual([502, 'upstream_link']);
      expect(text).not.toContain(at());
      expect(registry.calls.map(({ method }) => method)).toEqual(['POST']);
      expect(caught).toEqual([]);
    },
  );

  const other: [string, Handler][] = [
    ...[301, 302, 303, 307, 308].map((status): [string, Handler] => [
      `${status}`,
      () => ({ status, headers: { location: `http://${at()}${tail}` }, body: '' }),
    ]),
    ['another address in JSON', () => ({ body: JSON.stringify({ downloadUrl: `http://${at()}${tail}` }) })],
    [
      'a page that leads on',
      () => ({ type: 'text/html', body: `<meta http-equiv=refresh content="0;url=http://${at()}/">` }),
    ],
    [
      'a Refresh header',
      () => ({ type: 'text/html', headers: { refresh: `0;url=http://${at()}/` }, body: 'x' }),
    ],
  ];
  test.each(other)('a file that responds with %s: failed, no connection is made', async (name, handle) => {
    registry.handle = (call, response, base) =>
      call.method === 'POST'
        ? { body: JSON.stringify({ downloadUrl: link(base) }) }
        : handle(call, response, base);
    const response = await callGateway(context, listPath, {
      cookie: cookies.ann,
      body: list(7001, name.slice(0, 9)),
    });
    const id = runOf(await response.json());
    await context.runs.settled();
    expect((await fileOf(id, cookies.ann)).status).toBe(502);
    expect(caught).toEqual([]);
  });
});

test('expired tokens are renewed once each, and reads succeed', async () => {
  registry.handle = () => ({ body: '[]' });
  const statuses: number[] = [];
  for (let turn = 0; turn < 12; turn += 1) {
    registry.live.clear();
    statuses.push((await callGateway(context, balance(7001), { cookie: cookies.ann })).status);
  }
  expect(statuses).toEqual(Array(12).fill(200));
  expect(registry.tokenRequests).toBeLessThanOrEqual(13);
});

const wrongTypes = ['null', 'true', '7', '"x"', '[]', '{}', '[[[]]]', '[null]', '{"rows":null}', '1e999', ''];
test.each(wrongTypes)('a response of %s to every request causes no internal error', async (text) => {
  registry.handle = () => ({ body: text });
  const requests: [Name, string, unknown?][] = [
    ['ann', balance(7001)],
    ['ann', '/api/v1/Issuer/GetTransferAgentIssuers'],
    ['ann', '/api/v1/Shareholder/Details?customerShareholderId=H-1'],
    ['bea', '/api/v1/Proxy/GetList?customerIssuerId=7002'],
    ['bob', '/api/v1/Issuer/GetTransferAgentIssuers'],
    ['ann', '/api/v1/Issuer/shareholder/cap/table?CustomerIssuerId=7001&Start=0&NumberOfRows=25'],
    ['bea', '/api/v1/Report/GetOwnershipPercentage?customerIssuerId=7002&cutoff=2026-11-19'],
    ['bea', '/api/v1/Certificate/GetHoldingCertificates?customerIssuerId=7002&filterStatus=All'],
    ['bob', '/api/v1/Dividend/GenerateDividendDetails', { dividendId: 3, isPDF: true }],
    ['bob', listPath, list(7002, text.slice(0, 5) || 'e')],
  ];
  for (const [name, path, body] of requests) {
    const response = await callGateway(context, path, { cookie: cookies[name], body });
    expect([200, 404, 502]).toContain(response.status);
    // A response without a list is not turned into one.
    if (/cap.table|Ownership/.test(path)) expect(response.status).toBe(502);
  }
});
