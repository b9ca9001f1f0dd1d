import { describe, expect, test } from 'vitest';
import { withTransaction } from '#lib/postgres/pool';
import { changeAuthorized, changeAuthorizedIn, changeReserve, openReserve } from '#registry/ledger/capital';
import { addAccount } from '#registry/ledger/core/accounts';
import { addTaxLots, placeStop, releaseStop } from '#registry/ledger/core/record-verbs';
import { beginUnitOfWork, classOf } from '#registry/ledger/core/unit-of-work';
import { recordAction } from '#registry/ledger/corporate-actions/corporate-action';
import { splitForward } from '#registry/ledger/corporate-actions/split-forward';
import { splitReverse } from '#registry/ledger/corporate-actions/split-reverse';
import { payStockDividend } from '#registry/ledger/corporate-actions/stock-dividend';
import { declareDividend, payCashDividend } from '#registry/ledger/dividends';
import { issue, issueIn } from '#registry/ledger/issuance/issue';
import { openClass, openClassIn, openIssuerBook, setIssuerStatus } from '#registry/ledger/issuers';
import { cancel, receive } from '#registry/ledger/pending-transactions';
import { retire } from '#registry/ledger/retire';
import { transfer } from '#registry/ledger/transfer';
import { alpha, beta, entry, gamma, ledgerOfFile, recordedAt, rejectionOf, treasury } from './company.ts';
import { alone, proof } from './database.ts';

const { pool, holders, open, line } = await ledgerOfFile('boundaries');
const board = { authority: 'Board', recordedAt };
const forward = { ratio: { numerator: 3n, denominator: 2n }, fractionalType: 'Round Up' as const };
const reverse = { ratio: { numerator: 1n, denominator: 10n }, fractionalType: 'Cash In Lieu' as const };
const declare = (issuerId: bigint, classId: bigint, recordOn: string, more: object) =>
  alone(pool, declareDividend, {
    ...{ issuerId, classId, declaredOn: '2024-01-15', exOn: recordOn, recordOn, payableOn: '2024-03-20' },
    ...{ fractionalType: 'Round Down' as const, ...(more as { kind: 'Cash'; rate: string }) },
  });
const tenPercent = { kind: 'Stock', ratio: { numerator: 1n, denominator: 10n }, ratioText: '10%' };

