import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { formToken } from '#lib/gateway/form-token';
import type { GatewayContext } from '#lib/gateway/gateway-context';
import { type GetPages, handleGet } from '#lib/gateway/runs/get-file';
import { routes } from '#lib/routes';
import { lastChoice } from '#lib/runs/last-choice';
import { type StandIn, samplePdf, startStandIn } from '#tests/fakes/registry';
import { demo, type GatewayFixture, openGatewayFixture, publicUrl } from '../gateway-fixture.ts';

let fixture: GatewayFixture;
let registry: StandIn;
let context: GatewayContext;
let cookie: string;
let token: string;

const pages: GetPages = {
  signIn: routes.signIn(routes.get()),
  form: (recipe, params) => (recipe ? routes.getRecipe(recipe, params) : routes.get(params)),
  run: (id, params) => routes.getRun(id, params),
};

beforeAll(async () => {
  fixture = await openGatewayFixture();
  registry = await startStandIn({
    handle: ({ method, path, search }, _response, base) =>
      path.endsWith('/Shareholder/GetHoldingSummary')
        ? { body: search.includes('H-104') ? '[{"security":"Common","shares":1}]' : '[]' }
        : path.endsWith('/Certificate/GetHoldingCertificates')
          ? { body: search.includes('H-200') ? '[{"controlCertificateId":5}]' : '[]' }
          : method === 'POST'
            ? {
                body: JSON.stringify({
                  downloadUrl: `${base}/Api/v1/Report/DownloadReport/code/list.pdf/access`,
                }),
              }
            : { type: 'application/pdf', body: samplePdf(20_000) },
  });
  context = fixture.context(registry.base);
});
afterAll(async () => {
  await context.runs.settled();
  await registry.stop();
  await fixture.stop();
});

async function as(email: string): Promise<void> {
  cookie = await fixture.cookieOf(email);
  const user = await context.userOf(new Headers({ cookie }));
  token = user ? formToken(context.secret, user) : '';
}
beforeEach(() => as(demo.downloader));

type Extra = { headers?: Record<string, string>; today?: string };

async function send(fields: Record<string, string>, { headers = {}, today = '2026-11-20' }: Extra = {}) {
  const all: Record<string, string> = {
    cookie,
    origin: publicUrl,
    'sec-fetch-site': 'same-origin',
    ...headers,
  };
  for (const name of Object.keys(all)) if (all[name] === '') delete all[name];
  const before = registry.calls.length;
  const response = await handleGet(
    new Request(`${publicUrl}/api/get`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...all },
      body: new URLSearchParams({ token, ...fields }),
    }),
    { context, pool: fixture.pool, pages, today },
  );
  const location = response.headers.get('location');
  const to = location ? new URL(location) : null;
  return {
    status: response.status,
    to,
    path: to?.pathname ?? null,
    problem: to?.searchParams.get('problem') ?? null,
    requested: registry.calls.slice(before).filter(({ method }) => method === 'POST'),
    response,
  };
}

const good = { issuer: '1004', what: 'holders', asof: 'month-end' };
const lastAudit = async () => {
  const { rows } = await fixture.pool.query(
    'select action, outcome, endpoint, issuer, object, detail from audit order by seq desc limit 1',
  );
  return rows[0];
};

describe('report form', () => {
  test('creates a run, redirects to its page, and is audited and remembered', async () => {
    const { status, path, requested, to } = await send(good);
    expect(status).toBe(303);
    expect(to?.origin).toBe(publicUrl);
    expect(path).toMatch(/^\/get\/runs\/[\w-]{22}$/);
    expect(requested.map(({ body }) => JSON.parse(body))).toMatchObject([
      { customerIssuerId: 1004, cutoff: '2026-10-31', isPDF: false },
    ]);
    expect(await lastAudit()).toMatchObject({
      action: 'report',
      outcome: 'ok',
      endpoint: 'GenerateShareholderList',
      issuer: 1004n,
      object: path?.split('/').at(-1),
    });
    expect(await lastChoice(fixture.pool, await fixture.userId(demo.downloader))).toMatchObject(good);
  });

  test('a repeat within minutes leads to the same file with a notice; "again" creates a new one', async () => {
    const first = await send({ ...good, asof: '2026-06-30' });
    await context.runs.settled();
    const second = await send({ ...good, asof: '2026-06-30' });
    expect([second.path, second.to?.searchParams.get('before'), second.requested]).toEqual([
      first.path,
      '1',
      [],
    ]);
    const third = await send({ ...good, asof: '2026-06-30', again: '1' });
    expect(third.path).not.toBe(first.path);
    expect(third.requested).toHaveLength(1);
  });

  test('two concurrent requests create one run', async () => {
    const [a, b] = await Promise.all([
      send({ ...good, asof: '2026-05-31' }),
      send({ ...good, asof: '2026-05-31' }),
    ]);
    expect(a.path).toBe(b.path);
  });
});

