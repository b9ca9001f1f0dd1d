import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { GatewayContext } from '#lib/gateway/gateway-context';
import { handleReveal } from '#lib/gateway/reveal';
import { handleWriteAction } from '#lib/gateway/writes/write-access';
import { type Received, type StandIn, samplePdf, startStandIn } from '#tests/fakes/registry';
import {
  callGateway,
  demo,
  type GatewayFixture,
  openGatewayFixture,
  pageRequest,
} from '../gateway-fixture.ts';
import { holderBody, holderPath, issuanceBody, issuancePath, openBooks } from '../writes/write-books.ts';

// Deviations from the interface that another registry may have, and what they must not cause.
let fixture: GatewayFixture;
let registry: StandIn;
let context: GatewayContext;
let officer: string;
let operator: string;

beforeAll(async () => {
  fixture = await openGatewayFixture();
  officer = await fixture.cookieOf(demo.officer);
  operator = await fixture.cookieOf(demo.operator);
});
beforeEach(async () => {
  registry = await startStandIn();
  context = fixture.context(registry.base);
});
afterEach(async () => {
  await context.runs.settled();
  await registry.stop();
});
afterAll(() => fixture.stop());

const says = (value: unknown) => ({ body: typeof value === 'string' ? value : JSON.stringify(value) });
const link = (base: string) => ({
  downloadUrl: `${base}/Api/v1/Report/DownloadReport/code/details.pdf/access`,
});

async function request(path: string, about: { as?: string; body?: unknown } = {}) {
  const response = await callGateway(context, path, { cookie: about.as ?? officer, body: about.body });
  const text = await response.text();
  const output = text.replace(/"requestId":"[^"]+"/, '');
  return { status: response.status, text: output, body: JSON.parse(text) };
}

describe('IDs as text', () => {
  beforeEach(() => {
    registry.handle = ({ method, path }: Received, _response, base) => {
      if (path.endsWith('GetTransferAgentIssuers'))
        return says([{ customerIssuerId: '1001', name: 'L' }, { customerIssuerId: '1002' }]);
      if (path.endsWith('Proxy/GetList')) return says([{ proxyId: '11' }]);
      if (path.endsWith('Dividend/GetList')) return says([{ dividendId: '11' }]);
      if (path.endsWith('GetTAStatusTransactions'))
        return says({ totalRecords: '1', transactions: [{ controlTransactionId: '11' }] });
      if (path === issuancePath) return says({ controlTransactionId: '5001', displayTransactionId: '5001' });
      if (method === 'POST') return says(link(base));
      return { type: 'application/pdf', body: samplePdf() };
    };
  });

  test('users bound to an issuer see it, as a number, and no other', async () => {
    const list = await request('/api/v1/Issuer/GetTransferAgentIssuers');
    expect([list.status, list.body]).toEqual([200, [{ customerIssuerId: 1001, name: 'L' }]]);
  });

  test.each([
    [
      'Proxy/GenerateProxyDetails',
      (id: number) => ({ customerProxyId: id, includeNotVotedShares: true, isPDF: true }),
    ],
    ['Dividend/GenerateDividendDetails', (id: number) => ({ dividendId: id, isPDF: true })],
    ['Transaction/GenerateTransactionDetails', (id: number) => ({ controlTransactionId: id })],
  ] as const)('%s: verified if it is the user’s issuer’s, else 404', async (path, bodyOf) => {
    expect((await request(`/api/v1/${path}`, { body: bodyOf(11) })).status).toBe(200);
    expect((await request(`/api/v1/${path}`, { body: bodyOf(12) })).status).toBe(404);
  });

  test('an issuance to an existing issuer creates no new one', async () => {
    const given = await request(issuancePath, { as: operator, body: issuanceBody() });
    expect([given.status, given.body.controlTransactionId]).toEqual([200, '5001']);
  });
});

