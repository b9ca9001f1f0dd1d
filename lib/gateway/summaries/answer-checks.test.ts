import { expect, it } from 'vitest';
import type { SendRequest } from '#lib/api/send-request';
import { type ReadGroup, withLine } from '#lib/register/answer-checks/check-group';
import type { Balance } from '#lib/register/capacity';
import { answerCheckLines } from './answer-checks.ts';

const day = '2026-11-20';

/** A registry with so many accounts of 10 shares each, in pages of at most `pageMax` rows. */
function registry(accounts: number, { pageMax = 1000, reported = accounts } = {}) {
  const starts: number[] = [];
  const asked: string[] = [];
  let open = 0;
  let openMax = 0;
  const balance = {
    className: 'Common',
    authorizedShares: 1_000_000,
    totalIssuedShares: accounts * 10,
    totalOutstandingShares: accounts * 10,
    totalReserveShares: 0,
    totalRestrictedShares: 0,
    totalNonRestrictedShares: accounts * 10,
    totalShareholder: accounts,
  };
  const request = (async (id: string, input: { Start: number; NumberOfRows: number }) => {
    asked.push(id);
    if (id === 'GetIssuerBalance') return [balance];
    if (id === 'GenerateTransactionList') return { transactions: [] };
    if (id !== 'GetShareholderCapTable') return { accounts: [], balances: [], securities: [] };
    starts.push(input.Start);
    open += 1;
    openMax = Math.max(openMax, open);
    await Promise.resolve();
    open -= 1;
    const rows = Math.max(0, Math.min(pageMax, input.NumberOfRows, accounts - input.Start));
    return {
      totalShareholderRecords: reported,
      securities: [{ securityType: 'Common', numberOfShareholders: accounts }],
      shareholders: Array.from({ length: rows }, (_, row) => ({
        shareholderControlId: input.Start + row,
        securityType: 'Common',
        totalShares: 10,
        restrictionShares: 0,
        nonRestrictionShares: 10,
      })),
    };
  }) as unknown as SendRequest;
  return { request, starts, asked, most: () => openMax };
}

/** The groups after each line that was sent. */
async function sentBy(request: SendRequest, hasBooks = true): Promise<ReadGroup[][]> {
  const sent: ReadGroup[][] = [];
  const balances = (await request('GetIssuerBalance', { CustomerIssuerId: 1004 })) as Balance[];
  for await (const line of answerCheckLines(request, { issuer: 1004, day, today: day, hasBooks, balances }))
    sent.push(withLine(sent.at(-1) ?? [], line));
  return sent;
}

const capTableOf = async (request: SendRequest, hasBooks = true) =>
  (await sentBy(request, hasBooks)).at(-1)?.find(({ id }) => id === 'cap-table')?.read;

it.each([
  ['one page', 7, 1000, [0]],
  ['full pages', 3_000, 1000, [0, 1000, 2000]],
  ['a last page that is not full', 5_500, 1000, [0, 1000, 2000, 3000, 4000, 5000]],
  ['a registry with smaller pages', 450, 100, [0, 100, 200, 300, 400]],
])('reads each row of the cap table once: %s', async (_, accounts, pageMax, starts) => {
  const one = registry(accounts, { pageMax });
  const group = await capTableOf(one.request);
  expect(one.starts).toEqual(starts);
  const result = (name: string) => group?.checks.find(({ id }) => id.endsWith(name))?.result;
  expect([result('/rows'), result('/holders')]).toEqual(['holds', 'holds']);
});

it('reads pages after the first together, three at a time', async () => {
  const one = registry(13_000);
  await capTableOf(one.request);
  expect(one.most()).toBe(3);
});

it('ends at an empty page, whatever total was reported', async () => {
  const one = registry(1_500, { reported: 100_000 });
  await capTableOf(one.request);
  expect(one.starts).toEqual([0, 1000, 2000, 3000]);
});

it('says of a cap table with too many rows that they were not added up', async () => {
  const one = registry(1_500, { reported: 100_001 });
  const group = await capTableOf(one.request);
  expect(one.starts).toEqual([0]);
  expect(group?.checks).toMatchObject([
    {
      result: 'cannot be checked',
      reason: 'The cap table has more than 100,000 rows; they were not added up.',
    },
  ]);
});

it('does not read dividends where the books compare them', async () => {
  const [own, foreign] = [registry(7), registry(7)];
  await capTableOf(own.request, true);
  await capTableOf(foreign.request, false);
  expect(own.asked).not.toContain('GetDividendList');
  expect(foreign.asked).toContain('GetDividendList');
});
