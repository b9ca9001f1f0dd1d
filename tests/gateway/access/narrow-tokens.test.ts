import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { GatewayContext } from '#lib/gateway/gateway-context';
import { handleReveal } from '#lib/gateway/reveal';
import { handleBatchBegin } from '#lib/gateway/runs/batch-access';
import { withTransaction } from '#lib/postgres/pool';
import { addUser } from '#lib/session/accounts/accounts';
import { startSession } from '#lib/session/sessions';
import { openReaders } from '#lib/upstream/read-tokens';
import type { TokenSource } from '#lib/upstream/token';
import { type StandIn, samplePdf, startStandIn } from '#tests/fakes/registry';
import { operations } from '#tests/interface/operations';
import {
  callGateway,
  demo,
  type GatewayFixture,
  openGatewayFixture,
  pageRequest,
} from '../gateway-fixture.ts';

// For users bound to issuers, the registry is called with a token limited to reading and to those issuers, if
// its token response shows that it supports this; any other registry is called with its one token.
let fixture: GatewayFixture;
let registry: StandIn;
let context: GatewayContext;
let officer: string;
let operator: string;
/** The forms of the token requests so far. */
let forms: URLSearchParams[];
/** The scope the fake registry reports: `plain` for a request without a scope, `narrowed` for one with. */
let plain: unknown;
let narrowed: (scope: string) => unknown;

const plainForm = 'grant_type=client_credentials&client_id=desk&client_secret=desk-secret';
const types = (issuer: number) => `/api/v1/Issuer/GetIssuerSecurityTypes?CustomerIssuerId=${issuer}`;
const listPath = '/api/v1/Report/GenerateShareholderList';
const list = { customerIssuerId: 1001, ...operations.GenerateShareholderList?.rest };

beforeAll(async () => {
  fixture = await openGatewayFixture();
  officer = await fixture.cookieOf(demo.officer);
  operator = await fixture.cookieOf(demo.operator);
});
beforeEach(async () => {
  forms = [];
  plain = 'read write issuer:*';
  narrowed = (scope) => scope;
  registry = await startStandIn();
  registry.token = (_response, form) => {
    forms.push(form);
    const requested = form.get('scope');
    const scope = requested === null ? plain : narrowed(requested);
    if (scope === 400) return { status: 400, body: '{"error":"invalid_scope"}' };
    if (scope === 500) return { status: 500, body: '{}' };
    // The token's value shows which scope was requested.
    const value = `${requested?.replaceAll(' ', '_') ?? 'plain'}~${forms.length}`;
    registry.live.add(value);
    return { body: JSON.stringify({ access_token: value, expires_in: 3600, scope }) };
  };
  registry.handle = ({ method, path }, _response, base) => {
    if (path.includes('DownloadReport')) return { type: 'application/pdf', body: samplePdf() };
    if (method === 'POST')
      return { body: JSON.stringify({ downloadUrl: `${base}/Api/v1/Report/DownloadReport/a/list.pdf/c` }) };
    return { body: path.endsWith('/Details') ? '{"primaryTaxId":"900-12-3456"}' : '[{"shares":1}]' };
  };
  context = fixture.context(registry.base);
});
afterEach(async () => {
  await context.runs.settled();
  await registry.stop();
});
afterAll(() => fixture.stop());

const scopes = () => forms.map((form) => form.get('scope'));
/** The tokens used by the calls since the last check. */
function usedTokens(): string[] {
  const used = registry.calls.map(({ authorization }) => authorization.replace(/^Bearer |~\d+$/g, ''));
  registry.calls.length = 0;
  return [...new Set(used)];
}
const read = async (cookie: string, path = types(1001)) =>
  (await callGateway(context, path, { cookie })).status;

async function userOf(role: 'issuer-viewer' | 'downloader', issuers: number[]): Promise<string> {
  const id = await withTransaction(fixture.pool, (client) =>
    addUser(client, {
      email: `${crypto.randomUUID()}@narrow.example`,
      name: 'Nora Narrow',
      role,
      issuers,
      password: 'a password of hers',
    }),
  );
  return `sharebook.session=${await startSession(fixture.pool, id, { address: null, userAgent: null })}`;
}