describe('limits and dates', () => {
  test('the first limit of a class is not below its issued and reserved shares', async () => {
    const { issuerId, units, put } = await open([[alpha, 1n]]);
    await put(units, [line(alpha, 100n)]);
    const common = { issuerId, classId: units, effectiveOn: '2024-02-01', ...board };
    await alone(pool, openReserve, { ...common, name: 'Plan', kind: 'Plan', shares: 20n });
    const limit = (delta: bigint) => rejectionOf(alone(pool, changeAuthorized, { ...common, delta }));
    expect(await limit(119n)).toBe('overIssue');
    const { rows } = await pool.query('select is_unlimited from security_class where id = $1', [units]);
    expect(rows).toEqual([{ is_unlimited: true }]);
    expect(await limit(120n)).toBeUndefined();
    const more = { issuerId, classId: units, entry: entry('2024-02-02'), lines: [line(beta, 1n)] };
    expect(await rejectionOf(alone(pool, issue, more))).toBe('overIssue');
    expect(await proof(pool, issuerId)).toEqual([]);
  });

  test('the first limit of a class opened in the same unit of work counts the shares issued there', async () => {
    const work = withTransaction(pool, async (tx) => {
      const book = await openIssuerBook(tx, { customerId: 77_001n, name: 'One book', kind: 'test' });
      const { issuerId } = book;
      const opened = { issuerId, openedOn: '2024-01-02', authority: 'Charter', recordedAt };
      const classId = await openClassIn(book, { ...opened, code: 'U', name: 'Units', paperPrefix: 'U' });
      const registration = { name: 'ALPHA', name2: '', name3: '', sortName: 'ALPHA', isNominee: false };
      addAccount(book, { issuerId, holderId: holders[alpha]!, openedOn: '2024-01-02' }, registration);
      await issueIn(book, { issuerId, classId, entry: entry('2024-01-10'), lines: [line(alpha, 100n)] });
      await changeAuthorizedIn(book, { issuerId, classId, delta: 99n, effectiveOn: '2024-01-11', ...board });
    });
    expect(await rejectionOf(work)).toBe('overIssue');
  });

  test('nothing is effective before its class was opened', async () => {
    const { issuerId, certificates } = await open([[alpha, 100n]]);
    const opened = { issuerId, openedOn: '2024-02-01', authority: 'Charter', recordedAt };
    const late = { ...opened, code: 'P' as const, name: 'Late', authorized: 1000n, paperPrefix: 'P' };
    const classId = await alone(pool, openClass, late);
    const early = entry('2024-02-05', { effectiveOn: '2024-01-31' });
    const given = { issuerId, classId, entry: early, lines: [line(beta, 5n)] };
    expect(await rejectionOf(alone(pool, issue, given))).toBe('dateOrder');
    const capital = { issuerId, classId, effectiveOn: '2024-01-31', ...board };
    const plan = { ...capital, name: 'Plan', kind: 'Plan' as const, shares: 10n };
    expect(await rejectionOf(alone(pool, openReserve, plan))).toBe('dateOrder');
    expect(await rejectionOf(alone(pool, changeAuthorized, { ...capital, delta: 10n }))).toBe('dateOrder');
    const sale = { ...entry('2024-02-05', { effectiveOn: '2024-01-31' }), subKind: 'Sale' as const };
    const old = { issuerId, entry: sale, certificates: [certificates[0]!.id], lines: [line(beta, 5n)] };
    expect(await rejectionOf(alone(pool, transfer, old))).toBeUndefined();
    const onTheDay = { ...given, entry: entry('2024-02-05', { effectiveOn: '2024-02-01' }) };
    expect(await rejectionOf(alone(pool, issue, onTheDay))).toBeUndefined();
    expect(await proof(pool, issuerId)).toEqual([]);
  });

  test('an inactive issuer is read only, and its items can still be returned', async () => {
    const { issuerId, common, certificates } = await open([[alpha, 100n]]);
    const certificateId = certificates[0]!.id;
    const base = { issuerId, classId: common, effectiveOn: '2024-02-01', ...board };
    const reserveId = await alone(pool, openReserve, { ...base, name: 'Plan', kind: 'Plan', shares: 10n });
    const dividendId = await declare(issuerId, common, '2024-02-01', { kind: 'Cash', rate: '0.10' });
    const txnId = await alone(pool, receive, { issuerId, kind: 'T', entry: { receivedOn: '2024-02-01' } });
    await alone(pool, setIssuerStatus, { issuerId, status: 'Inactive', inactiveOn: '2024-03-01' });
    const stop = { issuerId, certificateId, kind: 'Issuer stop' as const, placedOn: '2024-03-05' };
    const rejected = [
      () => alone(pool, payCashDividend, { issuerId, dividendId, paidAt: '2024-03-20T15:00:00Z' }),
      () => alone(pool, changeReserve, { ...base, reserveId, delta: 5n }),
      () => alone(pool, changeAuthorized, { ...base, delta: 5n }),
      () => alone(pool, placeStop, stop),
      () => declare(issuerId, common, '2024-03-10', { kind: 'Cash', rate: '0.10' }),
    ];
    for (const work of rejected) expect(await rejectionOf(work())).toBe('inactiveIssuer');
    const back = { issuerId, txnId, processedAt: '2024-03-06T12:00:00Z' };
    expect(await rejectionOf(alone(pool, cancel, back))).toBeUndefined();
    await alone(pool, setIssuerStatus, { issuerId, status: 'Active' });
    expect(await rejectionOf(alone(pool, placeStop, stop))).toBeUndefined();
    expect(await proof(pool, issuerId)).toEqual([]);
  });
});

