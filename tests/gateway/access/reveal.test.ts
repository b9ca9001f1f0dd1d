import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyTrail } from '#lib/audit/verify';
import type { GatewayContext } from '#lib/gateway/gateway-context';
import { handleReveal } from '#lib/gateway/reveal';
import { type StandIn, startStandIn } from '#tests/fakes/registry';
import {
  callGateway,
  demo,
  type GatewayFixture,
  openGatewayFixture,
  pageRequest,
} from '../gateway-fixture.ts';

const full = '900-12-3456';
/** The request ID is random and may contain any four digits. */
const withoutId = (text: string) => text.replace(/"requestId":"[^"]*"/, '');
let fixture: GatewayFixture;
let registry: StandIn;
let context: GatewayContext;
let cookies: Record<keyof typeof demo, string>;

beforeAll(async () => {
  fixture = await openGatewayFixture();
  registry = await startStandIn({
    handle: ({ path, search }) => {
      if (path.endsWith('GetHoldingSummary'))
        return { body: search.includes('1001') && search.includes('LK-') ? '[{"shares":1}]' : '[]' };
      if (path.endsWith('GetHoldingCertificates')) return { body: '[]' };
      const secondaryTaxId = search.includes('LK-2') ? '***-**-3456' : '';
      return { body: JSON.stringify({ name: 'ADA QUILL', primaryTaxId: full, secondaryTaxId }) };
    },
  });
  const names = Object.keys(demo) as (keyof typeof demo)[];
  const all = await Promise.all(
    names.map(async (name) => [name, await fixture.cookieOf(demo[name])] as const),
  );
  cookies = Object.fromEntries(all) as typeof cookies;
});
beforeEach(() => {
  // Limits start anew with each context.
  context = fixture.context(registry.base);
  registry.calls.length = 0;
});
afterAll(async () => {
  await registry.stop();
  await fixture.stop();
});

const requested = { issuer: 1001, field: 'primaryTaxId', reason: 'Caller asked which number we have' };
type About = { as?: keyof typeof demo; body?: unknown; headers?: Record<string, string>; account?: string };

async function reveal({ as = 'operator', body = requested, headers, account = 'LK-1' }: About = {}) {
  const request = pageRequest(`/api/holders/${account}/tax-id/reveal`, {
    cookie: cookies[as],
    body,
    headers,
  });
  const response = await handleReveal(request, context, account);
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}

async function lastEntry() {
  const { rows } = await fixture.pool.query(
    'select actor, action, outcome, issuer, object, address, detail from audit order by seq desc limit 1',
  );
  return rows[0];
}

describe('tax ID revealed', () => {
  test.each(['admin', 'operator', 'officer'] as const)('to %s, once it is audited', async (as) => {
    const { status, headers, body } = await reveal({ as });
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body).toEqual({
      customerShareholderId: 'LK-1',
      field: 'primaryTaxId',
      state: 'shown',
      value: full,
      hideAfterSeconds: 60,
    });
    expect(await lastEntry()).toEqual({
      actor: await fixture.userId(demo[as]),
      action: 'reveal',
      outcome: 'ok',
      issuer: 1001n,
      object: 'LK-1',
      address: '192.0.2.7',
      detail: { field: 'primaryTaxId', reason: requested.reason },
    });
  });

  test('one field per request; a missing or masked number is reported', async () => {
    const field = 'secondaryTaxId';
    expect((await reveal({ body: { ...requested, field } })).body).toMatchObject({
      state: 'none',
      value: null,
    });
    const masked = await reveal({ body: { ...requested, field }, account: 'LK-2' });
    expect(masked.body).toMatchObject({ state: 'masked', value: null });
  });

  test('the details stay masked for every role', async () => {
    for (const as of ['admin', 'officer'] as const) {
      const path = '/api/v1/Shareholder/Details?customerShareholderId=LK-1';
      const response = await callGateway(context, path, { cookie: cookies[as] });
      expect(await response.text()).toContain('"primaryTaxId":"*****3456"');
    }
  });
});

