import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { GatewayContext } from '#lib/gateway/gateway-context';
import { handleRun, handleRunFile, handleRunList } from '#lib/gateway/runs/run-access';
import { openRuns } from '#lib/runs/runs';
import { type Handler, type StandIn, samplePdf, startStandIn } from '#tests/fakes/registry';
import {
  callGateway,
  demo,
  type GatewayFixture,
  openGatewayFixture,
  pageRequest,
  publicUrl,
} from '../gateway-fixture.ts';

let fixture: GatewayFixture;
let registry: StandIn;
let context: GatewayContext;
let officer: string;
let admin: string;
let viewer: string;

const input = {
  customerIssuerId: 1001,
  cutoff: '2026-11-19',
  certificateInfoStatus: 'All',
  restrictionStatus: 'All',
  addressStatus: 'All',
  isPDF: true,
};

beforeAll(async () => {
  fixture = await openGatewayFixture();
  officer = await fixture.cookieOf(demo.officer);
  admin = await fixture.cookieOf(demo.admin);
  viewer = await fixture.cookieOf(demo.viewer);
});
beforeEach(async () => {
  // A request joins the active run of an equal one, also one that another test left.
  await fixture.pool.query('delete from run');
  registry = await startStandIn();
  context = fixture.context(registry.base);
});
afterEach(() => registry.stop());
afterAll(() => fixture.stop());

/** A registry that returns a link at once and then serves it with `file`. */
function reports(file: Handler, name = 'list.pdf'): void {
  registry.handle = (call, response, base) =>
    call.method === 'POST'
      ? {
          body: JSON.stringify({
            downloadUrl: `${base}/Api/v1/Report/DownloadReport/code-1/${name}/access-1`,
          }),
        }
      : file(call, response, base);
}

async function generate(extra: object = {}, cookie = officer) {
  const response = await callGateway(context, '/api/v1/Report/GenerateShareholderList', {
    cookie,
    body: { ...input, ...extra },
  });
  const body = await response.json();
  return {
    status: response.status,
    body,
    run: response.headers.get('x-sharebook-run'),
    id: /runs\/([\w-]{22})\/file$/.exec(body.downloadUrl ?? '')?.[1] ?? '',
  };
}

const file = (id: string, cookie = officer, headers: Record<string, string> = {}, method = 'GET') =>
  handleRunFile(pageRequest(`/api/runs/${id}/file`, { cookie, headers, method }), fixture.pool, context, id);

async function meta(id: string, cookie = officer) {
  const response = await handleRun(pageRequest(`/api/runs/${id}`, { cookie }), fixture.pool, context, id);
  return { status: response.status, ...(await response.json()) };
}

const pdf = (body: Buffer, headers: Record<string, string> = {}) => ({
  type: 'application/pdf',
  body,
  headers,
});

