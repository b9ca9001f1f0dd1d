import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { User } from '#lib/access/roles';
import { readDilutionSummary } from '#lib/gateway/summaries/dilution-summary';
import { readOwnershipSummary } from '#lib/gateway/summaries/ownership-summary';
import { jsonType, type StandIn, startStandIn } from '../fakes/registry.ts';
import { demo, type GatewayFixture, openGatewayFixture } from './gateway-fixture.ts';

// More than the dashboard accepts as one response; ACCOUNTS=1000000 for as many as the largest issuers have.
const accounts = Number(process.env.ACCOUNTS ?? 60_000);
const input = {
  customerIssuerId: 1001,
  cutoff: '2026-11-20',
  sortBy: 'Shares',
  orderBy: 'Descending',
} as const;
const [common, preferred] = ['Common Stock', 'Preferred Stock'];
const requested = { shown: 50, ranks: [1, 5, 10, 25, 50, 100, 250] };

const sharesOf = (index: number) => ((index * 7_919) % 1_000_003) + 1;
/** The largest holding, beyond the exact range of a double; its certificate is that of account 17. */
const largest = 9_007_199_254_740_993n;

const security = (securityType: string, shares: string) =>
  `{"securityType":"${securityType}","numberOfCertificates":1,"totalShares":${shares},"totalSharesFormat":"","percentage":0.1,"percentageFormat":""}`;
const account = (index: number) =>
  `{"systemShareholderId":${index},"customerShareholderId":"H-${index}","displayShareholderId":"${index}","name":"Holder \\"${index}\\" of {many}","sortName":"HOLDER ${index}","email":"h${index}@example.com","taxId":"123-45-${1_000 + (index % 9_000)}","securities":[${security(common, index === 17 ? `${largest}` : `${sharesOf(index)}`)}${index % 10 === 0 ? `,${security(preferred, `${index}`)}` : ''}]}`;
const balances = [common, preferred].map(
  (name) =>
    `{"securityType":"${name}","numOfShareholder":1,"numOfShareholderFormat":"","totalOutstandingShares":${10n ** 17n},"totalOutstandingSharesFormat":"","authorizedShares":0,"authorizedSharesFormat":"","isUnlimited":true}`,
);

let fixture: GatewayFixture;
let registry: StandIn;
let user: User;

/** Streams a response with that many rows, so that neither side holds all of it. */
async function stream(response: ServerResponse, begin: string, row: (index: number) => string, end: string) {
  response.writeHead(200, { 'content-type': jsonType });
  const send = async (text: string) => {
    if (!response.write(text)) await once(response, 'drain');
  };
  await send(begin);
  for (let from = 0; from < accounts; from += 500) {
    const rows = Array.from({ length: Math.min(500, accounts - from) }, (_, step) => row(from + step));
    await send(`${from === 0 ? '' : ','}${rows.join()}`);
  }
  await send(end);
  response.end();
}

beforeAll(async () => {
  fixture = await openGatewayFixture();
  registry = await startStandIn({ prefix: '/registry' });
  const context = fixture.context(registry.base);
  const found = await context.userOf(new Headers({ cookie: await fixture.cookieOf(demo.officer) }));
  user = found as User;
});
afterAll(async () => {
  await registry?.stop();
  await fixture?.stop();
});

it('reduces a response too large for memory to the largest rows and exact totals', async () => {
  registry.handle = async (_call, response) =>
    void (await stream(response, '{"accounts":[', account, `],"balances":[${balances}]}`));
  const { response, totals } = await readOwnershipSummary(
    user,
    input,
    requested,
    fixture.context(registry.base),
  );

  const all = Array.from({ length: accounts }, (_, index) =>
    index === 17 ? largest : BigInt(sharesOf(index)),
  );
  const sorted = all.toSorted((a, b) => (a > b ? -1 : a < b ? 1 : 0));
  const held = (some: bigint[]) => some.reduce((sum, one) => sum + one, 0n);
  expect(totals.map(({ className, listed, holders }) => [className, listed, holders])).toEqual([
    [common, accounts, accounts],
    // Account 0 holds none of it.
    [preferred, accounts / 10, accounts / 10 - 1],
  ]);
  expect(totals[0]).toMatchObject({
    held: held(all),
    squares: held(all.map((one) => one * one)),
    largest: requested.ranks.map((count) => ({ count, held: held(sorted.slice(0, count)) })),
  });
  expect(response.accounts).toHaveLength(100);
  const shares = response.accounts
    .slice(0, 50)
    .map(({ securities }) => BigInt(securities[0]?.totalShares ?? 0));
  expect(shares).toEqual(sorted.slice(0, 50));
  expect(response.accounts[0]?.name).toBe('Holder "17" of {many}');
  expect(response.balances).toHaveLength(2);
  // Fields outside the contract are removed from it as from any response.
  expect(JSON.stringify(response)).not.toMatch(/123-45|example\.com/);
  expect(JSON.stringify(response).length).toBeLessThan(100_000);
}, 120_000);

