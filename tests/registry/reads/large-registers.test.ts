import { describe, expect, it, test } from 'vitest';
import { type AgentId, contract, type EndpointId, endpointOf } from '#lib/contract/index';
import { registryOfFile } from '../boot.ts';
import { shapeDifferences } from '../shape-check.ts';
import { search } from '../shapes.ts';

/*
 * The operations by which the dashboard reads registers that are too large to list: what they find and add up is what
 * the lists of the interface have.
 */

type Row = Record<string, unknown>;
const registry = registryOfFile();
const issuers = [1001, 1003, 1004, 1005, 1008];
const today = '2026-11-20';

async function read<T = Row>(id: EndpointId, fields: Row, as?: 'demo-issuer' | 'demo-readonly'): Promise<T> {
  const response = await registry().call(`${endpointOf(id).path}?${search(fields)}`, as && { as });
  expect([id, response.status]).toEqual([id, 200]);
  return response.body as T;
}

type Holder = { customerShareholderId: string; name: string; sortName: string };
type Found = { holders: Holder[]; hasMoreHolders: boolean; certificates: Row[]; transactions: Row[] };

const find = (text: string, numberOfRows = 100, issuer = 1001) =>
  read<Found>('SearchRegister', { customerIssuerId: issuer, text, numberOfRows });

const known = new Map<number, Promise<Holder[]>>();

/** The holders of the cap table, read once, with the sort names of their registrations. */
function holdersOf(issuer: number): Promise<Holder[]> {
  const list = known.get(issuer) ?? readHolders(issuer);
  known.set(issuer, list);
  return list;
}

async function readHolders(issuer: number): Promise<Holder[]> {
  const rows: Row[] = [];
  for (;;) {
    const page = { CustomerIssuerId: issuer, Start: rows.length, NumberOfRows: 1000 };
    const { shareholders } = await read<{ shareholders: Row[] }>('GetShareholderCapTable', page);
    rows.push(...shareholders);
    if (shareholders.length < 1000) break;
  }
  const registered = await read<{ shareholders: Row[] }>('GetShareholderDetailsList', {
    customerIssuerId: issuer,
  });
  const names = new Map(registered.shareholders.map((row) => [row.customerShareholderId, row.sortName]));
  const all = rows.map((row) => ({
    customerShareholderId: `${row.shareholderCustomerId}`,
    name: `${row.shareholderName}`,
    sortName: `${names.get(row.shareholderCustomerId)}`,
  }));
  return [...new Map(all.map((one) => [one.customerShareholderId, one])).values()];
}