describe('report', () => {
  test('is recorded, fetched once into the store, and served from there', async () => {
    const bytes = samplePdf(300_000);
    reports(() => pdf(bytes));
    const { status, body, run, id } = await generate();
    expect([status, body, run]).toEqual([200, { downloadUrl: `${publicUrl}/api/runs/${id}/file` }, id]);
    const first = await file(id);
    expect(Buffer.from(await first.arrayBuffer()).equals(bytes)).toBe(true);
    await context.runs.settled();
    const again = await file(id);
    expect(Buffer.from(await again.arrayBuffer()).equals(bytes)).toBe(true);
    expect(Object.fromEntries(again.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition':
        'attachment; filename="ShareholderList_1001_20261119.pdf"; filename*=UTF-8\'\'ShareholderList_1001_20261119.pdf',
      'cache-control': 'no-store, no-transform',
      'x-file-size': String(bytes.length),
      'x-content-type-options': 'nosniff',
    });
    expect(registry.calls.filter(({ method }) => method === 'GET')).toHaveLength(1);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(await meta(id)).toMatchObject({
      state: 'ready',
      bytes: bytes.length,
      sha256,
      issuer: 1001,
      asOf: '2026-11-19',
      input: { isPDF: true },
    });
    const list = await handleRunList(pageRequest('/api/runs', { cookie: officer }), fixture.pool, context);
    expect((await list.json()).runs[0]).toMatchObject({ id, endpoint: 'GenerateShareholderList' });
  });

  test('without a date of its own is named by the date at the registry', async () => {
    reports(() => pdf(samplePdf(1_000)));
    const response = await callGateway(context, '/api/v1/Report/GenerateIssuerContacts', {
      cookie: officer,
      body: { customerIssuerId: 1001, status: 'All', isPDF: true },
    });
    const { downloadUrl } = await response.json();
    const { headers } = await file(/runs\/([\w-]{22})\/file$/.exec(downloadUrl)?.[1] ?? '');
    expect(headers.get('content-disposition')).toContain('filename="IssuerContacts_1001_20261119.pdf"');
  });

  test('is streamed while it is received', async () => {
    let finish: () => void = () => undefined;
    const bytes = samplePdf(10_000);
    reports((_call, response) => {
      response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': bytes.length });
      response.write(bytes.subarray(0, 4000));
      finish = () => response.end(bytes.subarray(4000));
      return undefined;
    });
    const { id } = await generate();
    const response = await file(id);
    const reader = response.body?.getReader();
    expect((await reader?.read())?.value?.byteLength).toBe(4000);
    expect(await meta(id)).toMatchObject({ state: 'receiving', bytes: 4000, totalBytes: 10_000 });
    finish();
    // The length is known: the last byte is sent only after the file was found complete.
    expect((await reader?.read())?.value?.byteLength).toBe(5999);
    expect((await reader?.read())?.value?.byteLength).toBe(1);
    expect(await meta(id)).toMatchObject({ state: 'ready', bytes: 10_000 });
    expect((await reader?.read())?.done).toBe(true);
  });

  test('all bytes without a proper end: never sent as complete, though the length is known', async () => {
    const bytes = Buffer.concat([samplePdf(10_000), Buffer.from('more than an end')]);
    const finish = Promise.withResolvers<void>();
    reports((_call, response) => {
      response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': bytes.length });
      response.write(bytes.subarray(0, 4000));
      finish.promise.then(() => response.end(bytes.subarray(4000)));
      return undefined;
    });
    const { id } = await generate();
    const response = await file(id);
    expect(response.headers.get('content-length')).toBe(String(bytes.length));
    const reader = response.body?.getReader();
    let got = (await reader?.read())?.value?.byteLength ?? 0;
    finish.resolve();
    const rest = async () => {
      for (let step = await reader?.read(); step?.value; step = await reader?.read())
        got += step.value.byteLength;
    };
    await expect(rest()).rejects.toThrow('broke off');
    expect(got).toBeLessThan(bytes.length);
  });

  test('two concurrent requests are one run; a later one is a new run', async () => {
    // The first run goes on until both requests are answered.
    const both = Promise.withResolvers<void>();
    reports(async () => {
      await both.promise;
      return pdf(samplePdf());
    });
    const [a, b] = await Promise.all([generate(), generate()]);
    both.resolve();
    expect(a.id).toBe(b.id);
    await context.runs.settled();
    expect((await generate()).id).not.toBe(a.id);
  });

  test('HEAD, one range, and invalid ranges', async () => {
    const bytes = samplePdf(5000);
    reports(() => pdf(bytes));
    const { id } = await generate({ prefix: 'R' });
    await context.runs.settled();
    const head = await file(id, officer, {}, 'HEAD');
    expect([head.status, head.headers.get('x-file-size'), (await head.arrayBuffer()).byteLength]).toEqual([
      200,
      '5000',
      0,
    ]);
    const part = await file(id, officer, { range: 'bytes=0-8' });
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([
      206,
      '%PDF-1.7\n',
      'bytes 0-8/5000',
    ]);
    expect((await file(id, officer, { range: 'bytes=5000-' })).status).toBe(416);
    for (const range of ['bytes=9-1', 'bytes=0-1,4-5', 'pages=1']) {
      const whole = await file(id, officer, { range });
      expect([whole.status, (await whole.arrayBuffer()).byteLength]).toEqual([200, 5000]);
    }
  });

  test('thirty in a row are all created; more get 429', async () => {
    reports(() => pdf(samplePdf()));
    const responses = [];
    for (let n = 0; n < 60; n += 1) responses.push((await generate({ prefix: `N${n}` })).status);
    expect(responses.slice(0, 30)).toEqual(Array(30).fill(200));
    expect(responses.at(-1)).toBe(429);
    await context.runs.settled();
  });
});