describe('registry that declares narrowed tokens', () => {
  test('reads, ownership checks, reports, files and revealed tax IDs use the user’s token, agent staff the plain one', async () => {
    expect(await read(officer)).toBe(200);
    expect(scopes()).toEqual([null, 'read issuer:1001']);
    expect(usedTokens()).toEqual(['read_issuer:1001']);
    expect(await read(officer, '/api/v1/Shareholder/Details?customerShareholderId=LK-1')).toBe(200);
    expect(registry.calls).toHaveLength(2);
    const made = await callGateway(context, listPath, { cookie: officer, body: list });
    expect(made.status).toBe(200);
    await context.runs.settled();
    expect(registry.calls.at(-1)?.path).toContain('DownloadReport');
    const body = { issuer: 1001, field: 'primaryTaxId', reason: 'A check of the return' };
    const requested = pageRequest('/api/holders/LK-2/tax-id/reveal', { cookie: officer, body });
    expect((await handleReveal(requested, context, 'LK-2')).status).toBe(200);
    expect(registry.calls.length).toBeGreaterThan(5);
    expect(usedTokens()).toEqual(['read_issuer:1001']);

    expect(await read(operator)).toBe(200);
    expect((await callGateway(context, listPath, { cookie: operator, body: list })).status).toBe(200);
    await context.runs.settled();
    expect(usedTokens()).toEqual(['plain']);
    expect(scopes()).toEqual([null, 'read issuer:1001']);
  });

  test('what an officer sends is written with a token for writing to the granted issuers alone', async () => {
    plain = 'read write agent issuer:*';
    registry.handle = ({ method, path }) =>
      path === '/agent/v1' && method === 'GET'
        ? { body: JSON.stringify({ operations: ['GetAgentOperations', 'CreateRequest', 'CreateItem'] }) }
        : { body: JSON.stringify({ itemId: 1, state: 'Received' }) };
    const send = (cookie: string, id: 'CreateRequest' | 'CreateItem') =>
      callGateway(context, operations[id]?.path ?? '', {
        cookie,
        body: { customerIssuerId: 1001, ...operations[id]?.rest },
      });
    expect((await send(officer, 'CreateRequest')).status).toBe(200);
    expect(scopes()).toContain('read write agent issuer:1001');
    expect(registry.calls.at(-1)?.authorization).toContain('read_write_agent_issuer:1001');
    expect((await send(operator, 'CreateItem')).status).toBe(200);
    expect(registry.calls.at(-1)?.authorization).toContain('plain');
  });

  test('an archive created after the response was sent uses the token of its requester', async () => {
    const items = [1, 2].map((part) => ({
      report: 'GenerateShareholderList',
      input: { ...list, prefix: `P${part}` },
    }));
    const requested = pageRequest('/api/batches', { cookie: officer, body: { items } });
    expect((await handleBatchBegin(requested, fixture.pool, context, '2026-11-20')).status).toBe(200);
    await fixture.settled();
    expect(registry.calls.filter(({ path }) => path.includes('DownloadReport'))).toHaveLength(2);
    expect(usedTokens()).toEqual(['read_issuer:1001']);
  });

  test('each set of issuers has one token; a changed set uses another from the next request on', async () => {
    const both = await userOf('issuer-viewer', [1004, 1001]);
    const same = await userOf('downloader', [1001, 1004]);
    expect([await read(both), await read(same), await read(officer)]).toEqual([200, 200, 200]);
    expect(scopes()).toEqual([null, 'read issuer:1001 issuer:1004', 'read issuer:1001']);
    usedTokens();
    const user = await context.userOf(new Headers({ cookie: both }));
    await fixture.pool.query(
      'update person_issuer set expires_at = now() where person = $1 and issuer = 1004',
      [user?.id],
    );
    expect(await read(both)).toBe(200);
    expect(usedTokens()).toEqual(['read_issuer:1001']);
    expect(await read(same)).toBe(200);
    expect(usedTokens()).toEqual(['read_issuer:1001_issuer:1004']);
    expect(scopes()).toHaveLength(3);
  });

  test.each([
    ['read write issuer:1001 issuer:1002', [1001, 1004], 'read issuer:1001'],
    ['read issuer:1002', [1001, 1004], 'read issuer:none'],
    ['agent read issuer:*', [1001], 'read issuer:1001'],
  ])('a client that may %s, with a user of %j, requests %s', async (shown, issuers, requested) => {
    plain = shown;
    const cookie = await userOf('issuer-viewer', issuers);
    expect(await read(cookie, '/api/v1/Issuer/GetTransferAgentIssuers')).toBe(200);
    expect(scopes()).toEqual([null, requested]);
    expect(usedTokens()).toEqual([requested.replaceAll(' ', '_')]);
  });

  test('a user whose grants have expired uses a token of no issuer', async () => {
    const cookie = await userOf('issuer-viewer', [1001]);
    const user = await context.userOf(new Headers({ cookie }));
    await fixture.pool.query('update person_issuer set expires_at = now() where person = $1', [user?.id]);
    expect(await read(cookie, '/api/v1/Issuer/GetTransferAgentIssuers')).toBe(200);
    expect(usedTokens()).toEqual(['read_issuer:none']);
  });

  test('a thousand calls without a token: one plain request and one for the issuers', async () => {
    const { use } = context.upstream.readers;
    const values = await Promise.all(
      Array.from({ length: 1000 }, () => use([1001], async (source) => (await source.get()).value)),
    );
    expect(new Set(values)).toEqual(new Set(['read_issuer:1001~2']));
    expect(scopes()).toEqual([null, 'read issuer:1001']);
  });

  test('revoked tokens are renewed separately, each with its own scope', async () => {
    await read(officer);
    await read(operator);
    registry.live.clear();
    expect([await read(officer), await read(officer), await read(operator)]).toEqual([200, 200, 200]);
    expect(scopes()).toEqual([null, 'read issuer:1001', 'read issuer:1001', null]);
  });

  test('a token request that fails for one set of issuers fails for that set only', async () => {
    narrowed = () => 500;
    expect(await read(officer)).toBe(502);
    expect(registry.calls).toEqual([]);
    expect(await read(operator)).toBe(200);
    narrowed = (scope) => scope;
    expect(await read(await userOf('issuer-viewer', [1001, 1004]))).toBe(200);
    expect(usedTokens().sort()).toEqual(['plain', 'read_issuer:1001_issuer:1004']);
  });
});