describe('dividends and their dates', () => {
  test('a stock dividend recorded before a split is rejected; on its day it counts the remaining shares', async () => {
    const { issuerId, common } = await open([[alpha, 1000n]]);
    const before = await declare(issuerId, common, '2024-02-14', tenPercent);
    const onTheDay = await declare(issuerId, common, '2024-02-15', tenPercent);
    const split = { issuerId, classId: common, ...reverse, cashPrice: '1.00' };
    await alone(pool, splitReverse, { ...split, entry: entry('2024-02-15') });
    const pay = (dividendId: bigint) =>
      alone(pool, payStockDividend, { issuerId, dividendId, entry: entry('2024-03-20') });
    expect(await rejectionOf(pay(before))).toBe('beforeClassAction');
    const early = { ...entry('2024-03-21'), effectiveOn: '2024-02-14' };
    const late = { issuerId, classId: common, entry: early, lines: [line(beta, 5n)] };
    expect(await rejectionOf(alone(pool, issue, late))).toBe('beforeClassAction');
    const { issued } = await pay(onTheDay);
    expect(issued.map((one) => one.shares)).toEqual([10n]);
    expect(await rejectionOf(alone(pool, issue, late))).toBe('beforeClassAction');
    expect(await proof(pool, issuerId)).toEqual([]);
  });

  test('the last corporate action date of a class never moves back', async () => {
    const { issuerId, common } = await open([[alpha, 100n]]);
    await withTransaction(pool, async (tx) => {
      const book = await beginUnitOfWork(tx, issuerId);
      const facts = classOf(book, common);
      recordAction(book, facts, '2024-02-15');
      recordAction(book, facts, '2024-02-01');
      expect(facts.actionOn).toBe('2024-02-15');
      recordAction(book, facts, '2024-02-20');
      expect(facts.actionOn).toBe('2024-02-20');
    });
  });

  test('a reverse split on the day of a forward split is kept', async () => {
    const { issuerId, common } = await open([[alpha, 100n]]);
    const day = '2024-02-15';
    await alone(pool, splitForward, { issuerId, classId: common, entry: entry(day), ...forward });
    const split = { issuerId, classId: common, ...reverse, cashPrice: '1.00' };
    await alone(pool, splitReverse, { ...split, entry: entry(day) });
    const later = { issuerId, classId: common, entry: entry('2024-03-01'), lines: [line(beta, 5n)] };
    const { issued } = await alone(pool, issue, later);
    expect(issued.map((one) => one.postReverseSplit)).toEqual([true]);
  });

  test('no dividend is paid before its record date', async () => {
    const { issuerId, common } = await open([[alpha, 100n]]);
    const cash = await declare(issuerId, common, '2024-02-15', { kind: 'Cash', rate: '0.10' });
    const stock = await declare(issuerId, common, '2024-02-15', tenPercent);
    const pay = (paidAt: string) =>
      rejectionOf(alone(pool, payCashDividend, { issuerId, dividendId: cash, paidAt }));
    expect(await pay('2024-02-14T23:59:59Z')).toBe('dateOrder');
    const early = { issuerId, dividendId: stock, entry: entry('2024-02-14') };
    expect(await rejectionOf(alone(pool, payStockDividend, early))).toBe('dateOrder');
    expect(await pay('2024-02-15T20:00:00Z')).toBeUndefined();
    expect(await proof(pool, issuerId)).toEqual([]);
  });
});

