import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { handleAnswerChecks } from '#lib/gateway/answer-checks';
import type { GatewayContext } from '#lib/gateway/gateway-context';
import { type CheckLine, type ReadGroup, withLine } from '#lib/register/answer-checks/check-group';
import { type StandIn, startStandIn } from '#tests/fakes/registry';
import { demo, type GatewayFixture, openGatewayFixture, pageRequest } from './gateway-fixture.ts';

// The answers of the interface compared by the server: what is sent are figures, never the rows they come from.

let fixture: GatewayFixture;
let registry: StandIn;
let context: GatewayContext;
/** Shares of the only holder, as ownership gives them. */
let owned: number;
/** Ownership is answered after it. */
let hold: Promise<void>;
const today = '2026-11-20';

const balance = {
  ...{
    securityID: 1,
    className: 'Common',
    authorizedShares: 1000,
    totalIssuedShares: 100,
    totalShareholder: 1,
  },
  ...{ totalOutstandingShares: 100, totalReserveShares: 0, totalRestrictedShares: 0 },
  totalUnRestrictedShares: 100,
};
const holder = { systemShareholderId: 1, customerShareholderId: 'H-1', name: 'Meridian Trust' };

beforeAll(async () => {
  fixture = await openGatewayFixture();
  registry = await startStandIn({
    handle: async ({ path }) => {
      if (path.endsWith('/GenerateTransactionList'))
        return { body: JSON.stringify({ totalTransactionRecords: 0, transactions: [] }) };
      if (path.endsWith('/GetIssuerBalance')) return { body: JSON.stringify([balance]) };
      if (!path.endsWith('/GetOwnershipPercentage')) return { status: 404, body: '{}' };
      await hold;
      const securities = [{ securityType: 'Common', totalShares: owned, percentage: 100 }];
      const balances = [{ securityType: 'Common', totalOutstandingShares: 100 }];
      return { body: JSON.stringify({ accounts: [{ ...holder, securities }], balances }) };
    },
  });
});
beforeEach(() => {
  registry.calls.length = 0;
  owned = 100;
  hold = Promise.resolve();
  context = fixture.context(registry.base);
});
afterAll(async () => {
  await registry?.stop();
  await fixture?.stop();
});

async function ask(query: string, who: keyof typeof demo | null = 'operator') {
  const cookie = who ? await fixture.cookieOf(demo[who]) : '';
  const response = await handleAnswerChecks(
    pageRequest(`/api/answer-checks?${query}`, { cookie }),
    context,
    today,
  );
  const text = await response.text();
  if (!response.ok) return { status: response.status, text, groups: [], last: null };
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const last = lines.pop();
  const groups = (lines as CheckLine[]).reduce(withLine, [] as ReadGroup[]);
  return { status: response.status, text, groups, last };
}
const resultOf = (groups: readonly ReadGroup[], group: string, check: string) =>
  groups.find(({ id }) => id === group)?.read?.checks.find(({ id }) => id === check);

test('a figure that another answer gives differently differs, and one not answered cannot be checked', async () => {
  const first = await ask(`issuer=1001&day=${today}`);
  expect([first.status, first.last]).toEqual([200, { end: true }]);
  expect(resultOf(first.groups, 'ownership', 'Common/balance')).toMatchObject({ result: 'holds' });
  owned = 140;
  const { groups, text } = await ask(`issuer=1001&day=${today}`);
  expect(resultOf(groups, 'ownership', 'Common/balance')).toMatchObject({
    ...{ left: '140', right: '100', result: 'differs' },
  });
  expect(resultOf(groups, 'journal', 'Common/roll')).toMatchObject({ result: 'holds' });
  const period = registry.calls.find(({ path }) => path.endsWith('/GenerateTransactionList'));
  expect(JSON.parse(period!.body)).toMatchObject({
    ...{ customerIssuerId: 1001, startDate: '2026-10-01', endDate: today, returnJSON: true },
  });
  for (const group of ['cap-table', 'diluted'])
    expect([group, resultOf(groups, group, group)?.result]).toEqual([group, 'cannot be checked']);
  expect(text).not.toContain(holder.name);
});

test('each comparison is sent as soon as its answers are there', async () => {
  const ownership = Promise.withResolvers<void>();
  hold = ownership.promise;
  const cookie = await fixture.cookieOf(demo.operator);
  const asked = pageRequest(`/api/answer-checks?issuer=1001&day=${today}`, { cookie });
  const { body } = await handleAnswerChecks(asked, context, today);
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('"id":"journal","checks"')) text += (await reader.read()).value;
  expect(text).toContain('"id":"ownership","title"');
  expect(text).not.toContain('"id":"ownership","checks"');
  ownership.resolve();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) text += piece.value;
  expect(text).toContain('"id":"ownership","checks"');
});

test('the cap table is read for today only', async () => {
  const asked = () => registry.calls.some(({ path }) => path.endsWith('/cap/table'));
  await ask('issuer=1001&day=2026-11-19');
  expect(asked()).toBe(false);
  await ask(`issuer=1001&day=${today}`);
  expect(asked()).toBe(true);
});

test('it is recorded with issuer and day, once', async () => {
  const before = await fixture.lastAuditSeq();
  await ask('issuer=1001&day=2026-11-18', 'officer');
  await fixture.settled();
  const { rows } = await fixture.pool.query(
    `select endpoint, outcome, issuer, effective_date::text as day from audit where actor = $1 and seq > $2`,
    [await fixture.userId(demo.officer), before],
  );
  expect(rows).toEqual([{ endpoint: 'GetIssuerBalance', outcome: 'ok', issuer: 1001n, day: '2026-11-18' }]);
});

test.each([
  ['no session', `issuer=1001&day=${today}`, null, 401],
  ['an issuer outside the grant', `issuer=1003&day=${today}`, 'officer', 403],
  ['no issuer', `day=${today}`, 'operator', 400],
  ['no date', 'issuer=1001&day=2026-02-30', 'operator', 400],
  ['a day to come', 'issuer=1001&day=2026-11-21', 'operator', 400],
] as const)('%s is refused, and the registry is not asked', async (_, query, who, status) => {
  expect((await ask(query, who)).status).toBe(status);
  expect(registry.calls).toEqual([]);
});