describe('registry that does not declare narrowed tokens', () => {
  test.each([
    [undefined],
    [null],
    [''],
    ['read write'],
    ['api.read api.write'],
    ['openid issuer:1001'],
    ['read issuer:larkspur'],
    ['read issuer:1001 issuer:*'],
    ['READ ISSUER:*'],
    ['read,issuer:*'],
    [`read ${Array.from({ length: 2_000 }, (_, at) => `issuer:${at + 1}`).join(' ')}`],
    [['read', 'issuer:*']],
    [{ read: true }],
    [1001],
  ])('its scope is %.60j: one token for all users, by the same request', async (shown) => {
    plain = shown;
    expect([await read(officer), await read(operator), await read(officer)]).toEqual([200, 200, 200]);
    expect(forms.map(String)).toEqual([plainForm]);
    expect(usedTokens()).toEqual(['plain']);
  });
});

describe('registry that breaks the contract is called with the plain token, logged once', () => {
  test.each([
    ['answers 400', 400],
    ['says nothing of the token', undefined],
    ['gives writing as well', 'read write issuer:1001'],
    ['gives another issuer as well', 'read issuer:1001 issuer:1004'],
    ['gives every issuer', 'read issuer:*'],
    ['names no issuer', 'read'],
    ['answers in other words', ['read issuer:1001']],
  ])('one that %s', async (_how, response) => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    narrowed = () => response;
    expect([await read(officer), await read(officer), await read(operator)]).toEqual([200, 200, 200]);
    expect(scopes()).toEqual([null, 'read issuer:1001']);
    expect(usedTokens()).toEqual(['plain']);
    const other = await userOf('issuer-viewer', [1001, 1004]);
    expect(await read(other)).toBe(200);
    const lines = logged.mock.calls.filter(([line]) => `${line}`.includes('token-not-narrowed'));
    logged.mockRestore();
    expect(lines).toHaveLength(1);
    expect(`${lines}`).not.toMatch(/1001|Bearer|~/);
  });

  test('and is used again once it gives another plain token', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    narrowed = () => 400;
    expect(await read(officer)).toBe(200);
    // The plain token expires, and what was learned with it is dropped.
    registry.live.clear();
    expect(await read(operator)).toBe(200);
    narrowed = (scope) => scope;
    usedTokens();
    expect(await read(officer)).toBe(200);
    expect(usedTokens()).toEqual(['read_issuer:1001']);
    expect(scopes()).toEqual([null, 'read issuer:1001', null, 'read issuer:1001']);
    vi.restoreAllMocks();
  });

  test('a token that can no longer be renewed with its scope is not used', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await read(officer);
    usedTokens();
    for (const value of registry.live) if (value.startsWith('read_')) registry.live.delete(value);
    narrowed = () => 400;
    expect([await read(officer), await read(officer)]).toEqual([200, 200]);
    expect(scopes()).toEqual([null, 'read issuer:1001', 'read issuer:1001']);
    expect(usedTokens()).toEqual(['read_issuer:1001', 'plain']);
    vi.restoreAllMocks();
  });
});

describe('cached tokens', () => {
  const source = (value: string): TokenSource => ({
    get: async () => ({ value, generation: 1, scope: 'read issuer:*' }),
    renew: async () => null,
    accepted: () => undefined,
  });
  const valueFor = (readers: ReturnType<typeof openReaders>, issuers: number[]) =>
    readers.use(issuers, async (one) => (await one.get()).value);

  test('the thousand sets of issuers used last', async () => {
    const opened: string[] = [];
    const readers = openReaders(source('plain'), (scope) => {
      opened.push(scope);
      return source(scope);
    });
    for (let issuer = 1; issuer <= 1_000; issuer += 1) await valueFor(readers, [issuer]);
    await valueFor(readers, [1]);
    await valueFor(readers, [1_001]);
    expect(opened).toHaveLength(1_001);
    await valueFor(readers, [1]);
    expect(opened).toHaveLength(1_001);
    await valueFor(readers, [2]);
    expect(opened.slice(1_001)).toEqual(['read issuer:2']);
  });

  test('a user with more issuers than a scope can name uses the plain token', async () => {
    const readers = openReaders(source('plain'), source);
    const issuers = Array.from({ length: 501 }, (_, at) => at + 1);
    expect(await valueFor(readers, issuers)).toBe('plain');
    expect(await valueFor(readers, issuers.slice(1))).toMatch(/^read issuer:2 .* issuer:501$/);
  });
});
