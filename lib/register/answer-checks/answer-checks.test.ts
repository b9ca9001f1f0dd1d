import { describe, expect, it } from 'vitest';
import { certificatesOf } from '../certificates.ts';
import { asComparisons } from '../check-comparisons.ts';
import { worst } from '../checks.ts';
import { dividendsOf } from '../dividends.ts';
import { meetingsOf } from '../meetings/meetings.ts';
import {
  groupHeads,
  ofBalances,
  ofCapTable,
  ofDilution,
  ofDividends,
  ofMeetings,
  ofOwnership,
  ofQuarter,
  recordDaysOf,
} from './answer-checks.ts';
import { balance, entry, journal, movements, ownership } from './answers-for-tests.ts';
import { certificateChecks } from './certificate-checks.ts';
import { allChecks, type CheckLine, type ReadGroup, withLine } from './check-group.ts';
import { percentChecks, writtenAsCounted } from './text-checks.ts';

const today = '2026-11-20';

type Answers = {
  balances: Parameters<typeof ofBalances>[0];
  ownership: Parameters<typeof ofOwnership>[0];
  capTable: Parameters<typeof ofCapTable>[0];
  diluted: Parameters<typeof ofDilution>[0];
  quarter: Parameters<typeof ofQuarter>[0];
  meetings: Parameters<typeof ofMeetings>[0];
  dividends: Parameters<typeof ofDividends>[0];
  recordDays: Parameters<typeof ofMeetings>[1];
};

const inputs = (change: Partial<Answers> = {}): Answers => ({
  balances: [balance(150)],
  ownership: { data: ownership(100, 50) },
  capTable: {
    data: {
      rows: [100, 50].map((totalShares, index) => ({
        shareholderControlId: index,
        securityType: 'Common',
        totalShares,
        restrictionShares: 0,
        nonRestrictionShares: totalShares,
      })) as never,
      securities: [
        { securityType: 'Common', totalIssuedShares: 150, authorizedShares: 1000, numberOfShareholders: 2 },
      ] as never,
    },
  },
  diluted: {
    data: {
      securites: [
        {
          security: 'Common',
          totalShares: 160,
          shareholders: [
            { name: 'A', isReserved: false, shares: 150 },
            { name: 'Plan', isReserved: true, shares: 10 },
          ],
        },
      ],
    } as never,
  },
  quarter: { data: { entries: movements, opening: [balance(100)] } },
  meetings: {
    data: meetingsOf([
      { proxyId: 1, security: 'Common', totalShares: 150, totalVotedShares: 60, recordDate: '11/2/2026' },
    ]),
  },
  dividends: {
    data: dividendsOf([
      { dividendId: 1, security: 'Common', recordDate: '11/2/2026', oustandingShares: 150 },
    ]),
  },
  recordDays: new Map([['2026-11-02', [balance(150)]]]),
  ...change,
});

const made = (change: Partial<Answers> = {}) => {
  const { balances, recordDays, ...got } = inputs(change);
  return {
    balance: ofBalances(balances),
    ownership: ofOwnership(got.ownership, balances),
    'cap-table': ofCapTable(got.capTable, balances),
    diluted: ofDilution(got.diluted, balances),
    journal: ofQuarter(got.quarter, balances),
    meetings: ofMeetings(got.meetings, recordDays),
    dividends: ofDividends(got.dividends, recordDays),
  };
};

const differing = (change: Partial<Answers>) =>
  Object.values(made(change))
    .flat()
    .filter(({ result }) => result === 'differs')
    .map(({ id }) => id);