/** Broken reports a registry may send. None may be stored, and no download of one may end cleanly. */
const broken: [string, Handler, string?][] = [
  ['HTML with 200', () => ({ type: 'text/html', body: '<html>' })],
  ['an error as JSON', () => ({ body: '{"downloadUrl":"http://127.0.0.1:9/"}' })],
  ['a PDF called JSON', () => ({ body: samplePdf() })],
  ['a spreadsheet called PDF', () => pdf(Buffer.from('PK\u0003\u0004xxxxxxxx'))],
  ['a PDF named as spreadsheet', () => pdf(samplePdf()), 'list.xlsx'],
  [
    'a program',
    () => ({ type: 'application/octet-stream', body: Buffer.from('MZ\u0000\u0000 and more') }),
    'list.exe',
  ],
  ['nothing', () => pdf(Buffer.alloc(0))],
  ['four bytes', () => pdf(Buffer.from('%PDF'))],
  ['404', () => ({ status: 404, body: '{}' })],
  ['500', () => ({ status: 500, body: '{}' })],
  ['a redirect', (_call, _response, base) => ({ status: 302, headers: { location: `${base}/x` } })],
  ['no end of file', () => pdf(samplePdf(5000).subarray(0, 4000))],
  [
    'cut short of its length',
    (_call, response) => {
      response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': '9000' });
      response.write(samplePdf(5000));
      setTimeout(() => response.destroy(), 30);
      return undefined;
    },
  ],
  [
    'chunked and cut',
    (_call, response) => {
      response.writeHead(200, { 'content-type': 'application/pdf' });
      response.write(samplePdf(5000).subarray(0, 4000));
      setTimeout(() => response.destroy(), 30);
      return undefined;
    },
  ],
  [
    'without framing and cut',
    (_call, response) => {
      const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/pdf\r\nconnection: close\r\n\r\n';
      response.socket?.end(Buffer.concat([Buffer.from(head), samplePdf(5000).subarray(0, 4000)]));
      return undefined;
    },
  ],
];

describe('invalid or incomplete file', () => {
  test.each(broken)(
    '%s: failed, nothing stored, never sent as a complete file',
    async (name, handle, fileName) => {
      reports(handle, fileName);
      const { id } = await generate({ prefix: name.slice(0, 20) });
      const response = await file(id);
      const clean = await response.arrayBuffer().then(
        () => response.status === 200,
        () => false,
      );
      expect(clean).toBe(false);
      await context.runs.settled();
      expect(existsSync(join(fixture.dataDir, 'runs', id))).toBe(false);
      expect(await meta(id)).toMatchObject({ state: 'failed', downloadUrl: null });
      const later = await file(id);
      expect([later.status, later.headers.get('content-disposition')]).toEqual([502, null]);
    },
  );
});

describe('report URL outside the registry', () => {
  test.each([
    'http://127.0.0.1:9/Api/v1/Report/DownloadReport/a/b.pdf/c',
    'BASE/connect/token',
    'BASE/Api/v1/Report/DownloadReport/../b.pdf/c',
    '',
    null,
  ])('%s: 502, nothing fetched', async (link) => {
    registry.handle = (_call, _response, base) => ({
      body: JSON.stringify({ downloadUrl: link?.replace('BASE', base) ?? null }),
    });
    const { status, body } = await generate({ prefix: 'L' });
    expect([status, body.error.code]).toEqual([502, 'upstream_link']);
    expect(registry.calls.filter(({ method }) => method === 'GET')).toEqual([]);
    expect(registry.tokenRequests).toBe(1);
  });
});

