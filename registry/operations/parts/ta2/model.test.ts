import { describe, expect, test } from 'vitest';
import {
  byKind,
  isAbbreviated,
  lostAgeing,
  sumCents,
  ta2Period,
  turnaroundMonths,
  wholePercents,
} from './model.ts';

const none = {
  corporateEquity: 0n,
  corporateDebt: 0n,
  openEndInvestmentCompany: 0n,
  limitedPartnership: 0n,
  municipalDebt: 0n,
  other: 0n,
};

describe('small filer', () => {
  test.each([
    [999n, 1000n, true],
    [1000n, 1000n, false],
    [1001n, 1000n, false],
    [999n, 1001n, false],
    [1001n, 1001n, false],
    [0n, 0n, true],
  ])('%i items and %i accounts: %s', (items, accounts, expected) => {
    expect(isAbbreviated(items, accounts)).toBe(expected);
  });
});

describe('kinds of security', () => {
  test('the worked example gives 93, 1 and 6 percent', () => {
    const counts = { ...none, corporateEquity: 20_871n, corporateDebt: 112n, other: 1344n };
    expect(wholePercents(counts)).toEqual({ ...none, corporateEquity: 93n, corporateDebt: 1n, other: 6n });
  });

  test('percentages add up to 100 whatever the counts, and are 0 for none', () => {
    for (const [equity, debt, partnership, other] of [
      [1n, 1n, 1n, 0n],
      [1n, 1n, 1n, 1n],
      [7n, 5n, 3n, 2n],
      [1n, 0n, 0n, 999_999_999n],
    ] as const) {
      const counts = {
        ...none,
        corporateEquity: equity,
        corporateDebt: debt,
        limitedPartnership: partnership,
        other,
      };
      expect(Object.values(wholePercents(counts)).reduce((sum, one) => sum + one, 0n)).toBe(100n);
    }
    expect(wholePercents(none)).toEqual(none);
  });

  test('every class letter has its kind', () => {
    const classes = ['C', 'P', 'B', 'D', 'M', 'W', 'U'].map((code, index) => ({
      code,
      count: 10n ** BigInt(index),
    }));
    expect(byKind(classes, (one) => one.count)).toEqual({
      ...none,
      corporateEquity: 11n,
      corporateDebt: 1100n,
      limitedPartnership: 10_000n,
      other: 1_100_000n,
    });
  });
});

describe('turnaround', () => {
  const july = { from: '2025-07-01', to: '2025-07-31' };
  const month = (items: readonly [received: string, done: string | null][], today = '2026-11-20') =>
    turnaroundMonths(
      items.map(([counted_from, done_on]) => ({ counted_from, done_on, effective_on: null })),
      july,
      today,
    );

  test('three business days over a holiday are on time, four are not', () => {
    const item = (done: string) => month([['2025-07-03', done]])[0];
    expect(item('2025-07-09')).toMatchObject({
      routineItems: 1,
      withinThreeBusinessDays: 1,
      compliant: true,
    });
    expect(item('2025-07-10')).toMatchObject({ withinThreeBusinessDays: 0, percent: 0, compliant: false });
  });

  test('a month passes at exactly 90 percent and without items', () => {
    const late = ['2025-07-01', '2025-07-31'] as [string, string];
    const nine = Array.from({ length: 9 }, () => ['2025-07-01', '2025-07-02'] as [string, string]);
    expect(month([...nine, late])[0]).toMatchObject({ routineItems: 10, percent: 90, compliant: true });
    expect(month([...nine.slice(1), late])[0]).toMatchObject({ percent: 88.89, compliant: false });
    expect(month([])).toEqual([
      { month: '2025-07', routineItems: 0, withinThreeBusinessDays: 0, percent: 100, compliant: true },
    ]);
  });

  test('a pending item counts once it is overdue', () => {
    const pending: [string, null][] = [['2025-07-21', null]];
    expect(month(pending, '2025-07-24')[0]).toMatchObject({ routineItems: 0, compliant: true });
    expect(month(pending, '2025-07-25')[0]).toMatchObject({ routineItems: 1, compliant: false });
  });

  test('a period has its months, the last one complete or partial', () => {
    const months = turnaroundMonths([], { from: '2025-11-15', to: '2026-02-03' }, '2026-11-20');
    expect(months.map((one) => one.month)).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
  });
});

describe('period', () => {
  const today = '2026-11-20';

  test.each([
    [{}, 2025, '2025-01-01', '2025-12-31', false],
    [{ year: 2024 }, 2024, '2024-01-01', '2024-12-31', false],
    [{ year: 2026 }, 2026, '2026-01-01', '2026-11-20', true],
    [{ startDate: '2024-04-01' }, 2024, '2024-04-01', '2024-12-31', true],
    [{ endDate: '2024-06-30' }, 2024, '2024-01-01', '2024-06-30', true],
    [{ startDate: '2026-11-20', endDate: '2026-12-31' }, 2026, '2026-11-20', '2026-11-20', true],
    [{ year: 1975 }, 1975, '1975-01-01', '1975-12-31', false],
  ])('%j is %i, %s to %s', (given, year, from, to, isPartial) => {
    expect(ta2Period(given, today)).toEqual({ year, from, to, isPartial });
  });

  test.each([
    { year: 2027 },
    { startDate: '2027-01-01' },
    { startDate: '2024-12-31', endDate: '2025-01-01' },
    { year: 2024, startDate: '2025-01-01' },
    { startDate: '2024-05-02', endDate: '2024-05-01' },
    { startDate: '2026-11-21' },
  ])('%j is rejected', (given) => {
    expect(() => ta2Period(given, today)).toThrow('not valid');
  });

  test.each([
    [{ year: 1974 }, 'year', 'must not be before 1975'],
    [{ year: 1 }, 'year', 'must not be before 1975'],
    [{ startDate: '0001-01-01' }, 'startDate', 'must not be before 1975'],
    [{ endDate: '1974-12-31' }, 'endDate', 'must not be before 1975'],
    [{ endDate: '2027-01-31' }, 'endDate', 'must not be later than 2026'],
  ])('%j names %s: %s', (given, field, text) => {
    expect(() => ta2Period(given, today)).toThrow(expect.objectContaining({ errors: { [field]: [text] } }));
  });
});

test('lost accounts are counted once, by age', () => {
  const days = [
    '2025-12-31',
    '2024-12-31',
    '2024-12-30',
    '2022-12-31',
    '2022-12-30',
    '2020-12-31',
    '2020-12-30',
  ];
  expect(lostAgeing(days, '2025-12-31')).toEqual({
    oneYearOrLess: 2,
    threeYearsOrLess: 2,
    fiveYearsOrLess: 2,
    moreThanFiveYears: 1,
  });
});

test('amounts add up to the cent', () => {
  expect(sumCents(['0.10', '0.2', '1000000000000', '0.005'])).toBe(100_000_000_000_031n);
});
