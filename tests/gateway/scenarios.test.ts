import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { GatewayContext } from '#lib/gateway/gateway-context';
import { handleScenario, scenarioFor, scenariosFor } from '#lib/gateway/scenario-access';
import { newStep } from '#lib/register/scenarios/steps';
import { demo, type GatewayFixture, openGatewayFixture, pageRequest } from './gateway-fixture.ts';

// Saved scenarios: who may, what they may hold, and two users who change one.

let fixture: GatewayFixture;
let context: GatewayContext;
let cookies: Record<keyof typeof demo, string>;
beforeAll(async () => {
  fixture = await openGatewayFixture();
  context = fixture.context('http://127.0.0.1:9');
  const each = Object.entries(demo).map(async ([who, email]) => [who, await fixture.cookieOf(email)]);
  cookies = Object.fromEntries(await Promise.all(each));
});
afterAll(() => fixture.stop());
beforeEach(() => fixture.pool.query('delete from scenario'));

const id = 'a-scenario-of-larkspur';
const issuer = 1001;
const steps = [{ ...newStep('pool', 's1', 'Common Stock'), reserve: 'Plan', shares: '1,000' }];
const save = { issuer, version: 0, name: 'Series D', asOf: null, steps };

async function send(who: keyof typeof demo, method: string, body?: unknown, path: string = id) {
  const search = method === 'GET' ? `?issuer=${issuer}` : '';
  const request = pageRequest(`/api/scenarios/${path}${search}`, { cookie: cookies[who], method, body });
  const response = await handleScenario(request, fixture.pool, context, path);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

test('those who see the cap table read, those with a working role save', async () => {
  for (const who of ['viewer', 'downloader'] as const)
    expect((await send(who, 'POST', save)).status).toBe(403);
  expect(await send('officer', 'POST', save)).toMatchObject({
    status: 200,
    body: { version: 1, name: 'Series D', asOf: null, steps },
  });
  const seen = await Promise.all(
    (Object.keys(demo) as (keyof typeof demo)[]).map(async (who) => [who, (await send(who, 'GET')).status]),
  );
  expect(Object.fromEntries(seen)).toEqual({
    ...{ admin: 200, operator: 200, officer: 200, viewer: 200, downloader: 403 },
  });
  expect((await send('viewer', 'DELETE', { issuer, version: 1 })).status).toBe(403);
  // Of an issuer that is not granted, and one of another issuer under its ID.
  expect((await send('officer', 'POST', { ...save, issuer: 1002 })).status).toBe(403);
  expect((await send('operator', 'POST', { ...save, issuer: 1002, version: 1 })).status).toBe(409);
  expect((await send('operator', 'DELETE', { issuer: 1002, version: 1 })).status).toBe(200);
  expect((await send('operator', 'DELETE', { issuer, version: 1 })).status).toBe(200);
  expect((await send('operator', 'GET')).status).toBe(404);
});

test('what a page reads is bound to the same rights', async () => {
  await send('officer', 'POST', save);
  const users = await Promise.all(
    (['viewer', 'downloader'] as const).map((who) => context.userOf(new Headers({ cookie: cookies[who] }))),
  );
  const [viewer, downloader] = users;
  if (!viewer || !downloader) throw new Error('Not signed in.');
  expect((await scenariosFor(fixture.pool, viewer, issuer)).map((one) => one.name)).toEqual(['Series D']);
  expect(await scenariosFor(fixture.pool, viewer, 1002)).toEqual([]);
  expect(await scenariosFor(fixture.pool, downloader, issuer)).toEqual([]);
  expect(await scenarioFor(fixture.pool, viewer, 1002, id)).toBeNull();
  expect((await scenarioFor(fixture.pool, viewer, issuer, id))?.madeBy).toBeTruthy();
});

test('of two users, the second save is refused and changes nothing', async () => {
  await send('officer', 'POST', save);
  expect((await send('operator', 'POST', { ...save, version: 1, name: 'Operator’s' })).body.version).toBe(2);
  const late = await send('officer', 'POST', { ...save, version: 1, name: 'Officer’s' });
  expect(late).toMatchObject({ status: 409, body: { error: { code: 'changed_meanwhile' } } });
  expect((late.body.error as { message: string }).message).toMatch(/Nothing was saved/);
  expect((await send('officer', 'GET')).body).toMatchObject({ name: 'Operator’s', version: 2 });
  expect((await send('officer', 'DELETE', { issuer, version: 1 })).status).toBe(409);
  // A deleted scenario does not come back by a window that still shows it.
  await send('operator', 'DELETE', { issuer, version: 2 });
  expect((await send('officer', 'POST', { ...save, version: 2 })).status).toBe(409);
  // Two at once: one wins.
  await send('officer', 'POST', save);
  const both = await Promise.all(
    (['operator', 'officer'] as const).map((who) => send(who, 'POST', { ...save, version: 1, name: who })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('a save whose answer was lost can be repeated', async () => {
  await send('officer', 'POST', save);
  expect((await send('officer', 'POST', save)).body.version).toBe(1);
  await send('officer', 'POST', { ...save, version: 1, name: 'Again' });
  expect(await send('officer', 'POST', { ...save, version: 1, name: 'Again' })).toMatchObject({
    ...{ status: 200, body: { version: 2, name: 'Again' } },
  });
  expect((await send('operator', 'POST', { ...save, version: 1, name: 'Again' })).status).toBe(409);
});

describe('what is saved is bounded', () => {
  const [pool] = steps;
  test.each([
    ['name', { ...save, name: ' ' }],
    ['name', { ...save, name: 'x'.repeat(121) }],
    ['name', { ...save, name: 'a\u0000b' }],
    ['asOf', { ...save, asOf: '2026-02-30' }],
    ['version', { ...save, version: -1 }],
    ['steps', { ...save, steps: 'none' }],
    ['steps', { ...save, steps: Array.from({ length: 21 }, () => pool) }],
    ['steps', { ...save, steps: [{ ...pool, kind: 'gift' }] }],
    ['steps', { ...save, steps: [{ ...pool, more: 1 }] }],
    ['steps', { ...save, steps: [{ ...pool, shares: '1'.repeat(41) }] }],
    ['steps', { ...save, steps: [{ ...pool, shares: 1 }] }],
    ['issuer', { ...save, issuer: '1001' }],
  ])('%s is refused by name: %#', async (field, body) => {
    const { status, body: answer } = await send('operator', 'POST', body);
    const { fields } = answer.error as { fields: Record<string, string[]> };
    expect([status, Object.keys(fields)[0]?.split(/[.[]/)[0]]).toEqual([400, field]);
  });

  test('an ID that is none, a foreign page, and one scenario too many', async () => {
    expect((await send('operator', 'POST', save, 'short')).status).toBe(404);
    const foreign = pageRequest(`/api/scenarios/${id}`, {
      ...{ cookie: cookies.operator, body: save, headers: { origin: 'http://other' } },
    });
    expect((await handleScenario(foreign, fixture.pool, context, id)).status).toBe(403);
    await fixture.pool.query(
      `insert into scenario (id, issuer, name, steps, version, made_by, changed_by)
       select 'scenario-number-' || n, $1, 'n', '[]', 1, $2, $2 from generate_series(1, 200) n`,
      [issuer, await fixture.userId(demo.admin)],
    );
    const full = await send('operator', 'POST', save);
    expect([full.status, JSON.stringify(full.body)]).toEqual([400, expect.stringMatching(/200 scenarios/)]);
  });
});

test('saves, deletions and refusals are in the audit trail', async () => {
  const before = await fixture.lastAuditSeq();
  await send('officer', 'POST', save);
  await send('viewer', 'POST', save);
  await send('officer', 'DELETE', { issuer, version: 1 });
  await fixture.settled();
  const { rows } = await fixture.pool.query(
    `select action, outcome, issuer::int, object, detail ->> 'name' as name from audit where seq > $1 and action like 'scenario-%'
     order by seq`,
    [before],
  );
  const about = { issuer, object: id, name: 'Series D' };
  expect(rows).toHaveLength(3);
  expect(rows).toEqual(
    expect.arrayContaining([
      { action: 'scenario-save', outcome: 'ok', ...about },
      { action: 'scenario-save', outcome: 'refused', issuer: null, object: id, name: null },
      { action: 'scenario-delete', outcome: 'ok', ...about },
    ]),
  );
});