describe('certificates', () => {
  test('placing a legend releases no restricted shares', async () => {
    const { issuerId, certificates } = await open([
      [alpha, 100n],
      [alpha, 60n, 'R'],
    ]);
    const [free, restricted] = certificates.map((one) => one.id) as [bigint, bigint];
    const place = (ids: bigint[], lines: object[]) =>
      rejectionOf(
        alone(pool, transfer, {
          issuerId,
          entry: { ...entry('2024-02-01'), subKind: 'Legend placement' as const },
          certificates: ids,
          lines: lines as never,
        }),
      );
    expect(await place([restricted], [line(alpha, 60n, { restriction: 'N' })])).toBe('restrictionDropped');
    const mixed = [line(alpha, 40n, { restriction: 'R' }), line(alpha, 120n, { restriction: 'N' })];
    expect(await place([free, restricted], mixed)).toBe('restrictionDropped');
    expect(await place([restricted], [line(alpha, 60n, { restriction: 'A' })])).toBeUndefined();
    expect(await place([free], [line(alpha, 30n, { restriction: 'R' })])).toBeUndefined();
    expect(await proof(pool, issuerId)).toEqual([]);
  });

  test('a canceled certificate accepts a stop for a later day only', async () => {
    const { issuerId, certificates } = await open([[alpha, 100n, 'N', 'Certificate']]);
    const certificateId = certificates[0]!.id;
    const gift = { ...entry('2024-02-10'), subKind: 'Gift' as const };
    const given = { issuerId, entry: gift, certificates: [certificateId], lines: [line(beta, 100n)] };
    await alone(pool, transfer, given);
    const stop = (placedOn: string) =>
      rejectionOf(
        alone(pool, placeStop, { issuerId, certificateId, kind: 'Lost, stolen or not received', placedOn }),
      );
    expect(await stop('2024-02-09')).toBe('notOutstanding');
    expect(await stop('2024-02-10')).toBe('notOutstanding');
    expect(await stop('2024-02-11')).toBeUndefined();
    expect(await proof(pool, issuerId)).toEqual([]);
  });

  test('a stop released since still counts on its own days', async () => {
    const { issuerId, certificates } = await open([[alpha, 100n]]);
    const certificateId = certificates[0]!.id;
    const placed = { issuerId, certificateId, kind: 'Adverse claim' as const, placedOn: '2024-02-01' };
    const { id: stopId } = await alone(pool, placeStop, placed);
    await alone(pool, releaseStop, { issuerId, stopId, releasedOn: '2024-02-12' });
    const sell = (effectiveOn: string) => {
      const sale = { ...entry('2024-02-15', { effectiveOn }), subKind: 'Sale' as const };
      const input = { issuerId, entry: sale, certificates: [certificateId], lines: [line(beta, 9n)] };
      return rejectionOf(alone(pool, transfer, input));
    };
    expect(await sell('2024-02-11')).toBe('stopped');
    expect(await sell('2024-02-12')).toBeUndefined();
    expect(await proof(pool, issuerId)).toEqual([]);
  });

  test('the rest of a treasury re-issue stays in its original series', async () => {
    const { issuerId, common, certificates } = await open([[alpha, 100n]]);
    const repurchase = { ...entry('2024-02-01'), subKind: 'Repurchase' as const };
    const bought = await alone(pool, transfer, {
      ...{ issuerId, entry: repurchase, certificates: [certificates[0]!.id] },
      lines: [line(treasury, 100n, { prefix: 'TR', legend: 'Held in treasury' })],
    });
    const { issued } = await alone(pool, issue, {
      ...{ issuerId, classId: common, entry: entry('2024-02-02'), lines: [line(beta, 30n)] },
      source: { treasuryCertificates: bought.issued.map((one) => one.id) },
    });
    const seen = issued.map(({ shares, prefix, legend }) => ({ shares, prefix, legend }));
    expect(seen).toEqual([
      { shares: 30n, prefix: 'BE', legend: '' },
      { shares: 70n, prefix: 'TR', legend: 'Held in treasury' },
    ]);
    expect(await proof(pool, issuerId)).toEqual([]);
  });
});