describe('access to a run', () => {
  let id = '';
  beforeEach(async () => {
    reports(() => pdf(samplePdf()));
    id = (await generate({ prefix: 'W' })).id;
    await context.runs.settled();
  });
  const statusOf = async (cookie?: string, run = id) =>
    [(await file(run, cookie ?? '')).status, (await meta(run, cookie ?? '')).status] as const;

  test('only its owner; an administrator sees its details, not its bytes', async () => {
    expect(await statusOf(viewer)).toEqual([404, 404]);
    expect((await file(id, '')).status).toBe(401);
    expect((await file(id, admin)).status).toBe(404);
    expect(await meta(id, admin)).toMatchObject({ state: 'ready', downloadUrl: null });
  });

  test('one changed bit in the ID is another run', async () => {
    const flipped = (id.startsWith('A') ? 'B' : 'A') + id.slice(1);
    for (const other of [flipped, `${id}x`, '../../etc', '']) expect((await file(other)).status).toBe(404);
  });

  test('a bearer token of the caller is ignored', async () => {
    expect((await file(id, officer, { authorization: 'Bearer x' })).status).toBe(401);
  });

  test('withdrawing a grant removes access to the file, granting it again restores access', async () => {
    const user = await fixture.userId(demo.officer);
    await fixture.pool.query('update person_issuer set issuer = 1002 where person = $1', [user]);
    expect(await statusOf(officer)).toEqual([404, 404]);
    await fixture.pool.query('update person_issuer set issuer = 1001 where person = $1', [user]);
    expect((await file(id)).status).toBe(200);
  });

  test('an expired file is deleted, its details are kept', async () => {
    await fixture.pool.query(`update run set finished_at = now() - interval '8 days' where id = $1`, [id]);
    await context.runs.sweep(true);
    const gone = await file(id);
    expect([gone.status, (await gone.json()).error.code]).toEqual([404, 'expired']);
    expect(await meta(id)).toMatchObject({
      state: 'expired',
      input: { customerIssuerId: 1001 },
      sha256: expect.any(String),
    });
    expect(readdirSync(join(fixture.dataDir, 'runs'))).not.toContain(id);
  });

  test('a run left by a stopped process becomes interrupted and its bytes are deleted', async () => {
    reports((_call, response) => {
      response.writeHead(200, { 'content-type': 'application/pdf' });
      response.write(samplePdf(5000).subarray(0, 4000));
      return undefined;
    });
    const half = (await generate({ prefix: 'H' })).id;
    await file(half);
    // As left by a killed process: no live process owns the run.
    await fixture.pool.query(`update run set keeper = '0badcafe' where id = $1`, [half]);
    const next = openRuns({
      pool: fixture.pool,
      dataDir: fixture.dataDir,
      keepDays: 7,
      today: () => '2026-11-19',
    });
    await next.sweep(true);
    const after = { ...context, runs: next };
    const response = await handleRunFile(
      pageRequest(`/api/runs/${half}/file`, { cookie: officer }),
      fixture.pool,
      after,
      half,
    );
    expect(response.status).toBe(404);
    expect(
      (await (await handleRun(pageRequest('/', { cookie: officer }), fixture.pool, after, half)).json())
        .state,
    ).toBe('interrupted');
    expect(readdirSync(join(fixture.dataDir, 'runs'))).not.toContain(half);
  });
});

test('the report URL is neither stored nor logged', async () => {
  reports(() => pdf(samplePdf()));
  await file((await generate({ prefix: 'U' })).id);
  await context.runs.settled();
  const { rows } = await fixture.pool.query<{ text: string }>(
    `select (select coalesce(string_agg(run::text, ' '), '') from run) || (select coalesce(string_agg(audit::text, ' '), '') from audit) as text`,
  );
  expect(rows[0]?.text).not.toMatch(/code-1|access-1|DownloadReport/);
});
