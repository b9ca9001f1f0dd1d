import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { GatewayContext } from '#lib/gateway/gateway-context';
import { findRuns } from '#lib/runs/rows';
import { type StandIn, samplePdf, startStandIn } from '#tests/fakes/registry';
import { callGateway, demo, type GatewayFixture, openGatewayFixture } from '../gateway-fixture.ts';

let fixture: GatewayFixture;
let registry: StandIn;
let context: GatewayContext;
let operator: string;
let broken: boolean;

/** Meeting 7, dividend 8 and transaction 9 belong to issuer 1002; 1001 has none. */
const lists: Readonly<Record<string, object>> = {
  GetProxyList: [{ proxyId: 7 }],
  GetDividendList: [{ dividendId: 8 }],
  GetTAStatusTransactions: { totalRecords: 1, transactions: [{ controlTransactionId: 9 }] },
};
const nothing: Readonly<Record<string, object>> = {
  GetProxyList: [],
  GetDividendList: [],
  GetTAStatusTransactions: { totalRecords: 0, transactions: [] },
};
const nameOf = (path: string) =>
  path.includes('/Proxy/GetList')
    ? 'GetProxyList'
    : path.includes('/Dividend/GetList')
      ? 'GetDividendList'
      : 'GetTAStatusTransactions';

beforeAll(async () => {
  fixture = await openGatewayFixture();
  registry = await startStandIn({
    handle: ({ method, path, search }, _response, base) => {
      if (method === 'POST')
        return {
          body: JSON.stringify({ downloadUrl: `${base}/Api/v1/Report/DownloadReport/code/list.pdf/access` }),
        };
      if (path.includes('/DownloadReport/')) return { type: 'application/pdf', body: samplePdf(2_000) };
      if (broken) return { status: 500, body: '{}' };
      return { body: JSON.stringify((search.includes('1002') ? lists : nothing)[nameOf(path)]) };
    },
  });
  context = fixture.context(registry.base);
  operator = await fixture.cookieOf(demo.operator);
});
beforeEach(() => {
  broken = false;
});
afterAll(async () => {
  await context.runs.settled();
  await registry.stop();
  await fixture.stop();
});

async function issuerOfRun(path: string, body: object, issuer: string): Promise<number | null> {
  // An identical request joins the active run.
  await context.runs.settled();
  const response = await callGateway(context, path, {
    cookie: operator,
    headers: { 'x-sharebook-issuer': issuer },
    body,
  });
  expect(response.status).toBe(200);
  const [run] = await findRuns(fixture.pool, await fixture.userId(demo.operator), { limit: 1, before: null });
  return run?.issuer == null ? null : Number(run.issuer);
}

const proxy = { customerProxyId: 7, includeNotVotedShares: true, isPDF: true };

test.each([
  ['/api/v1/Proxy/GenerateProxyDetails', proxy],
  ['/api/v1/Dividend/GenerateDividendDetails', { dividendId: 8, isPDF: true }],
  ['/api/v1/Transaction/GenerateTransactionDetails', { controlTransactionId: 9 }],
])('%s: the run belongs to the issuer found in the lists, or to none', async (path, body) => {
  expect(await issuerOfRun(path, body, '1002')).toBe(1002);
  expect(await issuerOfRun(path, body, '1001')).toBeNull();
  expect(await issuerOfRun(path, body, '1002; x')).toBeNull();
});

test('a list that cannot be read does not fail the report', async () => {
  broken = true;
  expect(await issuerOfRun('/api/v1/Proxy/GenerateProxyDetails', proxy, '1002')).toBeNull();
});