describe('corporate actions and their proof', () => {
  test('entries after a forward split on its day, even at the same instant, are no violation', async () => {
    const { issuerId, common, certificates } = await open([
      [alpha, 100n],
      [beta, 51n],
      [gamma, 30n],
    ]);
    const [first, second] = certificates.map((one) => one.id) as [bigint, bigint];
    const day = entry('2024-02-15');
    await alone(pool, splitForward, { issuerId, classId: common, entry: day, ...forward });
    const sale = { ...day, subKind: 'Sale' as const };
    await alone(pool, transfer, { issuerId, entry: sale, certificates: [first], lines: [line(gamma, 40n)] });
    await alone(pool, retire, { issuerId, entry: day, certificates: [second] });
    expect(await proof(pool, issuerId)).toEqual([]);
    // An account that holds no more shares is still checked.
    const change = 'update certificate set shares = shares - $3 where issuer_id = $1 and id = $2';
    await pool.query(change, [issuerId, second, 10]);
    const found = (await proof(pool, issuerId)).filter((one) => one.startsWith('15 '));
    expect(found.map((one) => one.endsWith('For 41 shares it got 26 instead of 21'))).toEqual([true]);
  });

  test('entries before a forward split on its day are not counted as entitled', async () => {
    const { issuerId, common, certificates } = await open([
      [alpha, 100n],
      [beta, 51n],
    ]);
    const day = entry('2024-02-15');
    const sale = { ...day, subKind: 'Sale' as const };
    const sold = [certificates[0]!.id];
    await alone(pool, transfer, { issuerId, entry: sale, certificates: sold, lines: [line(gamma, 40n)] });
    await alone(pool, retire, { issuerId, entry: day, certificates: [certificates[1]!.id] });
    await alone(pool, splitForward, { issuerId, classId: common, entry: day, ...forward });
    expect(await proof(pool, issuerId)).toEqual([]);
  });

  test('a reverse split keeps the basis of a certificate too small for a share in its account', async () => {
    const { issuerId, common, certificates } = await open([
      [alpha, 100n],
      [alpha, 4n],
      [beta, 7n],
    ]);
    const cost = ['250.00', '9.99', '12.34'];
    for (const [place, { id: certificateId, shares }] of certificates.entries()) {
      const lot = { acquiredOn: '2020-01-02', shares, totalCost: cost[place]!, costPerShare: null };
      const lots = [{ ...lot, isCovered: true, method: 'Purchase' }];
      await alone(pool, addTaxLots, { issuerId, certificateId, lots });
    }
    const split = { issuerId, classId: common, ...reverse, cashPrice: '30.00' };
    await alone(pool, splitReverse, { ...split, entry: entry('2024-02-15') });
    const retained = `select c.holder_id, l.total_cost from tax_lot l
                    join certificate c on c.issuer_id = l.issuer_id and c.id = l.certificate_id
                   where l.issuer_id = $1 and c.canceled_on = '9999-12-31'`;
    const { rows } = await pool.query(retained, [issuerId]);
    expect(rows).toEqual([{ holder_id: holders[alpha], total_cost: '259.99' }]);
    const { rows: paid } = await pool.query(
      `select i.holder_id, i.amount, sum(l.total_cost) as basis from cash_in_lieu i
         join certificate c on c.issuer_id = i.issuer_id and c.holder_id = i.holder_id and c.canceled_txn = i.txn_id
         join tax_lot l on l.issuer_id = c.issuer_id and l.certificate_id = c.id
        where i.issuer_id = $1 and i.holder_id = $2 group by 1, 2`,
      [issuerId, holders[beta]],
    );
    expect(paid).toEqual([{ holder_id: holders[beta], amount: '21.00', basis: '12.34' }]);
    expect(await proof(pool, issuerId)).toEqual([]);
    await pool.query(
      `update tax_lot set total_cost = '250.00' where issuer_id = $1 and total_cost = '259.99'`,
      [issuerId],
    );
    const found = (await proof(pool, issuerId)).filter((one) => one.startsWith('38 '));
    expect(found).toHaveLength(1);
  });
});