test.each([
  [
    'Issuer/GetIssuerBalance?CustomerIssuerId=1001',
    '[{"className":"A","authorizedShares":1,"authorizedShares":2}]',
  ],
  ['Proxy/GetList?customerIssuerId=1001', '[{"proxyId":1,"proxy\\u0049d":2}]'],
])('a response with duplicate fields is unreadable: %s', async (path, text) => {
  registry.handle = () => says(text);
  const response = await request(`/api/v1/${path}`);
  expect([response.status, response.body.error.code]).toEqual([502, 'upstream_unreadable']);
});

describe('the record of another account than the requested one', () => {
  let named: unknown;
  beforeEach(() => {
    registry.handle = ({ path, search }) => {
      if (path.endsWith('GetHoldingSummary')) return says(search.includes('LK-1') ? [{ shares: 1 }] : []);
      if (path.endsWith('Shareholder/Details'))
        return says({ customerShareholderId: named, name: 'ADA', primaryTaxId: '900123456' });
      return { status: 404, body: '{}' };
    };
  });
  const details = () => request('/api/v1/Shareholder/Details?customerShareholderId=LK-1');
  const reveal = async () => {
    const body = { issuer: 1001, field: 'primaryTaxId', reason: 'They asked' };
    const request = pageRequest('/api/holders/LK-1/tax-id/reveal', { cookie: officer, body });
    const response = await handleReveal(request, context, 'LK-1');
    return { status: response.status, text: await response.text() };
  };

  test.each(['PF-9', 'LK-11', 9])('%o: neither shown nor revealed', async (other) => {
    named = other;
    for (const response of [await details(), await reveal()]) {
      expect(response.status).toBe(502);
      expect(response.text).not.toMatch(/ADA|3456/);
    }
  });

  test.each(['LK-1', 'lk-1', ' LK-1 ', '', null, undefined])(
    '%o is accepted as the same account or has no ID',
    async (same) => {
      named = same;
      expect([(await details()).status, (await reveal()).status]).toEqual([200, 200]);
    },
  );

  test('nothing of it is used in a write', async () => {
    named = 'PF-9';
    const body = holderBody({ customerShareholderId: 'LK-1', primaryTaxId: null });
    const cookie = operator;
    const headers = { 'x-sharebook-keep': 'primary' };
    const response = await callGateway(context, holderPath, { cookie, body, headers });
    expect(response.status).toBe(502);
    expect(registry.calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});

test.each([
  'Shareholder/GetHoldingSummary?customerIssuerId=1001',
  'Certificate/GetHoldingCertificates?customerIssuerId=1001&filterStatus=All',
])(
  'another issuer’s holder and an unknown one give one response where the registry distinguishes them: %s',
  async (list) => {
    registry.handle = ({ search }) => (search.includes('H-22') ? says([]) : { status: 404, body: '{}' });
    const of = (holder: string, as = officer) =>
      request(`/api/v1/${list}&customerShareholderId=${holder}`, { as });
    const foreign = await of('H-22');
    expect([foreign.status, foreign.text]).toEqual([200, '[]']);
    const nowhere = await of('H-33');
    expect([nowhere.status, nowhere.text]).toEqual([foreign.status, foreign.text]);
    expect((await of('H-33', operator)).status).toBe(404);
  },
);

describe('outcome of a write', () => {
  type View = { state: string; code: string | null; result: unknown };
  const act = async (id: unknown, action: string) => {
    const request = pageRequest(`/api/writes/${id}`, { cookie: operator, body: { action } });
    const response = await handleWriteAction(request, context, `${id}`);
    return { status: response.status, view: (await response.json()) as View };
  };
  const rejecting = { status: 409, body: '{"message":"conflict","idempotencyId":"x"}' };

  test.each([
    [holderPath, holderBody({ customerShareholderId: 'NEW-1' })],
    [issuancePath, issuanceBody()],
  ])('%s: a first 409 without a trace in the register is not reported as recorded', async (path, body) => {
    const books = openBooks();
    registry.handle = (call, response) => (call.method === 'POST' ? rejecting : books.handle(call, response));
    const response = await request(path, { as: operator, body });
    expect([response.status, response.body.error.code]).toEqual([409, 'duplicate']);
    const { view } = await act(response.body.error.write, 'check');
    expect(view).toMatchObject({ state: 'done', code: 'duplicate_unseen', result: null });
  });

  /** The list of a registry that returns few rows at a time, oldest first, whatever is requested. */
  const oldestFirst = (books: ReturnType<typeof openBooks>, cap: number) => {
    books.entries.push(
      ...Array.from({ length: 9 }, (_, index) => ({
        controlTransactionId: 4000 + index,
        effectiveDate: '1/5/2024',
        issuedTo: 'OTHER',
      })),
    );
    const handle: typeof registry.handle = (call, response) => {
      if (!call.path.endsWith('GetTAStatusTransactions')) return books.handle(call, response);
      const start = Number(new URLSearchParams(call.search).get('start'));
      return says({
        totalRecords: books.entries.length,
        transactions: books.entries.slice(start, start + cap),
      });
    };
    return handle;
  };

  test('is found in a list that is not sorted as requested', async () => {
    // Another write of a test may have taken the same transaction of its own books.
    await fixture.pool.query('delete from registry_write');
    const books = openBooks();
    registry.handle = oldestFirst(books, 4);
    books.fault = () => 'drop after';
    const lost = await request(issuancePath, { as: operator, body: issuanceBody() });
    const { view } = await act(lost.body.error.write, 'check');
    expect(view).toMatchObject({ state: 'done', result: { controlTransactionId: 5009 } });
    expect(books.writes).toHaveLength(1);
  });

  test('stays unknown if the list is longer than what is read, even when the repeat is rejected', async () => {
    const books = openBooks();
    const handle = oldestFirst(books, 1);
    let sent = 0;
    registry.handle = (call, response, base) => {
      if (call.method === 'POST') sent += 1;
      return sent > 1 ? { status: 400, body: '{}' } : handle(call, response, base);
    };
    books.fault = () => 'drop after';
    const lost = await request(issuancePath, { as: operator, body: issuanceBody() });
    const { view } = await act(lost.body.error.write, 'send');
    expect([sent, books.effects, view.state]).toEqual([2, 1, 'unknown']);
  });

  test('is not found in a missing list, nor in an entry of another issuer', async () => {
    const books = openBooks();
    let list: unknown = { totalRecords: 0, transactions: null };
    registry.handle = (call, response) =>
      call.path.endsWith('GetTAStatusTransactions') ? says(list) : books.handle(call, response);
    books.fault = () => 'drop before';
    const lost = await request(issuancePath, { as: operator, body: issuanceBody() });
    const entry = { controlTransactionId: 7, effectiveDate: '11/20/2026', issuedTo: 'ADA QUILL' };
    for (list of [
      { totalRecords: 1 },
      { totalRecords: 1, transactions: [] },
      { totalRecords: 1, transactions: [{ ...entry, customerIssuerId: 1002 }] },
    ])
      expect((await act(lost.body.error.write, 'check')).view.state).toBe('unknown');
    expect(books.effects).toBe(0);
  });

  test('stays pending, with a reason, when the lists cannot be read', async () => {
    const books = openBooks();
    let broken = false;
    registry.handle = (call, response) =>
      broken && call.path.endsWith('GetTAStatusTransactions')
        ? says('{"transactions":[')
        : books.handle(call, response);
    books.fault = (times) => (times === 0 ? 'drop after' : 'none');
    const lost = await request(issuancePath, { as: operator, body: issuanceBody() });
    expect(lost.body.error.code).toBe('outcome_unknown');
    broken = true;
    const open = await act(lost.body.error.write, 'check');
    expect([open.status, open.view.state]).toEqual([200, 'unknown']);
    broken = false;
    expect((await act(lost.body.error.write, 'check')).view.state).toBe('done');
    expect(books.effects).toBe(1);
  });
});
