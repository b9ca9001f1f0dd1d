import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { GatewayContext } from '#lib/gateway/gateway-context';
import { handlePresence } from '#lib/gateway/presence-access';
import { callGateway, demo, type GatewayFixture, openGatewayFixture, publicUrl } from '../gateway-fixture.ts';

// Who has which item of the work queue open.

let fixture: GatewayFixture;
let context: GatewayContext;
beforeAll(async () => {
  fixture = await openGatewayFixture();
  context = fixture.context('http://127.0.0.1:9');
});
afterEach(() => fixture.pool.query('delete from item_viewer'));
afterAll(() => fixture.stop());

const windowOf = (name: string) => `window-of-${name}`;
const item = { customerIssuerId: 1001, itemId: 100000001 };

async function post(who: keyof typeof demo | null, body: unknown, headers: Record<string, string> = {}) {
  const cookie = who ? await fixture.cookieOf(demo[who]) : '';
  const request = new Request(`${publicUrl}/api/presence`, {
    method: 'POST',
    headers: {
      cookie,
      origin: publicUrl,
      'x-sharebook': '1',
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(body),
  });
  const response = await handlePresence(request, context);
  const answer = (await response.json()) as { viewers?: unknown[]; error?: { code: string } };
  return response.status === 200 ? answer.viewers : `${response.status} ${answer.error?.code}`;
}
const see = (who: keyof typeof demo, open: unknown, window = windowOf(who)) => post(who, { window, open });
const nameOf = async (who: keyof typeof demo) =>
  (await fixture.pool.query('select name from person where email_key = $1', [demo[who]])).rows[0].name;

test('two users on one item see each other, and not themselves', async () => {
  expect(await see('operator', item)).toEqual([]);
  expect(await see('admin', item)).toEqual([{ ...item, name: await nameOf('operator') }]);
  expect(await see('operator', item)).toEqual([{ ...item, name: await nameOf('admin') }]);
  // A second window of the same user is no second user.
  expect(await see('operator', item, 'another-window')).toEqual([{ ...item, name: await nameOf('admin') }]);
});

test('moving to another item and leaving are seen at once', async () => {
  const other = { ...item, itemId: 100000002 };
  await see('operator', item);
  await see('operator', other);
  expect(await see('admin', null)).toEqual([{ ...other, name: await nameOf('operator') }]);
  await see('operator', null);
  expect(await see('admin', null)).toEqual([]);
});

test('a window that says nothing is forgotten after seconds, and its row is deleted', async () => {
  await see('operator', item);
  await fixture.pool.query("update item_viewer set seen_at = now() - interval '6 seconds'");
  expect(await see('admin', item)).toEqual([]);
  const { rows } = await fixture.pool.query('select window_id from item_viewer');
  expect(rows).toEqual([{ window_id: windowOf('admin') }]);
});

test('eight windows of a user at most; a disabled user is not shown', async () => {
  for (let at = 0; at < 12; at += 1) await see('operator', { ...item, itemId: 1 + at }, `window-${at}-0000`);
  expect(await see('admin', null)).toHaveLength(8);
  await fixture.pool.query('update person set disabled_at = now() where email_key = $1', [demo.operator]);
  expect(await see('admin', null)).toEqual([]);
  await fixture.pool.query('update person set disabled_at = null where email_key = $1', [demo.operator]);
});

test('for users who do not work on items it does not exist, and they learn nothing', async () => {
  await see('operator', item);
  for (const who of ['officer', 'viewer', 'downloader'] as const)
    expect(await see(who, item), who).toBe('404 not_found');
  expect(await post(null, { window: 'window-0000', open: null })).toBe('401 unauthenticated');
  const { rows } = await fixture.pool.query('select 1 from item_viewer');
  expect(rows).toHaveLength(1);
});

test.each([
  ['no window', { open: null }],
  ['a short window', { window: 'a', open: null }],
  ['a window with a blank', { window: 'window 0000', open: null }],
  ['no item', { window: 'window-0000' }],
  ['an item without its issuer', { window: 'window-0000', open: { itemId: 1 } }],
  ['an item that is no number', { window: 'window-0000', open: { customerIssuerId: 1001, itemId: '1' } }],
  ['an unknown field', { window: 'window-0000', open: null, person: 'x' }],
])('%s: 400', async (_what, body) => {
  expect(await post('operator', body)).toBe('400 invalid');
});

test('not from another origin, and not with a token', async () => {
  const body = { window: 'window-0000', open: null };
  expect(await post('operator', body, { origin: 'https://evil.test' })).toBe('403 csrf');
  expect(await post('operator', body, { authorization: 'Bearer x' })).toBe('401 unauthenticated');
});

test('it leaves no entry in the audit trail', async () => {
  await callGateway(context, '/api/v1/Nothing', { cookie: await fixture.cookieOf(demo.operator) });
  await fixture.settled();
  const count = async () => (await fixture.pool.query('select count(*)::int as n from audit')).rows[0].n;
  const before = await count();
  await see('operator', item);
  await fixture.settled();
  expect(await count()).toBe(before);
});