it('does the same for dilution, with rows and totals per class', async () => {
  const line = (index: number, reserved = false) =>
    `{"systemShareholderId":${index},"customerShareholderId":"H-${index}","displayShareholderId":"${index}","name":"Holder ${index}","isReserved":${reserved},"shares":${sharesOf(index)},"sharesFormat":"","taxId":"123-45-6789"}`;
  const begin = `{"securites":[{"security":"${preferred}","totalShares":5,"totalSharesFormat":"","shareholders":[]},{"security":"${common}","shareholders":[${line(1, true)},${line(2, true)},`;
  registry.handle = async (_call, response) =>
    void (await stream(response, begin, line, `],"totalShares":${largest},"totalSharesFormat":""}]}`));
  const requested = { customerIssuerId: 1001, cutoff: '2026-11-20', isPDF: false };
  const { response, totals } = await readDilutionSummary(user, requested, 20, fixture.context(registry.base));
  const all = Array.from({ length: accounts }, (_, index) => sharesOf(index));
  const none = { listed: 0, holding: 0, shares: 0n };
  const sum = BigInt(all.reduce((before, one) => before + one, 0));
  expect(totals).toEqual([
    { held: none, reserved: none },
    {
      held: { listed: accounts, holding: accounts, shares: sum },
      reserved: { listed: 2, holding: 2, shares: BigInt(sharesOf(1) + sharesOf(2)) },
    },
  ]);
  const [empty, full] = response.securites;
  expect(empty?.shareholders).toEqual([]);
  expect(full?.totalShares).toBe(`${largest}`);
  expect(full?.shareholders.filter((row) => !row.isReserved).map(({ shares }) => shares)).toEqual(
    all.toSorted((a, b) => b - a).slice(0, 20),
  );
  expect(full?.shareholders.filter((row) => row.isReserved)).toHaveLength(2);
  expect(JSON.stringify(response)).not.toContain('123-45');
}, 120_000);

it('requests nothing the user may not see, and rejects a truncated response', async () => {
  const context = fixture.context(registry.base);
  const requestedNow = registry.calls.length;
  const foreign = readOwnershipSummary(user, { ...input, customerIssuerId: 1003 }, requested, context);
  await expect(foreign).rejects.toMatchObject({ status: 403 });
  expect(registry.calls.length).toBe(requestedNow);
  registry.handle = () => ({ body: `{"accounts":[${account(1)}` });
  const broken = readOwnershipSummary(user, input, requested, context);
  await expect(broken).rejects.toMatchObject({ code: 'upstream_unreadable' });
  registry.handle = () => ({ body: `{"accounts":[{"name":"x"}],"balances":[]}` });
  const formless = readOwnershipSummary(user, input, requested, context);
  await expect(formless).rejects.toMatchObject({ code: 'upstream_unreadable' });
});

