import { describe, expect, it } from 'vitest';
import { centsOf } from '#lib/format/money';
import type { Balance } from '#lib/register/capacity';
import { dividendsOf } from '#lib/register/dividends';
import { ta2Issuers, ta2Months, ta2Year } from '#lib/register/ta2-response';
import { statusRow } from '#lib/register/transactions/status';
import { ta2Checks } from './ta2-checks.ts';
import { issuerYear, wholeYear } from './ta2-derived.ts';
import { dueDate, dueText, filled, missingCount } from './ta2-filled.ts';
import { ta2Lines } from './ta2-lines.ts';

const kinds = {
  corporateEquity: 2,
  corporateDebt: 0,
  openEndInvestmentCompany: 0,
  limitedPartnership: 0,
  municipalDebt: 0,
  other: 1,
};
const response = {
  reportingYear: 2025,
  dueDate: '2026-03-31',
  registrant: { name: 'Harborline', amendedFormTA1: 'NotApplicable', engagedAsServiceCompany: false },
  itemsReceivedForTransfer: 1678,
  masterSecurityholderFileAccounts: 30,
  accounts: {
    total: 30,
    dividendReinvestmentOrDirectPurchase: 4,
    directRegistration: 20,
    percentages: { ...kinds, corporateEquity: 99, other: 1 },
  },
  issues: { receivesItemsAndMaintainsFiles: kinds, receivesItemsOnly: {}, maintainsFilesOnly: {} },
  services: { dividendPayingIssues: 1, dividendAmount: 1234.5 },
  agedRecordDifferences: { currentAgent: { issues: 1, marketValue: 1484 } },
  turnaround: {
    alwaysCompliant: false,
    monthsNotInCompliance: 1,
    months: [
      { month: '2025-07', routineItems: 129, withinThreeBusinessDays: 126, percent: 97.67, compliant: true },
      { month: '2025-08', routineItems: 109, withinThreeBusinessDays: 89, percent: 81.65, compliant: false },
    ],
  },
  byIssuer: [
    { customerIssuerId: 1001, issuer: 'Larkspur', items: 1600, accounts: 20, dividendAmount: 1234.5 },
    { customerIssuerId: 1003, issuer: 'Ashgrove', items: 78, accounts: 10, dividendAmount: 0 },
  ],
};
const year = { items: 1700n, accounts: 30n, classes: 3n, payingClasses: 1n, dividendCents: 123450n };
const line = (id: string, given: unknown = response) => ta2Lines(given, year).find((one) => one.id === id);
const results = (given: unknown) =>
  Object.fromEntries(ta2Checks(given, year).map((check) => [check.id, check.result]));

it('uses the response only', () => {
  expect(ta2Year(response)).toBe(2025);
  expect(ta2Months(response)[1]).toEqual({
    month: '2025-08',
    routine: 109n,
    within: 89n,
    percent: '81.65',
    compliant: false,
  });
  expect(ta2Issuers(response).map(({ items }) => items)).toEqual([1600n, 78n]);
  for (const foreign of [null, [], 'text', { turnaround: { months: 'none' } }]) {
    expect(ta2Year(foreign)).toBeNull();
    expect(ta2Months(foreign)).toEqual([]);
    expect(ta2Checks(foreign, null).every(({ result }) => result === 'cannot be checked')).toBe(true);
  }
});

describe('lines', () => {
  it('use the operation first, then derived values, else manual entry', () => {
    expect(line('items')).toMatchObject({ given: '1,678', source: 'operation' });
    expect(line('items', null)).toMatchObject({ given: '1,700', source: 'derived' });
    expect(line('paid', null)).toMatchObject({ given: '$1,234.50', source: 'derived' });
    expect(line('drs', null)).toMatchObject({ given: '', source: 'typed' });
    expect(line('cik')).toMatchObject({ given: '', source: 'typed' });
    expect(line('ta1')?.given).toBe('Not applicable');
    expect(line('as-service')?.given).toBe('No');
    expect(line('issues-receivesItemsOnly-other')).toMatchObject({ given: '0', source: 'derived' });
    expect(line('aged-value')?.given).toBe('$1,484.00');
  });

  it('count missing values, and a manual entry takes precedence and is marked', () => {
    const lines = ta2Lines(response, year);
    const before = missingCount(filled(lines, {}));
    const after = filled(lines, { cik: ' 0001 ', items: '1,679', 'ta1-why': 'x' });
    expect(missingCount(after)).toBe(before - 1);
    expect(after.find(({ id }) => id === 'cik')).toMatchObject({
      value: '0001',
      from: 'typed',
      overridden: false,
    });
    expect(after.find(({ id }) => id === 'items')).toMatchObject({ value: '1,679', overridden: true });
    expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
  });

  it('are due on March 31 of the next year', () => {
    expect(dueDate(response, 2025)).toBe('2026-03-31');
    expect(dueDate(null, 2026)).toBe('2027-03-31');
    expect(dueText(131)).toBe('In 131 days');
    expect([dueText(1), dueText(0), dueText(-1)]).toEqual(['In 1 day', 'Today', 'Overdue']);
  });
});

describe('checks', () => {
  it('match for consistent figures', () => {
    expect(Object.values(results(response)).every((result) => result === 'holds')).toBe(true);
  });

  it.each([
    ['4b', { masterSecurityholderFileAccounts: 31 }],
    ['5c', { accounts: { ...response.accounts, directRegistration: 31 } }],
    ['5d', { accounts: { ...response.accounts, percentages: kinds } }],
    ['9b', { turnaround: { ...response.turnaround, monthsNotInCompliance: 0 } }],
    ['9a', { turnaround: { ...response.turnaround, alwaysCompliant: true } }],
    ['4a-issuers', { itemsReceivedForTransfer: 1677 }],
    ['4a-lists', { itemsReceivedForTransfer: 1701 }],
    ['6a-balances', { issues: { receivesItemsAndMaintainsFiles: { ...kinds, other: 2 } } }],
    ['7c-dividends', { services: { ...response.services, dividendAmount: 1234.51 } }],
  ])('find %s', (id, change) => {
    expect(results({ ...response, ...change })[id]).toBe('differs');
  });
});

it('adds up a year from the lists, to the cent', () => {
  const received = [['1/2/2025', '12/31/2025', '1/1/2026', ''], ['6/1/2025']].map((days) =>
    days.map((receivedDate) => statusRow({ receivedDate, status: 'Rejected' }, '2026-11-20')),
  );
  const balances = [{ totalShareholder: 20 }, { totalShareholder: 10 }] as unknown as Balance[];
  const dividends = dividendsOf([
    { security: 'Common', type: 'Cash', payable: '3/1/2025', distributionAmount: 100.1 },
    { security: 'Common', type: 'Cash', payable: '6/1/2025', distributionAmount: 0.01 },
    { security: 'Common', type: 'Stock', payable: '9/1/2025', distributionAmount: 5000 },
    { security: 'Preferred', type: 'Cash', payable: '1/1/2026', distributionAmount: 7 },
  ]);
  const one = issuerYear(2025, received, balances, dividends);
  expect(one).toEqual({ items: 3, accounts: 30n, classes: 2, payingClasses: 1, dividendCents: 10011n });
  expect(wholeYear([one, one])).toEqual({
    items: 6n,
    accounts: 60n,
    classes: 4n,
    payingClasses: 2n,
    dividendCents: 20022n,
  });
  expect([centsOf('-1.005'), centsOf('3'), centsOf('2.999'), centsOf('x'), centsOf(null)]).toEqual([
    -101n,
    300n,
    300n,
    null,
    null,
  ]);
});
