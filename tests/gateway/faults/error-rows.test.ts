import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { gateway } from '#lib/gateway/gateway';
import type { GatewayContext } from '#lib/gateway/gateway-context';
import { handleRunFile } from '#lib/gateway/runs/run-access';
import { openRuns } from '#lib/runs/runs';
import { type StandIn, samplePdf, startStandIn } from '#tests/fakes/registry';
import {
  callGateway,
  demo,
  type GatewayFixture,
  openGatewayFixture,
  pageRequest,
  publicUrl,
} from '../gateway-fixture.ts';
import { holderBody, holderPath, openBooks } from '../writes/write-books.ts';

// Rows of the fault matrix that no other gateway test covers; fault-coverage.test.ts lists all rows.
let fixture: GatewayFixture;
let registry: StandIn;
let context: GatewayContext;
let officer: string;
let operator: string;
let serial = 0;

const issuers = '/api/v1/Issuer/GetTransferAgentIssuers';

beforeAll(async () => {
  fixture = await openGatewayFixture();
  officer = await fixture.cookieOf(demo.officer);
  operator = await fixture.cookieOf(demo.operator);
});
beforeEach(async () => {
  registry = await startStandIn({ handle: () => ({ body: '[]' }) });
  context = fixture.context(registry.base);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await registry.stop();
  await context.runs.settled();
});
afterAll(() => fixture.stop());

async function read(path = issuers, on = context) {
  const response = await callGateway(on, path, { cookie: operator });
  const { error } = (await response.json()) as { error?: { code: string } };
  return `${response.status} ${error?.code ?? 'ok'}`;
}

/** A registry whose report file is what `file` writes to the response. */
function reports(file: (response: import('node:http').ServerResponse) => void): void {
  registry.handle = ({ method }, response, base) => {
    if (method === 'POST')
      return {
        body: JSON.stringify({ downloadUrl: `${base}/Api/v1/Report/DownloadReport/code/list.pdf/access` }),
      };
    file(response);
    return undefined;
  };
}

async function generate(on = context): Promise<string> {
  serial += 1;
  const body = {
    customerIssuerId: 1001,
    certificateInfoStatus: 'All',
    restrictionStatus: 'All',
    addressStatus: 'All',
    isPDF: true,
    prefix: `r${serial}`,
  };
  const response = await callGateway(on, '/api/v1/Report/GenerateShareholderList', { cookie: officer, body });
  return /runs\/([\w-]{22})\/file$/.exec((await response.json()).downloadUrl)?.[1] ?? '';
}

const openFile = (id: string, on = context) =>
  handleRunFile(pageRequest(`/api/runs/${id}/file`, { cookie: officer }), fixture.pool, on, id);

const sizeOf = (response: Response) =>
  response.arrayBuffer().then(
    ({ byteLength }) => byteLength,
    () => 'broken off' as const,
  );

describe('slow registry', () => {
  test('no response, or a byte a second: an error at the deadline, and nothing is stored', {
    tags: ['long'],
    timeout: 60_000,
  }, async () => {
    const closed: Promise<void>[] = [];
    registry.handle = ({ search }, response) => {
      closed.push(new Promise((done) => void response.on('close', () => done())));
      if (search.includes('1002')) return undefined;
      response.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 1_000);
      response.on('close', () => clearInterval(drip));
      return undefined;
    };
    const path = (issuer: number) => `/api/v1/Issuer/GetIssuerSecurityTypes?CustomerIssuerId=${issuer}`;
    const both = await Promise.all([read(path(1001)), read(path(1002))]);
    expect(both).toEqual(['504 upstream_timeout', '504 upstream_timeout']);
    await Promise.all(closed);
  });

  test('a stalled file is aborted, for the reader too', async () => {
    reports((response) => {
      response.writeHead(200, { 'content-type': 'application/pdf' });
      response.write(samplePdf(4_000).subarray(0, 3_000));
    });
    const impatient = { ...context, upstream: { ...context.upstream, reportSilentMs: 500 } };
    const id = await generate(impatient);
    expect(await sizeOf(await openFile(id))).toBe('broken off');
    expect((await openFile(id)).status).toBe(504);
  });

  test('a file that is silent before its first byte and before its end, for longer than another answer may be, is complete', {
    tags: ['long'],
    timeout: 120_000,
  }, async () => {
    const bytes = samplePdf(4_000);
    const pause = () => new Promise((done) => setTimeout(done, 17_000));
    reports(async (response) => {
      await pause();
      response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': bytes.length });
      response.write(bytes.subarray(0, 3_000));
      await pause();
      response.end(bytes.subarray(3_000));
    });
    expect(await sizeOf(await openFile(await generate()))).toBe(bytes.length);
  });
});