it('distinguishes a missing list from an empty one, and accepts the documented misspelling', async () => {
  const context = fixture.context(registry.base);
  const day = { customerIssuerId: 1001, cutoff: '2026-11-20', isPDF: false };
  const respondWith = (body: string) => {
    registry.handle = () => ({ body });
    return {
      owned: () => readOwnershipSummary(user, input, requested, context),
      diluted: () => readDilutionSummary(user, day, 20, context),
    };
  };
  for (const body of [`{"balances":[${balances}]}`, `{"accounts":null,"balances":[${balances}]}`, '{}'])
    await expect(respondWith(body).owned()).rejects.toMatchObject({ code: 'upstream_unreadable' });
  await expect(respondWith('{"accounts":[]}').owned()).rejects.toMatchObject({ code: 'upstream_unreadable' });
  const none = await respondWith(`{"accounts":[],"balances":[${balances}]}`).owned();
  expect([none.response.accounts, none.totals]).toEqual([[], []]);

  for (const body of ['{}', '{"securites":null}', `{"securites":[{"security":"${common}"}]}`])
    await expect(respondWith(body).diluted()).rejects.toMatchObject({ code: 'upstream_unreadable' });
  const row = '{"name":"A","isReserved":false,"shares":5}';
  const { response, totals } = await respondWith(
    `{"securities":[{"security":"${common}","totalShares":5,"shareholders":[${row}]}]}`,
  ).diluted();
  expect(response.securites[0]?.shareholders).toMatchObject([{ name: 'A', shares: 5 }]);
  expect(totals[0]?.held).toEqual({ listed: 1, holding: 1, shares: 5n });
});

it('asks a registry that adds up itself for the sums only', async () => {
  const own = await startStandIn({ prefix: '/registry' });
  const security = { securityTypeId: 1, security: common };
  const row = {
    ...{ systemShareholderId: 17, customerShareholderId: 'H-17', displayShareholderId: 'H-17' },
    ...{ name: 'A', sortName: 'A', taxId: '123-45-6789' },
    securities: [
      {
        ...{ securityType: common, numberOfCertificates: 1, numberOfCertificatesFormat: '1' },
        ...{ totalShares: 9, totalSharesFormat: '9', percentage: 0.1, percentageFormat: '0.1' },
      },
    ],
  };
  const largest = [
    { accounts: 1, shares: 9 },
    { accounts: 5, shares: 30 },
  ];
  own.handle = ({ path }) => {
    if (path.endsWith('/agent/v1'))
      return { body: JSON.stringify({ version: '1', operations: ['GetLargestHolders'] }) };
    if (!path.endsWith('/largest-holders')) return { status: 500, body: '{}' };
    const totals = [{ ...security, accounts: 8, shares: 41, squaredShares: '400', largest }];
    const reserves = [{ ...security, systemReserveId: 3, name: 'Plan', shares: 5, sharesFormat: '5' }];
    return {
      body: `{"accounts":${JSON.stringify([row])},"balances":[${balances}],"totals":${JSON.stringify(totals)},"reserves":${JSON.stringify(reserves)}}`,
    };
  };
  const context = fixture.context(own.base);
  try {
    const owned = await readOwnershipSummary(user, input, { shown: 1, ranks: [1, 5] }, context);
    expect(owned.response.accounts.map(({ name }) => name)).toEqual(['A']);
    expect(JSON.stringify(owned.response)).not.toContain('123-45');
    expect(owned.totals).toEqual([
      {
        ...{ className: common, listed: 8, holders: 8, held: 41n, squares: 400n },
        largest: [
          { count: 1, held: 9n },
          { count: 5, held: 30n },
        ],
      },
    ]);
    const day = { customerIssuerId: 1001, cutoff: '2026-11-20', isPDF: false };
    const diluted = await readDilutionSummary(user, day, 1, context);
    expect(diluted.response.securites[0]).toMatchObject({
      ...{ security: common, totalShares: `${10n ** 17n + 5n}` },
      shareholders: [
        { name: 'A', isReserved: false, shares: 9 },
        { name: 'RESERVE – Plan', isReserved: true, shares: 5, displayShareholderId: '3' },
      ],
    });
    expect(diluted.totals).toEqual([
      { held: { listed: 8, holding: 8, shares: 41n }, reserved: { listed: 1, holding: 1, shares: 5n } },
      { held: { listed: 0, holding: 0, shares: 0n }, reserved: { listed: 0, holding: 0, shares: 0n } },
    ]);
    const called = own.calls.length;
    const foreign = readOwnershipSummary(user, { ...input, customerIssuerId: 1003 }, requested, context);
    await expect(foreign).rejects.toMatchObject({ status: 403 });
    expect(own.calls.length).toBe(called);
    expect(new Set(own.calls.map(({ path }) => path.split('/').at(-1)))).toEqual(
      new Set(['v1', 'largest-holders']),
    );
  } finally {
    await own.stop();
  }
});
