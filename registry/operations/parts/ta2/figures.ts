// Reads the figures of one year that the TA-2 worksheet counts.

import type { CalendarDate } from '#lib/format/dates';
import { addDays } from '#lib/format/dates';
import { agedAfterDays } from '#lib/proof/verdict';
import type { Db } from '#registry/db/session';
import { type DividendSummary, dividendsOf } from '#registry/queries/dividends';
import { type Issuer, listIssuers } from '#registry/queries/issuers';
import {
  type LostSearch,
  type Ta2Class,
  type Ta2Period,
  ta2Classes,
  ta2Items,
  ta2Remitted,
  ta2RoutineItems,
  ta2Searches,
} from '#registry/queries/ta2-counts';
import {
  type CashInLieu,
  type DifferenceRow,
  type FiledReport,
  ta2CashInLieu,
  ta2DifferenceRows,
  ta2FiledReports,
} from '#registry/queries/ta2-rows';
import { sumCents, turnaroundMonths } from './model.ts';

export type PaidDividend = DividendSummary & { issuer: Issuer };

/** The figures of one year that the TA-2 worksheet counts. */
export type Ta2Figures = {
  period: Ta2Period;
  issuers: readonly Issuer[];
  classes: readonly Ta2Class[];
  items: bigint;
  dividends: readonly PaidDividend[];
  cashInLieu: readonly CashInLieu[];
  months: ReturnType<typeof turnaroundMonths>;
  differences: readonly (DifferenceRow & { isAged: boolean })[];
  searches: readonly LostSearch[];
  remitted: bigint;
  filed: readonly FiledReport[];
};

export const total = (counts: Iterable<bigint>): bigint =>
  [...counts].reduce((sum, count) => sum + count, 0n);

export async function ta2Figures(db: Db, period: Ta2Period, today: CalendarDate): Promise<Ta2Figures> {
  const issuers = await listIssuers(db, 'all');
  const dividends: PaidDividend[] = [];
  for (const issuer of issuers)
    for (const one of await dividendsOf(db, issuer.id, today, period)) dividends.push({ ...one, issuer });
  const ids = issuers.map(({ id }) => id);
  const aged = addDays(period.to, -agedAfterDays);
  return {
    period,
    issuers,
    classes: await ta2Classes(db, ids, period.to),
    items: total((await ta2Items(db, ids, period)).values()),
    dividends,
    cashInLieu: await ta2CashInLieu(db, ids, period),
    months: turnaroundMonths(await ta2RoutineItems(db, ids, period), period, today),
    differences: (await ta2DifferenceRows(db, ids, period.to)).map((row) => ({
      ...row,
      isAged: row.existed_since < aged,
    })),
    searches: await ta2Searches(db, period),
    remitted: await ta2Remitted(db, ids, period),
    filed: await ta2FiledReports(db, period),
  };
}

/** Of the reports to the agency those that a line counts: buy-ins in 8(b), months below the standard in 9(a)(ii). */
export const filedFor = ({ filed }: Ta2Figures, line: '8b' | '9aii'): readonly FiledReport[] =>
  filed.filter(({ kind }) => kind === (line === '8b' ? 'Buy-ins' : 'Late turnaround'));

/** Dollars of the cash dividends payable in the period, in cents. */
export const dividendCents = ({ dividends }: Ta2Figures): bigint =>
  sumCents(dividends.filter(({ kind }) => kind !== 'Stock').map(({ distribution }) => distribution));

export const cashInLieuCents = ({ cashInLieu }: Ta2Figures): bigint =>
  sumCents(cashInLieu.map(({ amount }) => amount));
