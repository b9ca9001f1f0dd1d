import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { GatewayContext } from '#lib/gateway/gateway-context';
import { handleBatch, handleBatchBegin, handleBatchFile } from '#lib/gateway/runs/batch-access';
import { handleRunFile } from '#lib/gateway/runs/run-access';
import { openMembership } from '#lib/upstream/membership';
import { type Received, type StandIn, samplePdf, startStandIn } from '#tests/fakes/registry';
import { operations } from '#tests/interface/operations';
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
let officer: string;

beforeAll(async () => {
  fixture = await openGatewayFixture();
  officer = await fixture.cookieOf(demo.officer);
});
beforeEach(async () => {
  registry = await startStandIn({ handle: respondWith });
  context = fixture.context(registry.base);
  await grant(1001);
});
afterEach(async () => {
  await context.runs.settled();
  await registry.stop();
});
afterAll(() => fixture.stop());

async function grant(...issuers: number[]): Promise<void> {
  const user = await fixture.userId(demo.officer);
  await fixture.pool.query('delete from person_issuer where person = $1', [user]);
  await fixture.pool.query('insert into person_issuer (person, issuer) select $1, unnest($2::bigint[])', [
    user,
    issuers,
  ]);
}

const link = (base: string) => `${base}/Api/v1/Report/DownloadReport/code/details.pdf/access`;
const says = (value: unknown) => ({ body: JSON.stringify(value) });
/** A registry answers for an unknown object with an empty list or with 404; both are allowed. */
let absent: 'empty' | '404' = 'empty';

/** Issuer 1001 has object 11 of each kind, issuer 1002 has 22, and 33 does not exist. */
function respondWith({ method, path, search, body }: Received, _response: unknown, base: string) {
  const requested = new URLSearchParams(search);
  const issuer = requested.get('customerIssuerId') ?? '1001';
  const owned = issuer === '1001' ? 11 : 22;
  const holder = requested.get('customerShareholderId');
  const none = (value: unknown) =>
    absent === '404' && holder === 'H-33' ? { status: 404, body: '{}' } : says(value);
  if (path.endsWith('GetHoldingSummary')) return holder === `H-${owned}` ? says([{ shares: 1 }]) : none([]);
  if (path.endsWith('GetHoldingCertificates')) return none([]);
  if (path.endsWith('Shareholder/Details')) return says({ name: `HOLDER ${holder}` });
  if (path.endsWith('Proxy/GetList')) return says([{ proxyId: owned }]);
  if (path.endsWith('Dividend/GetList')) return says([{ dividendId: owned }]);
  if (path.endsWith('GetTAStatusTransactions'))
    return says({ totalRecords: 1, transactions: [{ controlTransactionId: owned }] });
  if (method === 'POST') return says({ downloadUrl: link(base), body });
  return { type: 'application/pdf', body: samplePdf() };
}

/** The four kinds of object a call can name without an issuer. */
const kinds = {
  holder: (id: number) => ({ path: `/api/v1/Shareholder/Details?customerShareholderId=H-${id}` }),
  transaction: (id: number) => ({
    path: '/api/v1/Transaction/GenerateTransactionDetails',
    body: { controlTransactionId: id },
  }),
  proxy: (id: number) => ({
    path: '/api/v1/Proxy/GenerateProxyDetails',
    body: { customerProxyId: id, includeNotVotedShares: true, isPDF: true },
  }),
  dividend: (id: number) => ({
    path: '/api/v1/Dividend/GenerateDividendDetails',
    body: { dividendId: id, isPDF: true },
  }),
} as const;
type Kind = keyof typeof kinds;
const every = Object.keys(kinds) as Kind[];

async function request(kind: Kind, id: number) {
  const { path, body } = kinds[kind](id) as { path: string; body?: unknown };
  const from = registry.calls.length;
  const response = await callGateway(context, path, { cookie: officer, body });
  const text = (await response.text()).replace(/"requestId":"[^"]+"/, '');
  await context.runs.settled();
  const calls = registry.calls.slice(from).map((call) => `${call.method} ${call.path}`);
  return { status: response.status, text, calls };
}

const proofsOnly = (calls: string[]) =>
  calls.every((call) => /GetHolding|GetList|GetTAStatusTransactions/.test(call));

