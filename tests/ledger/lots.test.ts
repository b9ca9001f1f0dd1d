import { describe, expect, test } from 'vitest';
import { changeAuthorized } from '#registry/ledger/capital';
import { addTaxLots } from '#registry/ledger/core/record-verbs';
import { splitForward } from '#registry/ledger/corporate-actions/split-forward';
import { splitReverse } from '#registry/ledger/corporate-actions/split-reverse';
import { payStockDividend } from '#registry/ledger/corporate-actions/stock-dividend';
import { declareDividend } from '#registry/ledger/dividends';
import { issue } from '#registry/ledger/issuance/issue';
import { transfer } from '#registry/ledger/transfer';
import { alpha, beta, entry, gamma, ledgerOfFile, rejectionOf, treasury } from './company.ts';
import { alone, proof } from './database.ts';

const { pool, holders, open, line } = await ledgerOfFile('lots');
const lot = (acquiredOn: string, shares: bigint, totalCost: string | null) => ({
  ...{ acquiredOn, shares, totalCost },
  ...{ costPerShare: null, isCovered: true, method: 'Purchase' },
});
const forward = { ratio: { numerator: 3n, denominator: 2n }, fractionalType: 'Round Down' as const };

/** Every lot of an issuer: holder, certificate status, shares and basis. */
async function lots(issuerId: bigint) {
  const { rows } = await pool.query(
    `select c.holder_id, c.canceled_on = '9999-12-31' as live, l.acquired_on, l.shares::int, l.total_cost
       from tax_lot l join certificate c on c.issuer_id = l.issuer_id and c.id = l.certificate_id
      where l.issuer_id = $1 order by l.certificate_id, l.number`,
    [issuerId],
  );
  return rows.map((row) => [
    holders.indexOf(row.holder_id),
    row.live ? 'live' : 'canceled',
    row.acquired_on,
    row.shares,
    row.total_cost,
  ]);
}

