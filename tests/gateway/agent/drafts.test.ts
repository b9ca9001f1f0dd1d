import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDrafts } from '#lib/drafts/drafts';
import { handleDraft } from '#lib/gateway/draft-access';
import type { GatewayContext } from '#lib/gateway/gateway-context';
import { demo, type GatewayFixture, openGatewayFixture, publicUrl } from '../gateway-fixture.ts';

let fixture: GatewayFixture;
let context: GatewayContext;
let cookies: Record<'operator' | 'admin' | 'viewer', string>;
beforeAll(async () => {
  fixture = await openGatewayFixture();
  context = fixture.context('http://127.0.0.1:9');
  cookies = {
    operator: await fixture.cookieOf(demo.operator),
    admin: await fixture.cookieOf(demo.admin),
    viewer: await fixture.cookieOf(demo.viewer),
  };
});
afterAll(() => fixture.stop());
beforeEach(() => fixture.pool.query('delete from item_draft'));

const id = 'draft-of-a-transfer';

async function ask(who: keyof typeof cookies, method: string, body?: unknown, headers = {}) {
  const request = new Request(`${publicUrl}/api/drafts/${id}`, {
    method,
    headers: {
      cookie: cookies[who],
      origin: publicUrl,
      'x-sharebook': '1',
      'content-type': 'application/json',
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const response = await handleDraft(request, context, id);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

test('a draft is its own user’s, and only of users who enter items', async () => {
  expect(await ask('operator', 'POST', { revision: 0, content: { taxId: '123456789' } })).toMatchObject({
    status: 200,
    body: { revision: 1 },
  });
  expect((await ask('operator', 'GET')).body).toMatchObject({ revision: 1, content: { taxId: '123456789' } });
  expect((await ask('admin', 'GET')).status).toBe(404);
  expect((await ask('viewer', 'GET')).status).toBe(404);
  expect((await ask('viewer', 'POST', { revision: 0, content: {} })).status).toBe(404);
  expect(
    (await ask('operator', 'POST', { revision: 1, content: {} }, { origin: 'http://other' })).status,
  ).toBe(403);
});

test('the content is encrypted, and readable after a change of the secret', async () => {
  await ask('operator', 'POST', { revision: 0, content: { taxId: '123456789' } });
  const { rows } = await fixture.pool.query<{ sealed: Buffer }>('select sealed from item_draft');
  expect(rows[0]?.sealed.toString('latin1')).not.toContain('123456789');
  const user = await fixture.userId(demo.operator);
  const next = openDrafts({ pool: fixture.pool, secret: 'next', formerSecrets: ['key'] });
  expect((await next.list(user)).map((one) => one.content)).toEqual([{ taxId: '123456789' }]);
  await expect
    .poll(async () => openDrafts({ pool: fixture.pool, secret: 'next' }).read(user, id))
    .not.toBeNull();
  expect(await context.drafts.read(user, id)).toBeNull();
});

test('of two windows on one draft, the second is told what the first saved', async () => {
  await ask('operator', 'POST', { revision: 0, content: { by: 'first' } });
  expect((await ask('operator', 'POST', { revision: 1, content: { by: 'second' } })).body.revision).toBe(2);
  // The answer was lost and the same is saved again: it is not another window's save.
  expect((await ask('operator', 'POST', { revision: 1, content: { by: 'second' } })).body.revision).toBe(2);
  expect((await ask('operator', 'POST', { revision: 1, content: { by: 'first' } })).body).toMatchObject({
    revision: null,
    now: { revision: 2, content: { by: 'second' } },
  });
  expect((await ask('operator', 'DELETE', {})).status).toBe(200);
  // The form and the page of the outcome both discard it.
  expect(await ask('operator', 'DELETE', {})).toEqual({ status: 200, body: { id } });
  expect((await ask('viewer', 'DELETE', {})).status).toBe(404);
  // A discarded draft does not come back by a window that still shows it.
  expect((await ask('operator', 'POST', { revision: 2, content: { by: 'first' } })).body).toEqual({
    revision: null,
    now: null,
  });
});
