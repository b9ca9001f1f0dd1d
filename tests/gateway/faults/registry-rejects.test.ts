import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { User } from '#lib/access/roles';
import { endpointOf } from '#lib/contract/index';
import { decodeRequest } from '#lib/contract/wire/index';
import type { GatewayContext } from '#lib/gateway/gateway-context';
import { readUpstream } from '#lib/gateway/prefetch';
import { handleReveal } from '#lib/gateway/reveal';
import { openFile } from '#lib/upstream/call';
import { openUpstream } from '#lib/upstream/upstream';
import type { Operation } from '#tests/interface/operation';
import { operations } from '#tests/interface/operations';
import { registryOfFile } from '#tests/registry/boot';
import { foreign, othersOf, requestOf } from '../access/foreign-values.ts';
import {
  callGateway,
  demo,
  type GatewayFixture,
  openGatewayFixture,
  pageRequest,
} from '../gateway-fixture.ts';

// The gateway with its own ownership checks disabled: every decision about an issuer says yes, every object
// counts as the user's, and no row is filtered. Our registry refuses these requests itself, because the token
// is limited to the user's issuers.
vi.mock('#lib/access/decide', async (original) => {
  const real = await original<typeof import('#lib/access/decide')>();
  return {
    ...real,
    coversIssuer: () => true,
    decide: (user: User, id: Parameters<typeof real.decide>[1]) => real.decideOperation(user, id),
    redactionsFor: (user: User, id: Parameters<typeof real.decide>[1]) => ({
      ...real.redactionsFor(user, id),
      issuers: 'all',
      rowsBy: null,
    }),
  };
});
vi.mock('#lib/gateway/authorize', async (original) => {
  const real = await original<typeof import('#lib/gateway/authorize')>();
  const authorizeRequest: typeof real.authorizeRequest = (_user, id, given) => {
    const author = { email: demo.officer, firstName: 'Olive', lastName: 'Officer' };
    const decoded = decodeRequest(endpointOf(id), given, { mode: 'gateway', author });
    if (!decoded.ok) throw new Error(JSON.stringify(decoded.fields));
    return decoded.value as ReturnType<typeof real.authorizeRequest>;
  };
  return { ...real, authorizeRequest };
});
vi.mock('#lib/gateway/summaries/verify-ownership', async (original) => ({
  ...(await original<typeof import('#lib/gateway/summaries/verify-ownership')>()),
  proveObject: async () => null,
  isHolderAt: async () => true,
  belongsToIssuer: async () => true,
  provesHolder: () => false,
}));
vi.mock('#lib/gateway/response/other-issuers', async (original) => ({
  ...(await original<typeof import('#lib/gateway/response/other-issuers')>()),
  namesOtherIssuer: () => false,
  isOtherAccount: () => false,
}));

const registry = registryOfFile();
let fixture: GatewayFixture;
let officer: string;
let user: User;
let others: Awaited<ReturnType<typeof othersOf>>;
let served: Awaited<ReturnType<ReturnType<typeof registry>['another']>>;
/** The dashboard as it works with our registry: with limited tokens. */
let narrow: GatewayContext;
/** The same with the client's own token for everybody, as with a registry that cannot limit tokens. */
let wide: GatewayContext;

beforeAll(async () => {
  fixture = await openGatewayFixture();
  // Links must be below the address the dashboard calls.
  served = await registry().another({ publicUrl: undefined });
  others = await othersOf(registry());
  officer = await fixture.cookieOf(demo.officer);
});
beforeEach(async () => {
  const client = { id: 'demo-agent', secret: 'demo-agent-secret' };
  const upstream = openUpstream({ baseUrl: served.baseUrl, client, reader: null });
  const { reader } = upstream;
  narrow = { ...fixture.context(served.baseUrl), upstream };
  wide = {
    ...fixture.context(served.baseUrl),
    upstream: {
      ...upstream,
      readers: { use: (_behalf, go) => go(reader) },
      agentReaders: { use: (_behalf, go) => go(reader) },
      agentWriters: { use: (_behalf, go) => go(upstream.writer) },
    },
  };
  user = (await narrow.userOf(new Headers({ cookie: officer }))) as User;
  expect(user.issuers).toEqual([1001]);
});
afterAll(async () => {
  await Promise.all([narrow.runs.settled(), wide.runs.settled()]);
  await served.close(0);
  await fixture.stop();
});

/**
 * The operations issuer staff may call, and where each names an issuer or an object. Without those of one item, which
 * exists at one issuer only.
 */
const objects = ['itemId', 'controlProxyId', 'dividendId', 'customerShareholderId'];
const ofObject = (rest: object) => objects.some((name) => name in rest) && !('filterStatus' in rest);

const named = Object.entries(operations).filter(
  ([, { who, tenant, rest }]) =>
    who.includes('F') && (tenant.by === 'issuer' || tenant.by === 'object') && !ofObject(rest),
);
const nullable = named.filter(([, { tenant }]) => tenant.by === 'issuer' && tenant.nullMeansAll);

async function requestForeign(context: GatewayContext, operation: Operation) {
  const { tenant } = operation;
  if (tenant.by !== 'issuer' && tenant.by !== 'object') throw new Error('It names neither.');
  const value = tenant.by === 'issuer' ? foreign : others[tenant.kind];
  expect(value).toBeTruthy();
  const { path, body } = requestOf(operation, { [tenant.field]: value });
  const response = await callGateway(context, path, { cookie: officer, body });
  const text = await response.text();
  return { status: response.status, text, shown: others.names.filter((name) => text.includes(name)) };
}

