import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRejectedRequests } from '#lib/audit/rejected-requests';
import { verifyTrail } from '#lib/audit/verify';
import type { GatewayContext } from '#lib/gateway/gateway-context';
import { type StandIn, startStandIn } from '#tests/fakes/registry';
import { callGateway, demo, type GatewayFixture, openGatewayFixture } from '../gateway-fixture.ts';
import { attacks } from './attacks.ts';

let fixture: GatewayFixture;
let registry: StandIn;
let context: GatewayContext;
let cookies: Record<string, string>;

async function cookiesIn({ cookieOf }: GatewayFixture): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [who, email] of Object.entries(demo)) found[who] = await cookieOf(email);
  return found;
}

beforeAll(async () => {
  fixture = await openGatewayFixture();
  registry = await startStandIn({ handle: () => ({ body: '[]' }) });
  context = fixture.context(registry.base);
  cookies = await cookiesIn(fixture);
});

afterAll(async () => {
  await registry.stop();
  await fixture.stop();
});

/** A store of its own in which every attack was made once. */
async function attackedWorld(): Promise<GatewayFixture> {
  const own = await openGatewayFixture();
  const gateway = own.context(registry.base);
  const sessions = await cookiesIn(own);
  for (const { as, path, request } of attacks)
    await callGateway(gateway, path, { ...(as ? { cookie: sessions[as] } : {}), ...request });
  return own;
}

describe('requests rejected without a call to the registry', () => {
  test.each(attacks)('$name → $status $code', async ({ as, path, request, status, code }) => {
    const response = await callGateway(context, path, { ...(as ? { cookie: cookies[as] } : {}), ...request });
    const text = await response.text();
    expect({ status: response.status, code: JSON.parse(text).error.code }).toEqual({ status, code });
    expect(response.headers.get('x-request-id')).toBe(JSON.parse(text).error.requestId);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(text).not.toContain(new URL(registry.base).host);
    expect(registry.calls).toEqual([]);
    expect(registry.tokenRequests).toBe(0);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

test('every rejection is audited with user, action and reason; requests without a session are counted; the hash chain is valid', async () => {
  const own = await attackedWorld();
  const nobody = attacks.filter(
    ({ as, request }) => !as || new Headers(request?.headers).has('authorization'),
  ).length;
  const text = `select count(*) as n, count(*) filter (where outcome <> 'refused' or detail ->> 'code' is null) as without,
    count(*) filter (where actor is null) as nobody from audit`;
  const { rows } = await own.pool.query<{ n: bigint; without: bigint; nobody: bigint }>(text);
  expect(rows[0]).toEqual({ n: BigInt(attacks.length - nobody), without: 0n, nobody: 0n });
  await openRejectedRequests(own.pool).close();
  const { rows: counted } = await own.pool.query<{ address: string; n: bigint }>(
    `select address, sum((detail ->> 'count')::bigint)::bigint as n from audit where action = 'requests-refused' group by 1`,
  );
  expect(counted).toEqual([{ address: '192.0.2.7', n: BigInt(nobody) }]);
  expect((await verifyTrail(own.pool)).fault).toBeNull();
  await own.stop();
});

test('the audit trail cannot be changed, and a change that bypasses the trigger is detected', async () => {
  const own = await attackedWorld();
  await expect(own.pool.query(`update audit set outcome = 'ok' where seq = 3`)).rejects.toThrow('only grows');
  await expect(own.pool.query('delete from audit where seq = 3')).rejects.toThrow('only grows');
  await own.pool.query('alter table audit disable trigger audit_only_grows');
  await own.pool.query(`update audit set outcome = 'ok' where seq = 3`);
  expect((await verifyTrail(own.pool)).fault).toEqual({ kind: 'changed', seq: 3n });
  await own.pool.query(`update audit set outcome = 'refused' where seq = 3`);
  expect((await verifyTrail(own.pool)).fault).toBeNull();
  await own.pool.query('delete from audit where seq = 5');
  expect((await verifyTrail(own.pool)).fault).toEqual({ kind: 'missing', seq: 5n });
  await own.stop();
});

test('a 403 for an existing issuer equals that for an unknown one', async () => {
  const body = async (issuer: number) => {
    const response = await callGateway(
      context,
      `/api/v1/Issuer/GetIssuerSecurityTypes?CustomerIssuerId=${issuer}`,
      {
        cookie: cookies.officer,
      },
    );
    return (await response.text()).replace(/"requestId":"[^"]+"/, '');
  };
  expect(await body(1004)).toBe(await body(424242));
});
