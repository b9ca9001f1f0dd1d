import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { guardLogs } from '#lib/audit/log-guard';
import type { GatewayContext } from '#lib/gateway/gateway-context';
import { handleReveal } from '#lib/gateway/reveal';
import { handleSignIn } from '#lib/gateway/sign-in';
import { type Handler, type StandIn, startStandIn } from '../fakes/registry.ts';
import {
  callGateway,
  demo,
  type GatewayFixture,
  openGatewayFixture,
  pageRequest,
} from './gateway-fixture.ts';

/** Personal data and secrets that no log line may contain. The audit trail may hold only contact data. */
const canaries = {
  ssn: '900-12-3456',
  ein: 'EIN 00-7654321',
  email: 'canary.holder@mail.example',
  password: 'password=Canary-Passw0rd',
  token: 'Bearer eyJhbGciOiJub25lIn0.Canary',
  cookie: 'cookie: sharebook.session=CanaryCookie',
  code: 'accessCode=CanaryCode',
  link: '/Api/v1/Report/DownloadReport/c/list.pdf/CanaryCode',
};
const everything = Object.values(canaries).join(' ');
const traces = /12-?3456|7654321|canary/i;
const inTrail = /900-12-3456|00-7654321|CanaryCookie|CanaryCode|Canary-Passw0rd/;

let fixture: GatewayFixture;
let registry: StandIn;
let context: GatewayContext;
let operator: string;
const lines: string[] = [];
const kinds = ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const;
const own = Object.fromEntries(kinds.map((kind) => [kind, console[kind]])) as Pick<
  Console,
  (typeof kinds)[number]
>;

beforeAll(async () => {
  fixture = await openGatewayFixture();
  registry = await startStandIn({ handle: () => ({ body: '[]' }) });
  context = fixture.context(registry.base);
  operator = await fixture.cookieOf(demo.operator);
  for (const kind of kinds) console[kind] = (...parts: unknown[]) => void lines.push(parts.join(' '));
  guardLogs([]);
});
afterAll(async () => {
  Object.assign(console, own);
  await registry.stop();
  await fixture.stop();
});

const broken = (): GatewayContext => ({
  ...context,
  userOf: () => Promise.reject(new Error(`no person for ${everything}\r\n{"event":"forged"}\u001b[31m`)),
});
const says = (handle: Handler) => () => {
  registry.handle = handle;
};
const capTable = '/api/v1/Issuer/shareholder/cap/table?CustomerIssuerId=1001';
const call = (path: string, body?: unknown, on = context) =>
  callGateway(on, path, { cookie: operator, body });
const encoded = encodeURIComponent(everything);

const situations: [string, () => unknown, () => Promise<Response>][] = [
  ['a fault of our own', () => undefined, () => call(capTable, undefined, broken())],
  [
    'a fault while revealing',
    () => undefined,
    () => {
      const body = { issuer: 1001, field: 'primaryTaxId', reason: everything };
      return handleReveal(
        pageRequest('/api/holders/x/tax-id/reveal', { cookie: operator, body }),
        broken(),
        'x',
      );
    },
  ],
  ['an error of the registry', says(() => ({ status: 500, body: everything })), () => call(capTable)],
  ['an answer that is no JSON', says(() => ({ body: `<html>${everything}` })), () => call(capTable)],
  [
    'an answer that drifts',
    says(() => ({ body: JSON.stringify({ shareholders: [{ [everything]: everything }] }) })),
    () => call(capTable),
  ],
  ['a query nobody knows', () => undefined, () => call(`${capTable}&${encoded}=${encoded}`)],
  ['a path nobody knows', () => undefined, () => call(`/api/v1/${encoded}`)],
  [
    'a body nobody knows',
    () => undefined,
    () => call('/api/v1/Shareholder/CreateOrUpdate', { [everything]: everything }),
  ],
  [
    'a link to somewhere else',
    says(() => ({ body: JSON.stringify({ downloadUrl: `https://evil.test${canaries.link}` }) })),
    () =>
      call('/api/v1/Report/GenerateIssuerBalance', {
        customerIssuerId: 1001,
        CutoffDate: '2026-11-20',
        restrictionStatus: 'All',
        isPDF: true,
      }),
  ],
  [
    'a sign-in that is refused',
    () => undefined,
    () => {
      const form = new URLSearchParams({
        email: canaries.email,
        password: 'Canary-Passw0rd',
        csrfToken: 'x',
      });
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const request = pageRequest('/api/auth/callback/credentials', { body: form.toString(), headers });
      return handleSignIn(request, ['callback', 'credentials'], fixture.pool, context);
    },
  ],
  [
    'a report of next-auth’s own client',
    () => undefined,
    () => {
      const body = { code: 'CLIENT_FETCH_ERROR', message: everything };
      return handleSignIn(pageRequest('/api/auth/_log', { body }), ['_log'], fixture.pool, context);
    },
  ],
];

describe('canaries are not logged', () => {
  test.each(situations)('%s', async (_name, before, act) => {
    lines.length = 0;
    before();
    const response = await act();
    expect(await response.text()).not.toMatch(/CanaryCode/);
    for (const line of lines) {
      expect(line).not.toMatch(traces);
      expect(line).not.toMatch(/[\p{Cc}]/u);
      expect(() => JSON.parse(line)).not.toThrow();
    }
    const { rows } = await fixture.pool.query<{ text: string }>(
      'select to_jsonb(a)::text as text from audit a',
    );
    for (const { text } of rows) expect(text).not.toMatch(inTrail);
  });

  test('the log is not empty', async () => {
    lines.length = 0;
    await call(capTable, undefined, broken());
    expect(lines.map((line) => JSON.parse(line).event)).toEqual(['failed']);
    expect(JSON.parse(lines[0] ?? '').requestId).toMatch(/^[0-9a-f-]{36}$/);
  });
});