describe('account statement', () => {
  const statement = { issuer: '1004', what: 'statement', asof: 'today' };
  test.each(['H-104', 'H-200'])(
    'is created for an account with current or past holdings (%s)',
    async (holder) => {
      const made = await send({ ...statement, holder });
      expect(made.path).toMatch(/^\/get\/runs\//);
      expect(made.requested.map(({ body }) => JSON.parse(body))).toMatchObject([
        { customerShareholderId: holder },
      ]);
    },
  );
  test('is rejected for an account the issuer never had, before a run is created; the form keeps its input', async () => {
    const back = await send({ ...statement, holder: 'H-999' });
    expect([back.path, back.problem, back.requested]).toEqual(['/get', 'account', []]);
    expect(Object.fromEntries(back.to?.searchParams ?? [])).toMatchObject({ ...statement, holder: 'H-999' });
    expect(await lastAudit()).toMatchObject({ outcome: 'refused', detail: { code: 'invalid' } });
  });
});

describe('an invalid form is shown again with its input', () => {
  test.each([
    [{ what: 'statement', holder: 'beverly' }, 'holder'],
    [{ asof: 'pick', day: '2026-11-21' }, 'day'],
    [{ what: 'nothing' }, 'what'],
    [{ what: 'transactions', period: 'pick', from: '2026-05-01', to: '2026-04-01' }, 'period'],
  ])('%o: %s', async (fields, error) => {
    const sent = { ...good, ...fields };
    const back = await send(sent);
    expect([back.status, back.path, back.problem, back.requested]).toEqual([303, '/get', error, []]);
    expect(Object.fromEntries(back.to?.searchParams ?? [])).toMatchObject(sent);
  });

  test('a form of a report template returns to the template', async () => {
    const back = await send({ ...good, issuer: '', recipe: 'month-end-register' });
    expect([back.path, back.problem]).toEqual(['/get/month-end-register', 'issuer']);
  });

  test('a template URL on another site is ignored', async () => {
    const back = await send({ ...good, issuer: '', recipe: '../../..//evil.example' });
    expect(back.to?.origin).toBe(publicUrl);
    expect(back.path?.startsWith('/get/')).toBe(true);
  });

  test('a registry error is shown in the form', async () => {
    const handle = registry.handle;
    registry.handle = () => ({ status: 500, body: '{}' });
    const back = await send({ ...good, asof: '2026-01-31' });
    registry.handle = handle;
    expect([back.status, back.path, back.problem]).toEqual([303, '/get', 'upstream_failed']);
    expect(await lastAudit()).toMatchObject({ outcome: 'failed', detail: { code: 'upstream_failed' } });
  });
});

describe('uses the policy of the gateway', () => {
  test('an issuer outside the grant is rejected: no upstream call, no run', async () => {
    for (const issuer of ['1001', '4711']) {
      const back = await send({ ...good, issuer });
      expect([back.path, back.problem, back.requested]).toEqual(['/get', 'forbidden', []]);
    }
    expect(await lastAudit()).toMatchObject({ outcome: 'refused', detail: { code: 'forbidden' } });
  });
  test('no labels for a downloader, no addresses for a viewer', async () => {
    expect((await send({ ...good, what: 'labels' })).problem).toBe('forbidden');
    await as(demo.viewer);
    const viewers = { ...good, issuer: '1001' };
    expect((await send({ ...viewers, what: 'meeting' })).problem).toBe('forbidden');
    expect((await send({ ...viewers, what: 'statement', holder: 'H-1' })).problem).toBe('forbidden');
    expect((await send(viewers)).path).toMatch(/^\/get\/runs\//);
  });
});

describe('a form of another origin', () => {
  test.each([
    ['another origin', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a sister site', { origin: 'http://127.0.0.1:3001', 'sec-fetch-site': 'same-site' }],
    ['an opaque origin', { origin: 'null', 'sec-fetch-site': '' }],
    ['neither origin nor site', { origin: '', 'sec-fetch-site': '' }],
    ['our origin from another site', { 'sec-fetch-site': 'cross-site' }],
    ['typed in as an address', { origin: '', 'sec-fetch-site': 'none' }],
  ])('%s: 403', async (_name, headers) => {
    const rejected = await send(good, { headers });
    expect([rejected.status, rejected.to, rejected.requested]).toEqual([403, null, []]);
  });
  test.each([
    ['none', ''],
    ['a guessed one', 'x'.repeat(43)],
  ])('with an invalid CSRF token (%s) nothing is created and the input is kept', async (_name, wrong) => {
    const back = await send({ ...good, token: wrong });
    expect([back.status, back.path, back.problem, back.requested]).toEqual([303, '/get', 'csrf', []]);
    expect(back.to?.searchParams.get('what')).toBe('holders');
  });
  test('the CSRF token of another session of the same user is rejected', async () => {
    const before = token;
    await as(demo.downloader);
    expect((await send({ ...good, token: before })).problem).toBe('csrf');
  });
  test('a body that is not a form, and one that is too large', async () => {
    expect((await send(good, { headers: { 'content-type': 'text/plain' } })).status).toBe(403);
    expect((await send({ ...good, holder: 'x'.repeat(20_000) })).status).toBe(413);
  });
  test('without a session redirects to sign-in; a bearer token is ignored', async () => {
    cookie = '';
    expect((await send(good)).path).toBe('/sign-in');
    await as(demo.downloader);
    expect((await send(good, { headers: { authorization: 'Bearer x' } })).status).toBe(401);
  });
});