test('a connection reset within a file: aborted for the reader, nothing stored', async () => {
  reports((response) => {
    response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': 9_000 });
    response.write(samplePdf(4_000), () => response.socket?.resetAndDestroy());
  });
  const id = await generate();
  // Some bytes may arrive before the reset; the end is never clean.
  const response = await openFile(id);
  expect([502, 200]).toContain(response.status);
  if (response.status === 200) expect(await sizeOf(response)).toBe('broken off');
  await context.runs.settled();
  expect((await openFile(id)).status).toBe(502);
});

test('the registry rejects what the policy allows: 502, audited, and logged as an error', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  registry.handle = () => ({ status: 403, body: '{}' });
  expect(await read()).toBe('502 upstream_refused');
  expect(logged.mock.calls.map(([line]) => JSON.parse(line as string))).toContainEqual(
    expect.objectContaining({ event: 'upstream-refused', endpoint: 'GetTransferAgentIssuers' }),
  );
  const { rows } = await fixture.pool.query(
    `select outcome, detail ->> 'code' as code from audit where endpoint = 'GetTransferAgentIssuers' order by seq desc limit 1`,
  );
  expect(rows).toEqual([{ outcome: 'failed', code: 'upstream_refused' }]);
});

test('a token that expires during a download: the file is complete', async () => {
  const bytes = samplePdf(200_000);
  let finish = () => {};
  reports((response) => {
    response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': bytes.length });
    response.write(bytes.subarray(0, 100_000));
    finish = () => response.end(bytes.subarray(100_000));
  });
  const response = await openFile(await generate());
  registry.live.clear();
  finish();
  expect(await sizeOf(response)).toBe(bytes.length);
});

test.each([10, -10])('a clock %i minutes off: reads succeed, with one token', async (minutes) => {
  registry.token = () => {
    registry.live.add('t');
    return { body: '{"access_token":"t","expires_in":3600}' };
  };
  expect(await read()).toBe('200 ok');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 });
  try {
    expect([await read(), await read()]).toEqual(['200 ok', '200 ok']);
    expect(registry.tokenRequests).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});

test('schema drift: field names are logged, values never', async () => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  registry.handle = () => ({ body: '[{"proxyId":"SECRET-VALUE","title":7}]' });
  expect(await read('/api/v1/Proxy/GetList?customerIssuerId=1001')).toBe('200 ok');
  const lines = logged.mock.calls.map(([line]) => `${line}`).join('\n');
  expect(lines).toContain('"endpoint":"GetProxyList"');
  expect(lines).toContain('[].proxyId');
  expect(lines).not.toContain('SECRET-VALUE');
});

test.each([
  [
    'a list of rows that is missing',
    '{"totalShareholderRecords":2,"securities":[]}',
    '502 upstream_unreadable',
  ],
  [
    'null in its place',
    '{"totalShareholderRecords":2,"shareholders":null,"securities":[]}',
    '502 upstream_unreadable',
  ],
  ['no count of the rows', '{"shareholders":[{"totalShares":5}],"securities":[]}', '502 upstream_unreadable'],
  [
    'words for a count',
    '{"totalShareholderRecords":1,"shareholders":[{"totalShares":"five"}],"securities":[]}',
    '502 upstream_unreadable',
  ],
  ['none, and it says so', '{"totalShareholderRecords":0,"shareholders":null}', '200 ok'],
  [
    'nulls and further fields',
    '{"totalShareholderRecords":1,"shareholders":[{"totalShares":null,"more":1}],"securities":[]}',
    '200 ok',
  ],
])('a cap table with %s', async (_what, body, becomes) => {
  registry.handle = () => ({ body });
  const path = '/api/v1/Issuer/shareholder/cap/table?CustomerIssuerId=1001&Start=0&NumberOfRows=25';
  expect(await read(path)).toBe(becomes);
});

test('a client that disconnects during a write: the write completes and its outcome is recorded', async () => {
  const books = openBooks();
  const leaving = new AbortController();
  registry.handle = (call, response) => {
    if (call.path === holderPath) leaving.abort();
    return books.handle(call, response);
  };
  const body = JSON.stringify(holderBody({ idempotencyId: 'left', customerShareholderId: 'LEFT-1' }));
  const request = new Request(`${publicUrl}/api/upstream${holderPath}`, {
    method: 'POST',
    headers: { cookie: operator, 'x-sharebook': '1', origin: publicUrl, 'content-type': 'application/json' },
    body,
    signal: leaving.signal,
  });
  await gateway(request, holderPath, context);
  const { rows } = await fixture.pool.query(`select state from registry_write where own_key = 'left'`);
  expect([rows, books.effects]).toEqual([[{ state: 'done' }], 1]);
});

