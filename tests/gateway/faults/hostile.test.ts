import { rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { GatewayContext } from '#lib/gateway/gateway-context';
import { handleRunFile } from '#lib/gateway/runs/run-access';
import { handleSignIn } from '#lib/gateway/sign-in';
import { signIn } from '#lib/session/sign-in';
import { reserveAttempt } from '#lib/session/throttle';
import { type Handler, type StandIn, samplePdf, startStandIn } from '#tests/fakes/registry';
import {
  callGateway,
  demo,
  type GatewayFixture,
  openGatewayFixture,
  pageRequest,
} from '../gateway-fixture.ts';

let fixture: GatewayFixture;
let registry: StandIn;
let context: GatewayContext;
let cookies: Record<'operator' | 'officer' | 'downloader', string>;

const definitions = '/api/v1/Issuer/GetIssuerActiveCertificateDefinitions?customerIssuerId=1001';
const issuers = '/api/v1/Issuer/GetTransferAgentIssuers';
const balance =
  '/api/v1/Issuer/GetIssuerBalance?customerIssuerId=1001&cutoffDate=2026-06-30&restrictionStatus=All';
const capTable = '/api/v1/Issuer/shareholder/cap/table?CustomerIssuerId=1001';

beforeAll(async () => {
  fixture = await openGatewayFixture();
  const [operator, officer, downloader] = await Promise.all([
    fixture.cookieOf(demo.operator),
    fixture.cookieOf(demo.officer),
    fixture.cookieOf(demo.downloader),
  ]);
  cookies = { operator, officer, downloader };
});
beforeEach(async () => {
  registry = await startStandIn();
  context = fixture.context(registry.base);
});
afterEach(() => registry.stop());
afterAll(() => fixture.stop());

const says = (text: string): Handler => {
  return () => ({ body: text });
};

async function read(path: string, cookie = cookies.operator) {
  const response = await callGateway(context, path, { cookie });
  return { status: response.status, text: await response.text() };
}

describe('rows of another issuer in the response for one issuer', () => {
  const rowsOf = (requested: number) => [
    { controlTransactionId: 1, customerIssuerId: requested, name: 'OWN' },
    { controlTransactionId: 2, customerIssuerId: 1002, name: 'FOREIGN' },
    { controlTransactionId: 3, customerIssuerId: '1002', name: 'FOREIGN' },
    { controlTransactionId: 4, CustomerIssuerId: 1002, name: 'FOREIGN' },
    { controlTransactionId: 5, issuer: { customerIssuerId: 1002 }, name: 'FOREIGN' },
    { controlTransactionId: 6, customerIssuerId: `${requested}`, name: 'OWN' },
    { controlTransactionId: 7, customerIssuerId: null, name: 'OWN' },
    { controlTransactionId: 8, name: 'OWN' },
  ];
  const list = {
    filterDateBy: 'Effective Date',
    transactionTypeCode: '',
    isPDF: true,
    startDate: '2026-01-01',
    endDate: '2026-11-19',
    returnJSON: true,
  };
  const journal =
    'filterTransactionType=All&transactionStatus=All&orderBy=Descending&sortBy=EffectiveDate&start=0&numberOfRows=100';
  const requests: [string, string, unknown?][] = [
    ['an array', '/api/v1/Issuer/GetIssuerBalance?CustomerIssuerId=1001&RestrictionStatus=All'],
    [
      'fields the interface does not show',
      '/api/v1/Issuer/GetIssuerActiveCertificateDefinitions?CustomerIssuerId=1001',
    ],
    ['a page', `/api/v1/Transaction/GetTAStatusTransactions?customerIssuerId=1001&${journal}`],
    ['a journal', '/api/v1/Report/GenerateTransactionList', { customerIssuerId: 1001, ...list }],
  ];

  test.each(requests)('%s: removed for every role, and the totals stay', async (_name, path, body) => {
    const rows = rowsOf(1001).map((row) => ({ ...row, type: row.name, className: row.name }));
    const paged = /Transactions|TransactionList/.test(path);
    const totals = { totalRecords: 8, totalTransactionRecords: 8 };
    registry.handle = () => ({ body: JSON.stringify(paged ? { ...totals, transactions: rows } : rows) });
    for (const cookie of [cookies.officer, cookies.operator]) {
      const response = await callGateway(context, path, { cookie, body });
      const text = await response.text();
      expect([response.status, text.includes('FOREIGN'), text.includes('1002')]).toEqual([200, false, false]);
      const given = JSON.parse(text);
      expect((paged ? given.transactions : given).length).toBe(4);
      if (paged) expect(given.totalRecords ?? given.totalTransactionRecords).toBe(8);
    }
  });

  test('agent staff may request all issuers, and every row names its own', async () => {
    const transactions = [1001, 1002].map((customerIssuerId) => ({ customerIssuerId }));
    registry.handle = () => ({ body: JSON.stringify({ totalTransactionRecords: 2, transactions }) });
    const body = { customerIssuerId: null, ...list };
    const response = await callGateway(context, '/api/v1/Report/GenerateTransactionList', {
      cookie: cookies.operator,
      body,
    });
    expect((await response.json()).transactions).toHaveLength(2);
  });
});

describe('responses with invalid structure', () => {
  test('rows in an unexpected wrapper reveal no other issuer', async () => {
    registry.handle = says(
      '{"issuers":[{"customerIssuerId":1001},{"customerIssuerId":1002,"name":"OTHER"}]}',
    );
    for (const who of [cookies.officer, cookies.downloader, cookies.operator]) {
      const { status, text } = await read(issuers, who);
      expect(status).toBe(502);
      expect(text).not.toContain('OTHER');
    }
  });

  test.each([
    ['a list where an object belongs', capTable, '[{}]'],
    ['an object where a list belongs', balance, '{}'],
    ['a text among the rows', balance, '["x"]'],
    ['an object for a list inside', capTable, '{"shareholders":{}}'],
    ['a list for a plain value', balance, '[{"issuerId":[1]}]'],
  ])('%s is reported as unreadable', async (_name, path, text) => {
    registry.handle = says(text);
    expect(await read(path)).toMatchObject({ status: 502 });
  });

  test.each([
    ['deep lists', '['.repeat(20_000) + ']'.repeat(20_000)],
    ['deep objects', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
    ['null', 'null'],
    ['text', '"x"'],
  ])('%s are reported as unreadable, not as an internal error', async (_name, text) => {
    registry.handle = says(text);
    expect(await read(definitions)).toMatchObject({ status: 502 });
  });

  test.each(['<html>', 'null', '"x"', '{"transactions":[null],"totalRecords":1}', '[null]'])(
    'verifying ownership of an object with %s ends in 502 or 404',
    async (text) => {
      registry.handle = says(text);
      for (const [path, body] of [
        ['/api/v1/Transaction/GenerateTransactionDetails', { controlTransactionId: 5 }],
        ['/api/v1/Dividend/GenerateDividendDetails', { dividendId: 5, isPDF: true }],
      ] as const) {
        const response = await callGateway(context, path, { cookie: cookies.officer, body });
        expect([404, 502]).toContain(response.status);
      }
      const holder = await read('/api/v1/Shareholder/Details?customerShareholderId=H-1', cookies.officer);
      expect([404, 502]).toContain(holder.status);
    },
  );

  test('an endless list is aborted at the deadline of a read', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    try {
      let pages = 0;
      registry.handle = () => {
        pages += 1;
        vi.setSystemTime(Date.now() + 4_000);
        return { body: JSON.stringify({ totalRecords: 1e12, transactions: [{ controlTransactionId: 1 }] }) };
      };
      const response = await callGateway(context, '/api/v1/Transaction/GenerateTransactionDetails', {
        cookie: cookies.officer,
        body: { controlTransactionId: 5 },
      });
      expect(response.status).toBe(504);
      expect(pages).toBeLessThan(10);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('tax IDs and report URLs', () => {
  // The only response whose fields the interface does not show: in others, unknown fields are dropped.
  const row = async (extra: object) => {
    registry.handle = says(JSON.stringify([{ shareholderName: 'ADA QUILL', ...extra }]));
    return (await read(definitions)).text;
  };

  test.each([
    'PrimaryTaxID',
    'taxIds',
    'TaxIdValue',
    'federalTaxId2',
    'socialSecurityNumber',
    'holderSSN',
    'itin',
    'fein',
    'taxpayer_number',
    'comments',
  ])('a full tax ID in %s is masked', async (name) => {
    expect(await row({ [name]: name === 'taxIds' ? ['123-45-6789'] : '123-45-6789' })).toContain('*****6789');
    expect(await row({ [name]: '123-45-6789' })).not.toMatch(/123-?45/);
  });

  test.each(['className', 'businessNumber', 'meetingPlace', 'primaryTaxIdType', 'TaxLots', 'votingPower'])(
    '%s is not masked',
    async (name) => {
      expect(await row({ [name]: 'Common A' })).toContain('"Common A"');
    },
  );

  test('URLs are removed in any spelling', async () => {
    const { host } = new URL(registry.base);
    const text = await row({
      a: `HTTP://${host.toUpperCase()}/x`,
      b: encodeURIComponent(`http://${host}/x`),
      c: '/Api/v1/Report/DownloadReport/code-1/list.pdf/access-1',
    });
    expect(JSON.parse(text)[0]).toMatchObject({ a: '', b: '', c: '' });
  });
});

describe('report file', () => {
  const make = async (prefix: string, file: Handler) => {
    registry.handle = (call, response, base) =>
      call.method === 'POST'
        ? { body: JSON.stringify({ downloadUrl: `${base}/Api/v1/Report/DownloadReport/c/list.pdf/a` }) }
        : file(call, response, base);
    const response = await callGateway(context, '/api/v1/Report/GenerateShareholderList', {
      cookie: cookies.officer,
      body: {
        customerIssuerId: 1001,
        certificateInfoStatus: 'All',
        restrictionStatus: 'All',
        addressStatus: 'All',
        isPDF: true,
        prefix,
      },
    });
    return /runs\/([\w-]{22})\/file$/.exec((await response.json()).downloadUrl)?.[1] ?? '';
  };
  const file = (id: string) =>
    handleRunFile(
      pageRequest(`/api/runs/${id}/file`, { cookie: cookies.officer }),
      fixture.pool,
      context,
      id,
    );
  const pdf = { type: 'application/pdf', body: samplePdf() };

  test('a report that fails at once gives its reason to every waiting request', async () => {
    for (const turn of ['a', 'b', 'c', 'd', 'e']) {
      const id = await make(turn, () => ({ type: 'text/html', body: '<html>' }));
      const response = await file(id);
      expect([response.status, (await response.json()).error.code]).toEqual([502, 'upstream_unreadable']);
    }
  });

  test('a report that fails while its row is read still gives its reason', async () => {
    let fail = () => {};
    const reported = new Promise<void>((done) => {
      fail = done;
    });
    const id = await make('late', async () => {
      await reported;
      return { type: 'text/html', body: '<html>' };
    });
    // The row is read while the run is active, but delivered after it has failed.
    const pool = Object.create(fixture.pool, {
      query: {
        value: async (...words: Parameters<GatewayFixture['pool']['query']>) => {
          const found = await fixture.pool.query(...words);
          fail();
          await context.runs.settled();
          return found;
        },
      },
    });
    const request = pageRequest(`/api/runs/${id}/file`, { cookie: cookies.officer });
    const response = await handleRunFile(request, pool, context, id);
    expect([response.status, (await response.json()).error.code]).toEqual([502, 'upstream_unreadable']);
  });

  test('a connection error before the first byte is retried', async () => {
    let tries = 0;
    const id = await make('f', (_call, response) => {
      tries += 1;
      if (tries === 1) response.destroy();
      return tries === 1 ? undefined : pdf;
    });
    expect((await file(id)).status).toBe(200);
    expect(tries).toBe(2);
  });

  test('a file whose bytes are lost is 410, not an aborted download', async () => {
    const id = await make('g', () => pdf);
    await context.runs.settled();
    expect((await file(id)).status).toBe(200);
    rmSync(context.runs.pathOf(id));
    const response = await file(id);
    expect([response.status, (await response.json()).error.code]).toEqual([404, 'expired']);
  });
});

describe('endpoints', () => {
  const auth = (path: string, init: RequestInit & { duplex?: 'half' } = {}) =>
    handleSignIn(
      new Request(`http://127.0.0.1:3000/api/auth/${path}`, init),
      path.split('/'),
      fixture.pool,
      context,
    );

  test.each([
    ['GET', 'callback/credentials'],
    ['GET', 'verify-request'],
    ['GET', 'nothing'],
    ['POST', '_log'],
    ['POST', 'csrf'],
  ])('%s /api/auth/%s does not exist', async (method, path) => {
    const response = await auth(path, { method });
    expect([response.status, (await response.json()).error.code]).toEqual([404, 'not_found']);
  });

  test('an endless form is aborted, not buffered', async () => {
    let given = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        given += 1;
        controller.enqueue(new Uint8Array(16_384).fill(97));
        if (given > 1000) controller.close();
      },
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const response = await auth('callback/credentials', { method: 'POST', headers, body, duplex: 'half' });
    expect(response.status).toBe(400);
    expect(given).toBeLessThan(50);
  });

  test('guesses from one address, loopback included, block that address and no other', async () => {
    const visitor = { userAgent: null, deviceToken: null, sessionToken: null, allowDemo: true };
    const request = { ...visitor, email: demo.viewer, password: 'harborline-demo' };
    const owner = await signIn(fixture.pool, { ...request, address: '127.0.0.1' });
    const deviceToken = owner.outcome === 'signed-in' ? owner.device : null;
    for (const value of ['203.0.113.9', '127.0.0.1']) {
      for (let guess = 0; guess < 100; guess += 1)
        await reserveAttempt(fixture.pool, [{ kind: 'source', value }]);
    }
    const from = async (address: string, token: string | null = null) =>
      (await signIn(fixture.pool, { ...request, address, deviceToken: token })).outcome;
    expect(await from('203.0.113.9')).toBe('throttled');
    expect(await from('127.0.0.1')).toBe('throttled');
    expect(await from('203.0.113.10')).toBe('signed-in');
    // Behind an unconfigured proxy every client has this address: known browsers still get in.
    expect(await from('127.0.0.1', deviceToken)).toBe('signed-in');
  });
});
