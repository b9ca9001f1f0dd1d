import { describe, expect, it } from 'vitest';
import { certificatesOf } from '../certificates.ts';
import { asComparisons } from '../check-comparisons.ts';
import { worst } from '../checks.ts';
import { dividendsOf } from '../dividends.ts';
import { meetingsOf } from '../meetings/meetings.ts';
import { type Answers, answerChecks, recordDaysOf } from './answer-checks.ts';
import { balance, entry, journal, movements, ownership } from './answers-for-tests.ts';
import { certificateChecks } from './certificate-checks.ts';
import { allChecks } from './check-group.ts';
import { percentChecks, writtenAsCounted } from './text-checks.ts';

const today = '2026-11-20';

const inputs = (change: Partial<Answers> = {}): Answers => ({
  day: today,
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
  period: { data: { from: '2026-10-01', entries: movements, opening: [balance(100)] } },
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

const differing = (change: Partial<Answers>) =>
  allChecks(answerChecks(inputs(change)))
    .filter(({ result }) => result === 'differs')
    .map(({ id }) => id);

describe('comparisons of the answers', () => {
  it('match for consistent books, each group with its source', () => {
    const groups = answerChecks(inputs());
    expect(allChecks(groups).filter(({ result }) => result !== 'holds')).toEqual([]);
    expect(groups.map(({ id }) => id)).toEqual([
      'balance',
      'ownership',
      'cap-table',
      'diluted',
      'journal',
      'meetings',
      'dividends',
    ]);
    expect(groups[4]?.inputs).toContain('Oct 1, 2026');
  });

  it('detect one excess share anywhere', () => {
    expect(differing({ ownership: { data: ownership(101, 50) } })).toContain('Common/balance');
    expect(
      differing({ period: { data: { from: '2026-10-01', entries: movements, opening: [balance(101)] } } }),
    ).toEqual(['Common/roll']);
    expect(differing({ recordDays: new Map([['2026-11-02', [balance(149)]]]) })).toEqual([
      'meeting/1/entitled',
      'dividend/1',
    ]);
    const uneven = journal(entry(1, 'T', '10/2/2026', [10], [60]));
    expect(
      differing({ period: { data: { from: '2026-10-01', entries: uneven, opening: [balance(100)] } } }),
    ).toEqual(['journal/even']);
  });

  it('give the reason when a comparison lacks data, and never report a match', () => {
    const groups = answerChecks(inputs({ capTable: { message: 'The registry is busy.' } }));
    const table = groups.find(({ id }) => id === 'cap-table');
    expect(table?.checks).toMatchObject([{ result: 'cannot be checked', reason: 'The registry is busy.' }]);
    expect(worst(allChecks(groups))).toBe('cannot be checked');
  });

  it('leave out the cap table of a past day, which the interface does not have', () => {
    expect(answerChecks(inputs({ capTable: null })).map(({ id }) => id)).not.toContain('cap-table');
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
  const groups = answerChecks(inputs({ ownership: { data: ownership(100, 50, [66, 33]) } }));
  const differing = allChecks(groups).filter(({ result }) => result === 'differs');
  expect(differing.map(({ id }) => id)).toEqual(['Common/percent']);
  expect(asComparisons(allChecks(groups)).filter(({ result }) => result === 'differs')).toEqual([]);
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