/** The registry's statuses for an operation, from line `since` of its log on. */
const statuses = (since: number, operation: string) =>
  registry()
    .log.slice(since)
    .filter((line) => line.event === 'request' && line.operation === operation)
    .map((line) => line.status);

test('the list of operations open to issuer staff is complete', () => {
  expect(named.length).toBeGreaterThan(25);
  expect(named.filter(([, { tenant }]) => tenant.by === 'object')).toHaveLength(7);
});

test.each(named)(
  '%s of another issuer: passed by the gateway, rejected by the registry, nothing shown',
  async (id, one) => {
    const status = one.tenant.by === 'issuer' ? 403 : 404;
    const since = registry().log.length;
    const rejected = await requestForeign(narrow, one);
    const reported = status === 403 ? [502, 'upstream_refused'] : [404, 'not_found'];
    expect([rejected.status, JSON.parse(rejected.text).error?.code]).toEqual(reported);
    expect(rejected.shown).toEqual([]);
    await expect.poll(() => statuses(since, id)).not.toEqual([]);
    expect(new Set(statuses(since, id))).toEqual(new Set([status]));
    // The same request succeeds with the client's own token, so nothing else refused it.
    expect((await requestForeign(wide, one)).status).toBe(200);
  },
);

test('with the client’s plain token the other issuer’s holders are returned', async () => {
  const { shown } = await requestForeign(wide, operations.GetShareholderCapTable as Operation);
  expect(shown.length).toBeGreaterThan(2);
});

const data = named.filter(([, { tenant, responses }]) => tenant.by === 'issuer' && responses === 'data');

test.each(data)('%s of the own issuer: same response as with the client’s plain token', async (_id, one) => {
  const { tenant } = one;
  const { path } = requestOf(one, { [tenant.by === 'issuer' ? tenant.field : '']: 1001 });
  const read = async (context: GatewayContext) => {
    const response = await callGateway(context, path, { cookie: officer });
    return { status: response.status, text: await response.text() };
  };
  const own = await read(narrow);
  expect(own.status).toBe(200);
  expect(own).toEqual(await read(wide));
});

test('every holder of the own issuer is returned', async () => {
  const { path } = requestOf(operations.GetIssuerShareholderDetails as Operation, {
    CustomerIssuerId: 1001,
    NumberOfRows: 200,
  });
  const list: { shareholders: { shareholderCustomerId: string }[] } = await (
    await callGateway(narrow, path, { cookie: officer })
  ).json();
  const ids = [...new Set(list.shareholders.map((row) => row.shareholderCustomerId))].filter(Boolean);
  expect(ids.length).toBeGreaterThan(20);
  const statuses = await Promise.all(
    ids.slice(0, 40).map(async (id) => {
      const one = `${operations.GetShareholderDetails?.path}?customerShareholderId=${encodeURIComponent(id)}`;
      return (await callGateway(narrow, one, { cookie: officer })).status;
    }),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test.each(nullable)('%s without an issuer: the user’s own only', async (_id, one) => {
  const { tenant } = one;
  const field = tenant.by === 'issuer' ? tenant.field : '';
  const { path, body } = requestOf(one, { [field]: one.method === 'POST' ? null : '' });
  const response = await callGateway(narrow, path, { cookie: officer, body });
  const text = await response.text();
  expect(response.status).toBe(200);
  expect(others.names.filter((name) => text.includes(name))).toEqual([]);
});

test('the list of issuers has the user’s own only', async () => {
  const path = operations.GetTransferAgentIssuers?.path ?? '';
  const issuers = async (context: GatewayContext) => {
    const rows: { customerIssuerId: number }[] = await (
      await callGateway(context, path, { cookie: officer })
    ).json();
    return rows.map(({ customerIssuerId }) => customerIssuerId);
  };
  expect(await issuers(narrow)).toEqual([1001]);
  expect(await issuers(wide)).toContain(foreign);
});

describe('other routes', () => {
  test('the query of a page', async () => {
    const read = (context: GatewayContext) =>
      readUpstream(user, 'GetIssuerBalance', { CustomerIssuerId: foreign }, context);
    await expect(read(narrow)).rejects.toMatchObject({ code: 'upstream_refused' });
    expect(await read(wide)).not.toEqual([]);
  });

  test('a tax ID', async () => {
    const body = { issuer: foreign, field: 'primaryTaxId', reason: 'A check of the return' };
    const reveal = (context: GatewayContext) =>
      handleReveal(
        pageRequest('/api/holders/x/tax-id/reveal', { cookie: officer, body }),
        context,
        others.holder,
      );
    expect((await reveal(narrow)).status).toBe(404);
    expect((await reveal(wide)).status).toBe(200);
  });

  test('the file of a report ordered by another user', { tags: ['long'] }, async () => {
    const { path, body } = requestOf(operations.GenerateShareholderList as Operation, {
      customerIssuerId: foreign,
    });
    const token = (await narrow.upstream.reader.get()).value;
    const ordered = await fetch(served.baseUrl + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { downloadUrl } = (await ordered.json()) as { downloadUrl: string };
    const open = async (behalf: User['issuers']) =>
      (await openFile(narrow.upstream, behalf, downloadUrl, 'GenerateControlBook'))();
    await expect(open(user.issuers)).rejects.toMatchObject({ code: 'upstream_failed' });
    const { body: bytes } = await open('all');
    let size = 0;
    for await (const chunk of bytes) size += chunk.byteLength;
    expect(size).toBeGreaterThan(1_000);
  });
});