describe.each(every)('%s by ID', (kind) => {
  test('of the user’s issuer is returned', async () => {
    const own = await request(kind, 11);
    expect(own.status).toBe(200);
    expect(proofsOnly(own.calls)).toBe(false);
  });

  test.each(['empty', '404'] as const)(
    'of another issuer and unknown: same response, same calls (registry: %s)',
    async (style) => {
      absent = style;
      const foreign = await request(kind, 22);
      const nowhere = await request(kind, 33);
      absent = 'empty';
      expect(foreign.status).toBe(404);
      // The same calls in the same order take the same time, so timing does not reveal the difference.
      expect(nowhere).toEqual(foreign);
      expect(proofsOnly(foreign.calls)).toBe(true);
    },
  );

  test('ownership is cached briefly, and not after the grants change', async () => {
    const first = await request(kind, 11);
    const again = await request(kind, 11);
    expect(again.status).toBe(200);
    expect(again.calls.length).toBeLessThan(first.calls.length);
    expect(again.calls.some((call) => proofsOnly([call]))).toBe(false);
    await grant(1002);
    expect((await request(kind, 11)).status).toBe(404);
    expect((await request(kind, 22)).status).toBe(200);
    await grant(1001, 1002);
    const anew = await request(kind, 11);
    expect([anew.status, anew.calls]).toEqual([200, first.calls]);
  });

  test('an unknown object is looked up every time: a denial is never cached', async () => {
    const first = await request(kind, 33);
    expect(await request(kind, 33)).toEqual(first);
  });
});

test.each(['transaction', 'proxy', 'dividend'] as const)(
  'the file of a %s depends on the grant it was created under',
  async (kind) => {
    const { path, body } = kinds[kind](11) as { path: string; body?: unknown };
    const made = await callGateway(context, path, { cookie: officer, body });
    const id = /runs\/([\w-]{22})\/file$/.exec((await made.json()).downloadUrl)?.[1] ?? '';
    await context.runs.settled();
    const file = async () => {
      const request = pageRequest(`/api/runs/${id}/file`, { cookie: officer });
      return (await handleRunFile(request, fixture.pool, context, id)).status;
    };
    expect(await file()).toBe(200);
    await grant(1002);
    expect(await file()).toBe(404);
    await grant(1001, 1002);
    expect(await file()).toBe(200);
  },
);

const besides = ['GenerateShareholderList', 'GenerateHoldingsStatement', 'GenerateDRSStatement'] as const;
const besideOf = (id: string, holder: number, issuer = 1001) => ({
  ...operations[id]?.rest,
  customerIssuerId: issuer,
  customerShareholderId: `H-${holder}`,
});
const runsMade = async () => (await fixture.pool.query('select 1 from run')).rowCount;

async function make(id: string, body: unknown, cookie = officer) {
  const from = registry.calls.length;
  const response = await callGateway(context, operations[id]?.path ?? '', { cookie, body });
  const text = (await response.text()).replace(/"requestId":"[^"]+"/, '');
  await context.runs.settled();
  const calls = registry.calls.slice(from).map((call) => `${call.method} ${call.path}`);
  return { status: response.status, text, calls, run: /runs\/([\w-]{22})\/file/.exec(text)?.[1] ?? '' };
}

const fileOf = async (run: string) => {
  const request = pageRequest(`/api/runs/${run}/file`, { cookie: officer });
  return (await handleRunFile(request, fixture.pool, context, run)).status;
};

/** Marks a stored report as requested for a holder of another issuer, as a user of all issuers may. */
const savedFor = (table: 'run' | 'batch_item', key: string, holder: number) =>
  fixture.pool.query(
    `update ${table} set input = input || jsonb_build_object('customerShareholderId', $2::text)
     where ${table === 'run' ? 'id' : 'batch'} = $1`,
    [key, `H-${holder}`],
  );