describe('rejected without an upstream call', () => {
  const invalid = '400 invalid';
  const cases: [string, About, string][] = [
    ['a viewer', { as: 'viewer' }, '403 forbidden'],
    ['a downloader', { as: 'downloader', body: { ...requested, issuer: 1004 } }, '403 forbidden'],
    ['an issuer not granted', { as: 'officer', body: { ...requested, issuer: 1002 } }, '403 forbidden'],
    [
      'an issuer that does not exist',
      { as: 'officer', body: { ...requested, issuer: 4711 } },
      '403 forbidden',
    ],
    ['no issuer', { as: 'officer', body: { ...requested, issuer: null } }, '403 forbidden'],
    ['no issuer, agent', { body: { ...requested, issuer: null } }, invalid],
    ['issuer as text', { body: { ...requested, issuer: '1001' } }, invalid],
    ['issuers in a list', { body: { ...requested, issuer: [1001] } }, invalid],
    ['no reason', { body: { ...requested, reason: undefined } }, invalid],
    ['a reason of blanks', { body: { ...requested, reason: '  \n ' } }, invalid],
    ['a reason too short', { body: { ...requested, reason: 'x y' } }, invalid],
    ['two fields', { body: { ...requested, field: ['primaryTaxId', 'secondaryTaxId'] } }, invalid],
    ['another field', { body: { ...requested, field: 'name' } }, invalid],
    ['an inherited field', { body: { ...requested, field: 'constructor' } }, invalid],
    ['more than is known', { body: { ...requested, all: true } }, invalid],
    ['a list', { body: [requested] }, invalid],
    ['another site', { headers: { origin: 'https://evil.test' } }, '403 csrf'],
    ['no header of ours', { headers: { 'x-sharebook': '' } }, '403 csrf'],
    ['a form', { headers: { 'content-type': 'text/plain' } }, '403 csrf'],
    ['a token of their own', { headers: { authorization: 'Bearer x' } }, '401 unauthenticated'],
    ['nobody', { headers: { cookie: '' } }, '401 unauthenticated'],
  ];
  test.each(cases)('%s', async (_name, about, requested) => {
    const before = await fixture.lastAuditSeq();
    const { status, body, text } = await reveal(about);
    expect(`${status} ${body.error.code}`).toBe(requested);
    expect(withoutId(text)).not.toContain('3456');
    expect(registry.calls).toEqual([]);
    // Requests without a user are counted, not recorded one by one.
    const isRecorded = status !== 401;
    expect(await fixture.lastAuditSeq()).toBe(before + (isRecorded ? 1n : 0n));
    if (isRecorded) expect(await lastEntry()).toMatchObject({ action: 'reveal', outcome: 'refused' });
  });

  test('a sign-in that is not recent', async () => {
    await fixture.pool.query(`update session set authenticated_at = now() - interval '11 minutes'`);
    expect((await reveal()).body.error.code).toBe('step_up_required');
    await fixture.pool.query('update session set authenticated_at = now()');
    expect(registry.calls).toEqual([]);
  });
});

test.each(['operator', 'officer'] as const)(
  '%s: a holder of another issuer gives the response of an unknown one',
  async (as) => {
    const foreign = await reveal({ as, account: 'PS-1' });
    expect([foreign.status, foreign.body.error.code]).toEqual([404, 'not_found']);
    expect(registry.calls.some(({ path }) => path.endsWith('/Details'))).toBe(false);
    expect(await lastEntry()).toMatchObject({
      outcome: 'refused',
      object: 'PS-1',
      detail: { code: 'not_found' },
    });
  },
);

test('a cached ownership is not verified again, as in every other call', async () => {
  const proofs = () => registry.calls.filter(({ path }) => path.endsWith('GetHoldingSummary')).length;
  expect([(await reveal()).status, (await reveal()).status, proofs()]).toEqual([200, 200, 1]);
  expect((await reveal({ account: 'PS-1' })).status).toBe(404);
  expect((await reveal({ account: 'PS-1' })).status).toBe(404);
  expect(proofs()).toBe(3);
});

test('nothing is revealed when the audit trail cannot be written', async () => {
  const audit = { ...context.audit, record: () => Promise.reject(new Error('full')) };
  context = { ...context, audit };
  const { status, text } = await reveal();
  expect(status).toBe(503);
  expect(withoutId(text)).not.toContain('3456');
});

test('a list of holders cannot be revealed', async () => {
  const codes = [];
  for (let turn = 0; turn < 25; turn += 1) codes.push((await reveal()).status);
  expect(codes.filter((status) => status === 200).length).toBeLessThanOrEqual(21);
  expect(codes.at(-1)).toBe(429);
});

test('no audit entry holds a number, and the chain is valid', async () => {
  await reveal({ body: { ...requested, reason: `Caller said 900123456 and ${full}, SSN 900123456` } });
  const { rows } = await fixture.pool.query<{ text: string }>(
    `select jsonb_agg(to_jsonb(a))::text as text from audit a`,
  );
  expect(rows[0]?.text).toContain('SSN *****3456');
  expect(rows[0]?.text).not.toContain(full);
  expect((await verifyTrail(fixture.pool)).fault).toBeNull();
});
