import { describe, expect, test } from 'vitest';
import { convert } from '#registry/ledger/convert';
import { splitForward } from '#registry/ledger/corporate-actions/split-forward';
import { splitReverse } from '#registry/ledger/corporate-actions/split-reverse';
import { declareDividend, payCashDividend } from '#registry/ledger/dividends';
import { issue } from '#registry/ledger/issuance/issue';
import { alpha, beta, entry, gamma, ledgerOfFile, quill, rejectionOf } from './company.ts';
import { alone, proof } from './database.ts';

const { pool, holders, open } = await ledgerOfFile('facts');

describe('single cases', () => {
  test.each([
    ['Round Up', [50, 14, 3], []],
    ['Round Down', [50, 13, 3], []],
    ['Cash In Lieu', [50, 13, 3], [['2', '25', '0.51']]],
  ] as const)('reverse split 1:25, %s', async (fractionalType, counts, cash) => {
    const one = await open([
      [alpha, 1240n, 'R'],
      [alpha, 333n],
      [alpha, 79n],
    ]);
    const posted = await alone(pool, splitReverse, {
      issuerId: one.issuerId,
      classId: one.common,
      entry: entry('2024-02-01'),
      ratio: { numerator: 1n, denominator: 25n },
      fractionalType,
      cashPrice: '6.40',
    });
    expect(posted.issued.map((certificate) => Number(certificate.shares))).toEqual(counts);
    expect(posted.issued.map((certificate) => certificate.restriction)).toEqual(['R', 'N', 'N']);
    const { rows } = await pool.query(
      'select fraction_numerator::text, fraction_denominator::text, amount from cash_in_lieu where issuer_id = $1',
      [one.issuerId],
    );
    expect(rows.map((row) => Object.values(row))).toEqual(cash);
    expect(await proof(pool, one.issuerId)).toEqual([]);
  });

  test('forward split 3:2 of 101 shares', async () => {
    for (const [fractionalType, extra, cash] of [
      ['Round Nearest', 51n, '0'],
      ['Cash In Lieu', 50n, '3.20'],
    ] as const) {
      const { issuerId, common } = await open([[alpha, 101n]]);
      const ratio = { numerator: 3n, denominator: 2n };
      const shape = {
        issuerId,
        classId: common,
        entry: entry('2024-02-01'),
        ratio,
        fractionalType,
        cashPrice: '6.40',
      };
      const posted = await alone(pool, splitForward, shape);
      expect(posted.issued.map((one) => one.shares)).toEqual([extra]);
      const { rows } = await pool.query('select cash_paid from txn where issuer_id = $1 and id = $2', [
        issuerId,
        posted.txnId,
      ]);
      expect(Number(rows[0].cash_paid)).toBe(Number(cash));
      expect(await proof(pool, issuerId)).toEqual([]);
    }
  });

  test('1,001 units become 1,001 shares and 500 warrants', async () => {
    const { issuerId, common, units, warrants, put } = await open([[alpha, 1n]]);
    const { issued } = await put(units, [{ holderId: holders[beta]!, shares: 1001n }]);
    const posted = await alone(pool, convert, {
      issuerId,
      entry: entry('2024-02-01', { subKind: 'Unit separation' }),
      certificates: [issued[0]!.id],
      targets: [
        { classId: common, ratio: { numerator: 1n, denominator: 1n }, fractionalType: 'None' },
        { classId: warrants, ratio: { numerator: 1n, denominator: 2n }, fractionalType: 'Round Down' },
      ],
    });
    expect(posted.issued.map((one) => one.shares)).toEqual([1001n, 500n]);
    expect(await proof(pool, issuerId)).toEqual([]);
  });

  test('cash dividend of $0.0875', async () => {
    const { issuerId, common } = await open([
      [alpha, 1_333_333n],
      [beta, 1000n],
      [gamma, 777n],
      [quill, 1n],
    ]);
    const on = '2024-03-01';
    const dividendId = await alone(pool, declareDividend, {
      issuerId,
      classId: common,
      kind: 'Cash',
      declaredOn: on,
      exOn: on,
      recordOn: on,
      payableOn: on,
      rate: '0.0875',
      fractionalType: 'None',
    });
    await alone(pool, payCashDividend, { issuerId, dividendId, paidAt: `${on}T20:00:00Z` });
    const { rows } = await pool.query(
      'select gross from dividend_payment where issuer_id = $1 order by shares desc',
      [issuerId],
    );
    expect(rows.map((row) => row.gross)).toEqual(['116666.64', '87.50', '67.99', '0.09']);
    const { rows: sums } = await pool.query('select distribution from dividend where issuer_id = $1', [
      issuerId,
    ]);
    expect(sums[0].distribution).toBe('116822.22');
    // A dividend can be paid only once.
    expect(
      await rejectionOf(alone(pool, payCashDividend, { issuerId, dividendId, paidAt: `${on}T21:00:00Z` })),
    ).toBe('notDeclared');
    // A posting effective before the record date changes neither the payments nor their proof.
    await alone(pool, issue, {
      issuerId,
      classId: common,
      entry: { ...entry('2024-03-20'), effectiveOn: '2024-02-20' },
      lines: [{ holderId: holders[beta]!, shares: 55n }],
    });
    expect(await proof(pool, issuerId)).toEqual([]);
  });
});