describe.each(besides)('%s of a holder given with the own issuer', (id) => {
  const generate = `POST ${operations[id]?.path}`;

  test('is created once the holder is verified to be the issuer’s, which is cached briefly', async () => {
    const own = await make(id, besideOf(id, 11));
    expect([own.status, own.calls.slice(0, 2)]).toEqual([
      200,
      ['GET /api/v1/Shareholder/GetHoldingSummary', generate],
    ]);
    expect((await make(id, besideOf(id, 11))).calls[0]).toBe(generate);
    await grant(1001, 1002);
    expect((await make(id, besideOf(id, 11))).calls[1]).toBe(generate);
    // An object of one of a user's issuers does not belong to all of them.
    expect((await make(id, besideOf(id, 11, 1002))).status).toBe(404);
  });

  test.each(['empty', '404'] as const)(
    'of another issuer and unknown: same response, same calls, no run (registry: %s)',
    async (style) => {
      absent = style;
      const before = await runsMade();
      const foreign = await make(id, besideOf(id, 22));
      const nowhere = await make(id, besideOf(id, 33));
      absent = 'empty';
      expect(foreign).toMatchObject({ status: 404, text: expect.stringContaining('not_found') });
      expect(nowhere).toEqual(foreign);
      expect(proofsOnly(foreign.calls)).toBe(true);
      expect(await runsMade()).toBe(before);
    },
  );

  test('is not restricted for agent staff', async () => {
    const made = await make(id, besideOf(id, 22), await fixture.cookieOf(demo.operator));
    expect([made.status, made.calls[0]]).toEqual([200, generate]);
  });

  test('ownership is verified on every request for a stored file', async () => {
    const { run } = await make(id, besideOf(id, 11));
    expect(await fileOf(run)).toBe(200);
    await savedFor('run', run, 22);
    const from = registry.calls.length;
    expect(await fileOf(run)).toBe(404);
    expect(registry.calls.slice(from).map(({ path }) => path.split('/').at(-1))).toEqual([
      'GetHoldingSummary',
      'GetHoldingCertificates',
    ]);
  });
});

test('in an archive each holder is verified, on creation and on download', async () => {
  const report = 'GenerateDRSStatement';
  const items = [11, 22].map((holder) => ({ report, input: besideOf(report, holder) }));
  const request = (path: string, body?: unknown) => pageRequest(path, { cookie: officer, body });
  const begun = await handleBatchBegin(
    request('/api/batches', { items }),
    fixture.pool,
    context,
    '2026-11-20',
  );
  const { batch } = await begun.json();
  const at = `/api/batches/${batch}`;
  const view = async () => (await handleBatch(request(at), fixture.pool, context, batch)).json();
  await fixture.settled();
  expect((await view()).items).toMatchObject([{ state: 'ready' }, { state: 'failed', error: 'not_found' }]);
  expect(registry.calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
  const archive = async () =>
    (await handleBatchFile(request(`${at}/file`), fixture.pool, context, batch, 'test')).status;
  expect(await archive()).toBe(200);
  await savedFor('batch_item', batch, 22);
  expect(await archive()).toBe(404);
});

test('holder and issuer in a list of holders: verified first, or 404 for both', async () => {
  const path = (holder: number) =>
    `/api/v1/Issuer/shareholder/details?CustomerIssuerId=1001&CustomerShareholderId=H-${holder}&Start=0&NumberOfRows=5`;
  const read = async (holder: number) => {
    const from = registry.calls.length;
    const { status } = await callGateway(context, path(holder), { cookie: officer });
    return { status, calls: registry.calls.slice(from).map((call) => call.path) };
  };
  expect(await read(22)).toEqual(await read(33));
  expect(await read(22)).toMatchObject({ status: 404 });
  expect((await read(22)).calls.some((call) => call.endsWith('/details'))).toBe(false);
  expect((await read(11)).calls.at(-1)).toMatch(/\/details$/);
});

test.each(every)(
  'a %s listed under the own issuer but marked as another’s does not count as owned',
  async (kind) => {
    const honest = registry.handle;
    registry.handle = async (call, response, base) => {
      const reply = await honest(call, response, base);
      if (!proofsOnly([call.path])) return reply;
      const own = { customerIssuerId: 1002 };
      const strange = [
        { ...own, shares: 1, controlCertificateId: 1, proxyId: 22, dividendId: 22, controlTransactionId: 22 },
      ];
      const list = call.path.endsWith('GetTAStatusTransactions');
      return says(list ? { totalRecords: 1, transactions: strange } : strange);
    };
    const foreign = await request(kind, 22);
    expect(foreign.status).toBe(404);
    expect(proofsOnly(foreign.calls)).toBe(true);
  },
);

test('a verified ownership expires after half a minute, the oldest first when the cache is full', () => {
  let now = 0;
  const members = openMembership(() => now);
  const user = { id: 'p', issuers: [1001] } as never;
  members.keep(user, 'holder', 'H-1', 1001);
  expect(members.find(user, 'holder', 'H-1')).toBe(1001);
  expect(members.find({ id: 'q', issuers: [1001] } as never, 'holder', 'H-1')).toBeUndefined();
  expect(members.find(user, 'dividend', 'H-1')).toBeUndefined();
  now = 30_000;
  expect(members.find(user, 'holder', 'H-1')).toBeUndefined();
  for (let id = 0; id < 10_001; id += 1) members.keep(user, 'proxy', id, 1001);
  expect([members.find(user, 'proxy', 0), members.find(user, 'proxy', 1)]).toEqual([undefined, 1001]);
});
