import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { GatewayContext } from '#lib/gateway/gateway-context';
import { handleBatchFile } from '#lib/gateway/runs/batch-access';
import { handleRunFile } from '#lib/gateway/runs/run-access';
import { digestOf, endSession, renewSession } from '#lib/session/sessions';
import { type StandIn, samplePdf, startStandIn } from '#tests/fakes/registry';
import { callGateway, demo, type GatewayFixture, openGatewayFixture } from '../gateway-fixture.ts';
import { readOn, type Served, serve } from '../served.ts';

let fixture: GatewayFixture;
let registry: StandIn;
let context: GatewayContext;
/** The handler: `context`, or a test's replacement. */
let requested: GatewayContext;
let served: Served;
let cookie: string;
let user: string;
let serial = 0;

/** So large that a slow reader is far from its end at the next access check. */
const bytes = samplePdf(24_000_000);
const pauseMs = 100;
/** Controls the registry's sending: it never sends the rest by itself. */
let slow = false;

beforeAll(async () => {
  fixture = await openGatewayFixture();
  user = await fixture.userId(demo.officer);
  served = await serve((request) => {
    const [, kind, id = ''] = new URL(request.url).pathname.split('/');
    return kind === 'runs'
      ? handleRunFile(request, fixture.pool, requested, id)
      : handleBatchFile(request, fixture.pool, requested, id, 'Test');
  });
});
beforeEach(async () => {
  cookie = await fixture.cookieOf(demo.officer);
  registry = await startStandIn({
    handle: ({ method }, response, base) => {
      if (method === 'POST')
        return {
          body: JSON.stringify({ downloadUrl: `${base}/Api/v1/Report/DownloadReport/code/list.pdf/access` }),
        };
      if (!slow) return { type: 'application/pdf', body: bytes };
      response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': bytes.length });
      response.write(bytes.subarray(0, 5000));
      return undefined;
    },
  });
  context = fixture.context(registry.base);
  requested = context;
});
afterEach(async () => {
  await registry.stop();
  await context.runs.settled();
  await fixture.pool.query('update person set disabled_at = null where id = $1', [user]);
  await fixture.pool.query('update person_issuer set issuer = 1001, expires_at = null where person = $1', [
    user,
  ]);
});
afterAll(async () => {
  await served.stop();
  await fixture.stop();
});

async function made(): Promise<string> {
  serial += 1;
  const response = await callGateway(context, '/api/v1/Report/GenerateShareholderList', {
    cookie,
    body: {
      customerIssuerId: 1001,
      certificateInfoStatus: 'All',
      restrictionStatus: 'All',
      addressStatus: 'All',
      isPDF: true,
      prefix: `p${serial}`,
    },
  });
  return /runs\/([\w-]{22})\/file$/.exec((await response.json()).downloadUrl)?.[1] ?? '';
}

const openRun = (id: string) => served.request(`/runs/${id}`, cookie);

/** Ways in which the store withdraws a user's access. */
const withdrawals: [string, () => Promise<unknown>][] = [
  [
    'the grant is withdrawn',
    () => fixture.pool.query('update person_issuer set issuer = 1002 where person = $1', [user]),
  ],
  [
    'the grant runs out',
    () =>
      fixture.pool.query(
        `update person_issuer set expires_at = now() - interval '1 second' where person = $1`,
        [user],
      ),
  ],
  [
    'the account is disabled',
    () => fixture.pool.query('update person set disabled_at = now() where id = $1', [user]),
  ],
  ['the session is ended', () => fixture.pool.query('delete from session where person = $1', [user])],
];

describe('running download', () => {
  test.each(withdrawals)('while it is being received: aborted when %s', async (_name, withdraw) => {
    slow = true;
    const response = await openRun(await made());
    slow = false;
    expect(response.status).toBe(200);
    expect(await readOn(response, withdraw)).toEqual({ size: 5000, clean: false });
  });

  test.each(withdrawals)('from the store, with a slow reader: aborted when %s', async (_name, withdraw) => {
    const id = await made();
    await context.runs.settled();
    const response = await openRun(id);
    const { size, clean } = await readOn(response, withdraw, pauseMs);
    expect(clean).toBe(false);
    expect(size).toBeLessThan(bytes.length);
    expect((await openRun(id)).status).toBeGreaterThanOrEqual(401);
  });

  test('complete when the user’s rights are unchanged', async () => {
    const id = await made();
    await context.runs.settled();
    expect(await readOn(await openRun(id), async () => undefined)).toEqual({
      size: bytes.length,
      clean: true,
    });
  });

  test('continues after re-authentication, and is aborted when the user then signs out', async () => {
    const id = await made();
    await context.runs.settled();
    let looks = 0;
    requested = {
      ...context,
      reloadUser: (requester) => {
        looks += 1;
        return context.reloadUser(requester);
      },
    };
    const token = cookie.split('=')[1] ?? '';
    const first = await openRun(id);
    const renewed = (await renewSession(fixture.pool, digestOf(token).toString('base64url'), false)) ?? '';
    // Reads slowly until access was checked twice under the new ID, then to the end.
    const reader = first.body?.getReader();
    for (let size = 0; ; ) {
      const piece = await reader?.read();
      size += piece?.value?.byteLength ?? 0;
      if (!piece || piece.done) {
        expect([size, looks >= 2]).toEqual([bytes.length, true]);
        break;
      }
      if (looks < 2) await new Promise((rested) => setTimeout(rested, pauseMs));
    }
    expect((await openRun(id)).status).toBe(401);
    cookie = `sharebook.session=${renewed}`;
    const { clean } = await readOn(await openRun(id), () => endSession(fixture.pool, renewed), pauseMs);
    expect(clean).toBe(false);
  });

  test('aborted when access cannot be checked', async () => {
    slow = true;
    const id = await made();
    requested = { ...context };
    const response = await openRun(id);
    slow = false;
    requested.reloadUser = () => Promise.reject(new Error('no store'));
    expect((await readOn(response, async () => undefined)).clean).toBe(false);
  });
});

test('an archive is aborted when access to one of its issuers is withdrawn', { tags: ['long'] }, async () => {
  const run = await made();
  await context.runs.settled();
  const id = 'B'.repeat(22);
  await fixture.pool.query('insert into batch (id, person, finished_at) values ($1, $2, now())', [id, user]);
  await fixture.pool.query(
    `insert into batch_item (batch, position, endpoint, issuer, input, state, run)
     values ($1, 0, 'GenerateShareholderList', 1001, '{"customerIssuerId":1001}', 'ready', $2)`,
    [id, run],
  );
  registry.handle = () => ({ body: '[]' });
  const response = await served.request(`/batches/${id}`, cookie);
  expect(response.status).toBe(200);
  const { clean } = await readOn(response, () => withdrawals[0]?.[1]() ?? Promise.resolve(), pauseMs);
  expect(clean).toBe(false);
});
