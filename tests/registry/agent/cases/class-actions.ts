import { expect, test } from 'vitest';
import { withTransaction } from '#lib/postgres/pool';
import { payStockDividend } from '#registry/ledger/corporate-actions/stock-dividend';
import { declareDividend } from '#registry/ledger/dividends';
import type { Registry } from '#tests/registry/boot';
import {
  carryOut,
  clerk,
  obstaclesOf,
  operator,
  readyItem,
  saleContent,
  someBookEntry,
  steps,
} from '../items.ts';

/** Items of a class of which a stock dividend is declared and not paid. */
export function classActions(registry: () => Registry): void {
  test('what counts from the record date or later is posted for a day before, or looked at again', async () => {
    const issuer = 1004;
    const { pool } = registry().database;
    const { take, check, detail } = steps(registry());
    const source = await someBookEntry(registry(), issuer);
    const { issuerId } = source;
    const classId = BigInt(source.classId);
    const content = await saleContent(registry(), source, 20);
    const ready = await readyItem(registry(), issuer, content);
    const stop = {
      ...{
        kind: 'StopPlace',
        receivedAt: content.receivedAt,
        channel: 'Mail',
        stop: { kind: 'Adverse claim' },
      },
      certificates: content.certificates,
    };
    const dividendId = await withTransaction(pool, (tx) =>
      declareDividend(tx, {
        ...{ issuerId, classId, kind: 'Stock', declaredOn: '2026-11-02', exOn: '2026-11-20' },
        ...{ recordOn: '2026-11-20', payableOn: '2026-11-30', fractionalType: 'Round Down' },
        ...{ ratio: { numerator: 1n, denominator: 10n }, ratioText: '10%' },
      }),
    );
    expect(await take('post', [ready], operator)).toMatchObject([{ code: 'approvalVoid', stage: 'Entered' }]);
    expect(await take('submit', [await detail(ready)], clerk)).toMatchObject([
      { code: 'obstacles', obstacles: [{ code: 'classActionPending', effect: 'Holds', byReason: true }] },
    ]);
    await take('cancel', [await detail(ready)], clerk, { reason: 'Withdrawn' });

    const { rows } = await pool.query('select name from security_class where issuer_id = $1 and id = $2', [
      issuerId,
      classId,
    ]);
    const { obstacles } = await check(issuer, content);
    expect(obstacles.map((one: { message: string }) => one.message)).toEqual([
      `${rows[0].name}: stock dividend of 10% on Nov 20, 2026, not paid yet; its certificates will change.`,
    ]);
    const pending = ['classActionPending effectiveDate'];
    expect(await obstaclesOf(registry(), issuer, content)).toEqual(pending);
    expect(await obstaclesOf(registry(), issuer, { ...content, effectiveDate: '2026-11-23' })).toEqual(
      pending,
    );
    expect(await obstaclesOf(registry(), issuer, { ...content, effectiveDate: '2026-11-19' })).toEqual([]);
    expect(await obstaclesOf(registry(), issuer, stop)).toEqual([]);
    const clearances = [{ obstacle: 'classActionPending', reason: 'The seller keeps the dividend' }];
    expect(await obstaclesOf(registry(), issuer, { ...content, clearances })).toEqual([]);
    await carryOut(registry(), issuer, { ...content, clearances });

    const next = await saleContent(registry(), await someBookEntry(registry(), issuer), 20);
    expect(await obstaclesOf(registry(), issuer, next)).toEqual(pending);
    const day = '2026-11-20';
    const entry = {
      ...{ receivedOn: day, effectiveOn: day, completedOn: day, processedAt: `${day}T15:00:00.000Z` },
      authority: 'Board resolution',
    };
    await withTransaction(pool, (tx) => payStockDividend(tx, { issuerId, dividendId, entry }));
    expect(await obstaclesOf(registry(), issuer, next)).toEqual([]);
  });
}
