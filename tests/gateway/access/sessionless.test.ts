import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRejectedRequests } from '#lib/audit/rejected-requests';
import { demoPassword } from '#lib/session/accounts/demo';
import { type Accounts, openAccounts } from '#tests/accounts/accounts-fixture';
import { callGateway, demo, pageRequest } from '../gateway-fixture.ts';
import { handleAt } from '../matrix/matrix-routes.ts';

let accounts: Accounts;
beforeAll(async () => {
  accounts = await openAccounts();
});
afterAll(() => accounts.stop());

const id = 'AAAAAAAAAAAAAAAAAAAAAA';
const addresses: readonly [method: string, path: string][] = [
  ['GET', '/api/upstream/api/v1/Issuer/GetIssuerBalance?CustomerIssuerId=1001'],
  ['POST', '/api/upstream/api/v1/Nothing'],
  ['POST', '/api/get'],
  ['GET', '/api/runs'],
  ['GET', `/api/runs/${id}`],
  ['GET', `/api/runs/${id}/file`],
  ['DELETE', `/api/runs/${id}`],
  ['GET', '/api/batches'],
  ['POST', '/api/batches'],
  ['GET', `/api/batches/${id}/file`],
  ['GET', '/api/writes'],
  ['POST', `/api/writes/${id}`],
  ['POST', '/api/holders/H-1/tax-id/reveal'],
  ['GET', '/api/audit'],
  ['GET', '/api/audit/file'],
  ['POST', '/api/audit/proof'],
];

/** One request without a session to each kind of route. */
async function send(): Promise<number> {
  const { context, fixture } = accounts;
  const browser = accounts.browser();
  const request = (method: string, path: string) =>
    pageRequest(path, { method, ...(method === 'POST' ? { body: {} } : {}) });
  const responses = await Promise.all([
    ...addresses.map(([method, path]) => handleAt(request(method, path), context, fixture.pool)),
    callGateway(context, '/api/v1/Nothing', { headers: { authorization: 'Bearer x' } }),
    browser.own('password', {}),
    browser.invite({}),
    browser.change(id, {}),
    browser.form('out', {}),
    browser.form('code', { code: '000000' }),
    browser.form('second-factor', { code: '000000' }),
    browser.form('kept', {}),
    browser.form('invited', { token: 'x' }),
    browser.form('no-such-step', {}),
    browser.form('password', { email: 'a@b.example', password: 'wrong' }, { origin: 'https://evil.test' }),
  ]);
  for (const { status } of responses) expect([303, 401, 403, 404]).toContain(status);
  return responses.length;
}

type Counted = { rows: bigint; refused: bigint };

async function counted(): Promise<Counted> {
  await openRejectedRequests(accounts.fixture.pool).close();
  const { rows } = await accounts.fixture.pool.query<Counted>(
    `select count(*) as rows, coalesce(sum((detail ->> 'count')::bigint), 0)::bigint as refused from audit
      where action = 'requests-refused'`,
  );
  return rows[0]!;
}

const others = async () =>
  (await accounts.fixture.pool.query(`select 1 from audit where action <> 'requests-refused'`)).rowCount;

test('requests without a session are not audited one by one or by address; their count is exact', async () => {
  const before = await counted();
  const othersBefore = await others();
  let sent = 0;
  for (let round = 0; round < 20; round += 1) sent += await send();
  expect(await others()).toBe(othersBefore);
  const found = await counted();
  expect(found.refused - before.refused).toBe(BigInt(sent));
  // One source; its requests may have taken more than a minute.
  expect(Number(found.rows - before.rows)).toBeLessThanOrEqual(3);
});

test('wrong passwords of an account are audited, those of unknown accounts and throttled ones are counted', async () => {
  const before = (await counted()).refused;
  await accounts.fixture.pool.query('delete from sign_in_throttle');
  const browser = accounts.browser();
  for (let each = 0; each < 9; each += 1) await browser.signIn(demo.officer, 'wrong');
  for (let each = 0; each < 3; each += 1) await browser.signIn('nobody@b.example', 'wrong');
  const object = await accounts.fixture.userId(demo.officer);
  const trail = await accounts.trail('sign-in');
  expect(trail.map(({ outcome, actor, object }) => ({ outcome, actor, object }))).toEqual(
    Array.from({ length: 5 }, () => ({ outcome: 'refused', actor: null, object })),
  );
  expect((await counted()).refused - before).toBe(7n);
  await accounts.fixture.pool.query('delete from sign_in_throttle');
  await browser.signIn(demo.officer, demoPassword);
  expect((await accounts.trail('sign-in')).at(-1)).toMatchObject({ outcome: 'ok', actor: object });
});