describe('storage that cannot be written', () => {
  test('report store not writable: the run fails with a reason, no partial file', async () => {
    // Opening a store ends runs that no process in its folder works on. This one has another folder, which two
    // dashboards of one database never have, so both checks must finish before a run starts and before the
    // folder is removed.
    await context.runs.sweep(true);
    const dataDir = join(fixture.dataDir, 'full');
    const full = {
      ...context,
      runs: openRuns({ pool: fixture.pool, dataDir, keepDays: 7, today: () => '2026-11-19' }),
    };
    await full.runs.sweep(true);
    // Root ignores permissions, so a file in place of the folder blocks writing.
    rmSync(join(dataDir, 'runs'), { recursive: true, force: true });
    writeFileSync(join(dataDir, 'runs'), '');
    chmodSync(join(dataDir, 'runs'), 0o400);
    reports(
      (response) => void response.writeHead(200, { 'content-type': 'application/pdf' }).end(samplePdf()),
    );
    const id = await generate(full);
    expect(id).toHaveLength(22);
    await full.runs.settled();
    const response = await openFile(id, full);
    expect(response.status).toBeGreaterThanOrEqual(500);
    expect((await response.json()).error.code).toMatch(/^[a-z_]+$/);
  });

  test('audit trail not writable: no file is sent', async () => {
    reports(
      (response) => void response.writeHead(200, { 'content-type': 'application/pdf' }).end(samplePdf()),
    );
    const id = await generate();
    await context.runs.settled();
    const full = { ...context, audit: { ...context.audit, record: () => Promise.reject(new Error('full')) } };
    const response = await openFile(id, full);
    expect([response.status, (await response.json()).error.code]).toEqual([503, 'audit_unavailable']);
  });
});

test('audit trail not writable: a write is not sent; once recorded, it is not reported as failed', async () => {
  const books = openBooks();
  registry.handle = books.handle;
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const body = holderBody({ idempotencyId: 'no trail', customerShareholderId: 'NO-TRAIL' });
  const send = async (action: string) => {
    const record: GatewayContext['audit']['record'] = (entry) =>
      entry.action === action ? Promise.reject(new Error('full')) : context.audit.record(entry);
    const full = { ...context, audit: { ...context.audit, record } };
    return (await callGateway(full, holderPath, { cookie: operator, body })).status;
  };
  expect([await send('write-intent'), books.writes]).toEqual([503, []]);
  expect([await send('write'), books.effects]).toEqual([200, 1]);
});

test.each([
  ['a place among the connections', new Error('timeout exceeded when trying to connect')],
  ['a server', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })],
  ['room for another connection', Object.assign(new Error('too many'), { code: '53300' })],
])('a store without %s: 503 with Retry-After, and no upstream call', async (_name, fault) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const away = { ...context, userOf: () => Promise.reject(fault) };
  const response = await callGateway(away, issuers, { cookie: operator });
  expect([response.status, (await response.json()).error.code, response.headers.get('retry-after')]).toEqual([
    503,
    'not_ready',
    '2',
  ]);
  expect((await openFile('a'.repeat(22), away)).status).toBe(503);
  expect(registry.calls).toEqual([]);
});

test('lost sessions: users sign in again, and a form sent again is the same write', async () => {
  const books = openBooks();
  registry.handle = books.handle;
  const cookie = await fixture.cookieOf(demo.admin);
  const body = holderBody({ idempotencyId: 'kept in the browser', customerShareholderId: 'LOST-S' });
  const send = (as: string) => callGateway(context, holderPath, { cookie: as, body });
  expect((await send(cookie)).status).toBe(200);
  await fixture.pool.query('delete from session where person = $1', [await fixture.userId(demo.admin)]);
  expect((await send(cookie)).status).toBe(401);
  expect((await send(await fixture.cookieOf(demo.admin))).status).toBe(409);
  expect(books.effects).toBe(1);
});

test('a new secret: sessions stay valid, and earlier writes are still recognized and found', async () => {
  const books = openBooks();
  books.fault = (times) => (times === 0 ? 'drop after' : 'none');
  registry.handle = books.handle;
  const body = holderBody({ idempotencyId: 'before the change', customerShareholderId: 'ROTATED' });
  expect((await callGateway(context, holderPath, { cookie: operator, body })).status).toBe(502);
  const { openOutbox } = await import('#lib/outbox/outbox');
  const after: GatewayContext = {
    ...context,
    secret: 'another',
    outbox: openOutbox({ pool: fixture.pool, secret: 'another' }),
  };
  expect(await read(issuers, after)).toMatch(/^200/);
  const again = await callGateway(after, holderPath, { cookie: operator, body });
  // Values sealed under the old secret can no longer be compared: never sent again under another key.
  expect([409, 502]).toContain(again.status);
  expect(books.effects).toBe(1);
});