const fold = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae');
const plain = (text: string) =>
  fold(text)
    .replace(/[!-/:-@[-`{-~]/g, ' ')
    .replace(/ +/g, ' ')
    .trim();
const ids = (holders: readonly Holder[]) =>
  holders.map(({ customerShareholderId }) => customerShareholderId).toSorted();

describe('a search of holders', () => {
  test.each([
    ...['tr', 'trust', 'co', 'john', 'quarry', 'ma', 'h-1000', 'H-100010', 'inc', 'zzzzz'],
    ...['trust j', 'a trust', 'o’', "o'", 'é', '%', '_', '\\', '(', '--'],
  ])('%s: every holder with the beginnings of these words, and no other', async (text) => {
    const all = await holdersOf(1001);
    const { holders, hasMoreHolders } = await find(text);
    const words = plain(text).split(' ').filter(Boolean);
    const expected = all.filter(({ name, sortName, customerShareholderId }) => {
      const [spaced, key] = [` ${plain(name)}`, fold(text)];
      return (
        words.length > 0 &&
        (words.every((word) => spaced.includes(` ${word}`)) ||
          fold(name).startsWith(key) ||
          fold(sortName).startsWith(key) ||
          fold(customerShareholderId).startsWith(key))
      );
    });
    const due = new Set(ids(expected));
    expect(ids(holders).filter((id) => !due.has(id))).toEqual([]);
    expect([holders.length, hasMoreHolders]).toEqual([Math.min(due.size, 100), due.size > 100]);
    expect(new Set(ids(holders)).size).toBe(holders.length);
  });

  it('says when it has more, and begins with names that begin with the text', async () => {
    const { holders: all } = await find('a');
    const { holders, hasMoreHolders } = await find('a', 3);
    expect([holders, hasMoreHolders]).toEqual([all.slice(0, 3), true]);
    expect(holders.every(({ sortName }) => sortName.toLowerCase().startsWith('a'))).toBe(true);
  });

  it('has no holder of another issuer', async () => {
    for (const issuer of issuers) {
      const own = new Set(ids(await holdersOf(issuer)));
      for (const text of ['a', 'co', 'h-'])
        expect(ids((await find(text, 100, issuer)).holders).filter((id) => !own.has(id))).toEqual([]);
    }
  });
});

it('finds certificates and transactions by every number they are shown with', async () => {
  for (const issuer of issuers) {
    const about = { customerIssuerId: issuer };
    const certificates = await read<Row[]>('GetHoldingCertificates', { ...about, filterStatus: 'All' });
    for (const one of [certificates[0], certificates.at(-1)]) {
      if (!one) continue;
      const number = `${one.prefixAndCertificateNumber}`;
      for (const text of [
        number,
        number.toLowerCase(),
        number.slice(number.lastIndexOf('-') + 1),
        `${one.customerCertificateId}`,
        `${one.controlCertificateId}`,
      ])
        expect((await find(text, 100, issuer)).certificates).toContainEqual(one);
    }
    const listed = await read<{ transactions: Row[] }>('GetTAStatusTransactions', {
      ...about,
      ...{ filterTransactionType: 'All', transactionStatus: 'All', orderBy: 'Descending' },
      ...{ sortBy: 'EffectiveDate', start: 0, numberOfRows: 5 },
    });
    for (const one of listed.transactions)
      for (const text of [`${one.transactionId}`, `${one.controlTransactionId}`])
        expect((await find(text, 100, issuer)).transactions).toContainEqual(one);
  }
  const none = await find('999999999999999999');
  expect([none.certificates, none.transactions]).toEqual([[], []]);
});

type Owned = { accounts: (Row & { securities: Row[] })[]; balances: Row[] };

test.each(issuers.flatMap((issuer) => [today, '2026-03-31'].map((cutoff) => ({ issuer, cutoff }))))(
  'the largest holders of %j are those of the ownership',
  async ({ issuer: customerIssuerId, cutoff }) => {
    const order = { sortBy: 'Shares', orderBy: 'Descending' };
    const owned = await read<Owned>('GetOwnershipPercentage', { customerIssuerId, cutoff, ...order });
    const largest = await read<Owned & { totals: Row[] }>('GetLargestHolders', {
      ...{ customerIssuerId, cutoff, numberOfRows: 3 },
    });
    expect(largest.balances).toEqual(owned.balances);
    const expected = owned.balances.flatMap(({ securityType }) => {
      const rows = owned.accounts.flatMap((account) =>
        account.securities
          .filter((one) => one.securityType === securityType)
          .map((one) => ({ ...account, securities: [one] })),
      );
      const shares = (row: (typeof rows)[number]) => BigInt(row.securities[0]?.totalShares as bigint);
      return { securityType, rows: rows.toSorted((a, b) => Number(shares(b) - shares(a))), shares };
    });
    const sizes = (rows: Owned['accounts']) => rows.map((row) => row.securities[0]?.totalShares);
    expect(sizes(largest.accounts)).toEqual(expected.flatMap(({ rows }) => sizes(rows.slice(0, 3))));
    for (const account of largest.accounts)
      expect(expected.flatMap(({ rows }) => rows)).toContainEqual(account);
    expect(
      largest.totals.map((one) => [one.security, Number(one.accounts), `${one.shares}`, one.squaredShares]),
    ).toEqual(
      expected
        .filter(({ rows }) => rows.length > 0)
        .map(({ securityType, rows, shares }) => {
          const all = rows.map(shares);
          const sum = (list: bigint[]) => list.reduce((total, one) => total + one, 0n).toString();
          return [securityType, all.length, sum(all), sum(all.map((one) => one * one))];
        }),
    );
  },
);

type Changed = {
  changes: Row[];
  totals: ({ security: string } & Record<
    'opened' | 'closed' | 'increased' | 'decreased',
    { accounts: unknown; shares: unknown }
  >)[];
};

/** The periods have issuances, transfers, splits, a stock dividend and days without any movement. */
const periods: [string, string][] = [
  ['2026-06-30', '2026-09-30'],
  ['2025-03-16', '2025-12-31'],
  ['2023-06-14', today],
  [today, today],
];

test.each(issuers.flatMap((issuer) => periods.map(([from, to]) => ({ issuer, from, to }))))(
  'the changes of %j are those between the two ownerships',
  async ({ issuer: customerIssuerId, from: startDate, to: endDate }) => {
    const held = async (cutoff: string) => {
      const { accounts } = await read<Owned>('GetOwnershipPercentage', { customerIssuerId, cutoff });
      return new Map(
        accounts.flatMap((account) =>
          account.securities.map((one) => {
            const { systemShareholderId, customerShareholderId, sortName, name } = account;
            const who = { systemShareholderId, customerShareholderId, sortName, name };
            const key = `${systemShareholderId} ${one.securityType}`;
            return [key, { ...who, security: one.securityType, shares: BigInt(one.totalShares as bigint) }];
          }),
        ),
      );
    };
    const [before, after] = [await held(startDate), await held(endDate)];
    const expected = [...new Map([...before, ...after])]
      .map(([key, { shares: _, ...who }]) => ({
        ...who,
        from: before.get(key)?.shares ?? 0n,
        to: after.get(key)?.shares ?? 0n,
      }))
      .filter(({ from, to }) => from !== to);
    const found = await read<Changed>('GetLargestChanges', {
      ...{ customerIssuerId, startDate, endDate, numberOfRows: 250 },
    });
    const ways = {
      opened: ({ from }: { from: bigint; to: bigint }) => from === 0n,
      closed: ({ to }: { from: bigint; to: bigint }) => to === 0n,
      increased: ({ from, to }: { from: bigint; to: bigint }) => from > 0n && to > from,
      decreased: ({ from, to }: { from: bigint; to: bigint }) => to > 0n && to < from,
    };
    const size = (change: { from: bigint; to: bigint }) =>
      change.to > change.from ? change.to - change.from : change.from - change.to;
    for (const { security, ...total } of found.totals) {
      const own = expected.filter((one) => one.security === security);
      for (const [way, is] of Object.entries(ways)) {
        const { accounts, shares } = total[way as keyof typeof ways];
        const rows = own.filter(is);
        const sum = rows.reduce((all, one) => all + size(one), 0n);
        expect([way, security, `${accounts}`, `${shares}`]).toEqual([
          ...[way, security, `${rows.length}`, `${sum}`],
        ]);
      }
      const listed = found.changes.filter((one) => one.security === security);
      const sizes = listed.map((one) =>
        size({ from: BigInt(one.sharesBefore as bigint), to: BigInt(one.sharesAfter as bigint) }),
      );
      expect(sizes).toEqual(
        own
          .map(size)
          .toSorted((a, b) => Number(b - a))
          .slice(0, 250),
      );
      for (const { securityTypeId: _, sharesBefore, sharesAfter, ...who } of listed)
        expect(own).toContainEqual({
          ...who,
          from: BigInt(sharesBefore as bigint),
          to: BigInt(sharesAfter as bigint),
        });
    }
    const classes = new Set<unknown>(found.totals.map(({ security }) => security));
    expect(expected.filter((one) => !classes.has(one.security))).toEqual([]);
  },
);

test('the reserves beside the largest holders are those of the dilution', async () => {
  for (const customerIssuerId of issuers) {
    const about = { customerIssuerId, cutoff: today };
    const { securites } = await read<{ securites: { security: string; shareholders: Row[] }[] }>(
      'GetDilutedPercentage',
      { ...about, isPDF: false },
    );
    const { reserves } = await read<{ reserves: Row[] }>('GetLargestHolders', about);
    const reserved = securites.flatMap(({ security, shareholders }) =>
      shareholders
        .filter(({ isReserved }) => isReserved === true)
        .map((row) => `${security} ${row.systemShareholderId} ${row.name} ${row.shares} ${row.sharesFormat}`),
    );
    expect(
      reserves
        .map(
          (row) =>
            `${row.security} ${row.systemReserveId} RESERVE – ${row.name} ${row.shares} ${row.sharesFormat}`,
        )
        .toSorted(),
    ).toEqual(reserved.toSorted());
  }
});

const samples: [AgentId, Row][] = [
  ['SearchRegister', { customerIssuerId: 1001, text: 'trust' }],
  ['SearchRegister', { customerIssuerId: 1001, text: '1' }],
  ['GetLargestHolders', { customerIssuerId: 1001, cutoff: '2026-06-30' }],
  ['GetLargestChanges', { customerIssuerId: 1001, startDate: '2026-06-30', endDate: today }],
];

test.each(samples)('%s %j returns exactly its documented fields, and 403 elsewhere', async (id, fields) => {
  expect(shapeDifferences(contract[id].response, await read(id, fields))).toEqual([]);
  const foreign = await registry().call(
    `${endpointOf(id).path}?${search({ ...fields, customerIssuerId: 1004 })}`,
    { as: 'demo-issuer' },
  );
  expect(foreign.status).toBe(403);
});

test.each<[AgentId, Row, string]>([
  ['SearchRegister', { text: '' }, 'text'],
  ['SearchRegister', { text: 'x'.repeat(101) }, 'text'],
  ['SearchRegister', { text: 'x', numberOfRows: 101 }, 'numberOfRows'],
  ['GetLargestHolders', { cutoff: today, numberOfRows: 251 }, 'numberOfRows'],
  ['GetLargestHolders', { cutoff: '2027-01-01' }, 'cutoff'],
  ['GetLargestChanges', { startDate: today, endDate: '2027-01-01' }, 'endDate'],
  ['GetLargestChanges', { startDate: today, endDate: '2026-06-30' }, 'startDate'],
  ['GetLargestChanges', { startDate: '2026-06-30' }, 'endDate'],
])('%s %j is refused and names %s', async (id, fields, name) => {
  const { status, body } = await registry().call(
    `${endpointOf(id).path}?${search({ customerIssuerId: 1001, ...fields })}`,
  );
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain(name);
});