describe('tax lots after splits and stock dividends', () => {
  test('lots distributed by a split are not reassigned', async () => {
    const { issuerId, common, certificates } = await open([
      [alpha, 100n],
      [beta, 10n],
    ]);
    const [first, second] = certificates.map((one) => one.id) as [bigint, bigint];
    const give = (certificateId: bigint, shares: bigint, cost: string) =>
      rejectionOf(
        alone(pool, addTaxLots, { issuerId, certificateId, lots: [lot('2020-01-02', shares, cost)] }),
      );
    expect(await give(first, 100n, '90.00')).toBeUndefined();
    expect(await give(first, 100n, '100.00')).toBeUndefined();
    const split = { issuerId, classId: common, entry: entry('2024-02-15'), ...forward };
    const { issued } = await alone(pool, splitForward, split);
    const child = issued.find((one) => one.holderId === holders[alpha])!;
    const spread = [
      [alpha, 'live', '2020-01-02', 100, '66.67'],
      [alpha, 'live', '2020-01-02', 50, '33.33'],
    ];
    expect(await lots(issuerId)).toEqual(spread);
    for (const [id, shares] of [[first, 100n] as const, [child.id, 50n] as const]) {
      expect(await give(id, shares, '100.00')).toBe('lotsSpread');
    }
    // A certificate without lots was split too: lots for only one half of its shares would be incomplete.
    expect(await give(second, 10n, '5.00')).toBe('lotsSpread');
    const later = await alone(pool, issue, {
      ...{ issuerId, classId: common, entry: entry('2024-03-01'), lines: [line(alpha, 7n)] },
    });
    expect(await give(later.issued[0]!.id, 7n, '7.00')).toBeUndefined();
    expect(await lots(issuerId)).toEqual([...spread, [alpha, 'live', '2020-01-02', 7, '7.00']]);
    expect(await proof(pool, issuerId)).toEqual([]);
  });

  test('a stock dividend does not change the lots of certificates canceled since the record date', async () => {
    const { issuerId, common, certificates } = await open([
      [alpha, 100n],
      [beta, 100n],
    ]);
    const ids = certificates.map((one) => one.id) as [bigint, bigint];
    for (const certificateId of ids) {
      const given = { issuerId, certificateId, lots: [lot('2020-01-02', 100n, '110.00')] };
      await alone(pool, addTaxLots, given);
    }
    const dividendId = await alone(pool, declareDividend, {
      ...{ issuerId, classId: common, kind: 'Stock' as const, declaredOn: '2024-01-15', exOn: '2024-02-15' },
      ...{ recordOn: '2024-02-15', payableOn: '2024-03-20', fractionalType: 'Round Down' as const },
      ...{ ratio: { numerator: 1n, denominator: 10n }, ratioText: '10%' },
    });
    const gift = { ...entry('2024-03-01'), subKind: 'Gift' as const };
    await alone(pool, transfer, {
      issuerId,
      entry: gift,
      certificates: [ids[0]],
      lines: [line(gamma, 100n)],
    });
    const { issued } = await alone(pool, payStockDividend, {
      issuerId,
      dividendId,
      entry: entry('2024-03-20'),
    });
    expect(issued.map((one) => [holders.indexOf(one.holderId), one.shares])).toEqual([
      [alpha, 10n],
      [beta, 10n],
    ]);
    expect(await lots(issuerId)).toEqual([
      // Shares given away keep their whole basis; the new shares keep the day and have an unknown basis.
      [alpha, 'canceled', '2020-01-02', 100, '110.00'],
      [beta, 'live', '2020-01-02', 100, '100.00'],
      [gamma, 'live', '2020-01-02', 100, '110.00'],
      [alpha, 'live', '2020-01-02', 10, null],
      [beta, 'live', '2020-01-02', 10, '10.00'],
    ]);
    expect(await proof(pool, issuerId)).toEqual([]);
  });

  test('the rest of a treasury re-issue keeps its lots', async () => {
    const { issuerId, common, certificates } = await open([[alpha, 100n]]);
    const certificateId = certificates[0]!.id;
    const bought = [lot('2020-01-02', 40n, '80.00'), lot('2021-01-02', 60n, '180.00')];
    await alone(pool, addTaxLots, { issuerId, certificateId, lots: bought });
    const repurchase = { ...entry('2024-02-01'), subKind: 'Repurchase' as const };
    const held = await alone(pool, transfer, {
      ...{ issuerId, entry: repurchase, certificates: [certificateId], lines: [line(treasury, 100n)] },
    });
    await alone(pool, issue, {
      ...{ issuerId, classId: common, entry: entry('2024-02-02') },
      lines: [line(beta, 50n, { lots: [lot('2024-02-02', 50n, '500.00')] })],
      source: { treasuryCertificates: held.issued.map((one) => one.id) },
    });
    expect((await lots(issuerId)).filter(([, state]) => state === 'live')).toEqual([
      [beta, 'live', '2024-02-02', 50, '500.00'],
      [treasury, 'live', '2021-01-02', 50, '150.00'],
    ]);
    expect(await proof(pool, issuerId)).toEqual([]);
  });
});

test('a split adds nothing to the authorized shares of a class without a limit', async () => {
  const { issuerId, units, put } = await open([[alpha, 1n]]);
  await put(units, [line(alpha, 100n)]);
  const base = { issuerId, classId: units, fractionalType: 'Round Down' as const };
  const up = { ...base, ratio: { numerator: 2n, denominator: 1n }, authorizedIncrease: 50n };
  const down = { ...base, ratio: { numerator: 1n, denominator: 2n }, authorizedChange: 50n };
  expect(await rejectionOf(alone(pool, splitForward, { ...up, entry: entry('2024-02-15') }))).toBe('noLimit');
  expect(await rejectionOf(alone(pool, splitReverse, { ...down, entry: entry('2024-02-15') }))).toBe(
    'noLimit',
  );
  const { authorizedIncrease: _, ...plain } = up;
  await alone(pool, splitForward, { ...plain, entry: entry('2024-02-15') });
  // The first limit is the given one; an earlier increase is not added to it.
  const limit = { issuerId, classId: units, effectiveOn: '2024-03-01', authority: 'Board' };
  await alone(pool, changeAuthorized, { ...limit, delta: 200n, recordedAt: '2024-03-01T12:00:00Z' });
  const { rows } = await pool.query(
    'select sum(delta)::text as authorized from authorized_change where issuer_id = $1 and class_id = $2',
    [issuerId, units],
  );
  expect(rows).toEqual([{ authorized: '200' }]);
  expect(await proof(pool, issuerId)).toEqual([]);
});