describe('comparisons of the answers', () => {
  it('match for consistent books', () => {
    const all = Object.values(made()).flat();
    expect(all.length).toBeGreaterThan(15);
    expect(all.filter(({ result }) => result !== 'holds')).toEqual([]);
  });

  it('are of seven kinds, each with its source', () => {
    const heads = groupHeads({ day: today, today, hasBooks: false });
    expect(heads.map(({ id }) => id)).toEqual(Object.keys(made()));
    expect(heads.find(({ id }) => id === 'journal')?.inputs).toBe(
      'Journal from Oct 1, 2026 to Nov 20, 2026, balances at both ends',
    );
  });

  it('leave out the cap table of a past day, and the dividends that the books compare', () => {
    const ids = (day: string, hasBooks: boolean) => groupHeads({ day, today, hasBooks }).map(({ id }) => id);
    expect(ids('2026-11-19', false)).toEqual(Object.keys(made()).filter((id) => id !== 'cap-table'));
    expect(ids(today, true)).toEqual(Object.keys(made()).filter((id) => id !== 'dividends'));
  });

  it('detect one excess share anywhere', () => {
    expect(differing({ ownership: { data: ownership(101, 50) } })).toContain('Common/balance');
    expect(differing({ quarter: { data: { entries: movements, opening: [balance(101)] } } })).toEqual([
      'Common/roll',
    ]);
    expect(differing({ recordDays: new Map([['2026-11-02', [balance(149)]]]) })).toEqual([
      'meeting/1/entitled',
      'dividend/1',
    ]);
    const uneven = journal(entry(1, 'T', '10/2/2026', [10], [60]));
    expect(differing({ quarter: { data: { entries: uneven, opening: [balance(100)] } } })).toEqual([
      'journal/even',
    ]);
  });

  it('give the reason when a comparison lacks data, and never report a match', () => {
    const checks = made({ capTable: { message: 'The registry is busy.' } })['cap-table'];
    expect(checks).toMatchObject([{ result: 'cannot be checked', reason: 'The registry is busy.' }]);
    expect(worst(checks)).toBe('cannot be checked');
  });

  it('add up certificates without canceled ones', () => {
    const certificates = certificatesOf([
      { controlCertificateId: 1, security: 'Common', shares: 150, issued: '1/2/2020', canceled: '' },
      { controlCertificateId: 2, security: 'Common', shares: 7, issued: '1/2/2020', canceled: '1/3/2021' },
    ]);
    expect(certificateChecks(certificates, [balance(150)], today)[0]?.result).toBe('holds');
    expect(certificateChecks(certificates, [balance(157)], today)[0]?.result).toBe('differs');
  });

  it('use past record dates, the latest first, once', () => {
    const meetings = meetingsOf([{ recordDate: '11/2/2026' }, { recordDate: '12/2/2026' }]);
    const dividends = dividendsOf([
      { recordDate: '11/2/2026' },
      { recordDate: '8/2/2026' },
      { recordDate: '5/2/2026' },
    ]);
    expect(recordDaysOf(meetings, dividends, today, 2)).toEqual(['2026-11-02', '2026-08-02']);
  });
});

it('allow percentages to miss 100 by rounding only', () => {
  const result = (percentages: number[]) => percentChecks(ownership(1, 2, percentages))[0]?.result;
  expect(result([33.33333333, 66.66666667])).toBe('holds');
  expect(result([33.3333, 66.6667])).toBe('holds');
  expect(result([33.33, 66.66])).toBe('differs');
});

it('percentages and formatted texts are listed, and take no part in the verdict', () => {
  const checks = ofOwnership({ data: ownership(100, 50, [66, 33]) }, [balance(150)]);
  const differing = checks.filter(({ result }) => result === 'differs');
  expect(differing.map(({ id }) => id)).toEqual(['Common/percent']);
  expect(asComparisons(checks).filter(({ result }) => result === 'differs')).toEqual([]);
});

it('count figures that differ from the computed ones', () => {
  const rows = [
    { totalShares: 1234, totalSharesFormat: '1,234' },
    { totalShares: 1234, totalSharesFormat: '1,235' },
    { percentage: 1, percentageFormat: '1.0%' },
  ];
  expect(writtenAsCounted('x', 'X', rows)).toMatchObject([{ left: '1', right: '0', result: 'differs' }]);
  expect(writtenAsCounted('x', 'X', [{ name: 'a' }])).toEqual([]);
});

it('comparisons of an earlier reading stay, with its time, until new ones replace them', () => {
  const [head, other] = groupHeads({ day: today, today, hasBooks: true });
  const line = (readAt: string): CheckLine => ({ id: 'balance', checks: made().balance, readAt });
  const lines: CheckLine[] = [{ groups: [head!, other!] }, line('10:00'), { groups: [head!, other!] }];
  const again = lines.reduce(withLine, [] as ReadGroup[]);
  expect(again.map(({ id, read }) => [id, read?.readAt])).toEqual([
    ['balance', '10:00'],
    ['ownership', undefined],
  ]);
  expect(allChecks(again)).toEqual(made().balance);
  expect(withLine(again, line('11:00'))[0]?.read?.readAt).toBe('11:00');
});
