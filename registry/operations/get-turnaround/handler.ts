import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { addDays, type CalendarDate, daysBetween, monthEnd } from '#lib/format/dates';
import { inSnapshot } from '#registry/db/session';
import { badField } from '#registry/http/http-error';
import { countedMonth } from '#registry/items/rules/clock';
import {
  type ClockItem,
  receivedItemCounts,
  receivedItemPage,
} from '#registry/queries/facts/turnaround-items';
import { transactionNumber } from '#registry/queries/journal';
import type { Context } from '../parts/context.ts';
import { period } from '../parts/request/coverage.ts';
import { issuerInScope } from '../parts/request/scope.ts';
import { turnaroundOf } from '../parts/turnaround.ts';

const daysMax = 366;

/** The items received in a period, each with its turnaround, and the sums of each month of day 0. */
export async function getTurnaround(
  ctx: Context,
  input: RequestFor<'GetTurnaround'>,
): Promise<ExactResponseFor<'GetTurnaround'>> {
  const today = ctx.clock.today();
  const { from, cutoff } = period(ctx, input.startDate, input.endDate);
  if (daysBetween(from, cutoff) >= daysMax)
    throw badField('startDate', `must not be more than ${daysMax} days before endDate`);
  return inSnapshot(ctx.pool, async (db) => {
    const issuer = await issuerInScope(db, ctx.caller, 'customerIssuerId', input.customerIssuerId);
    const counts = await receivedItemCounts(db, issuer.id, from, cutoff);
    const { total, rows } = await receivedItemPage(db, issuer.id, from, cutoff, input);
    return {
      months: months(counts, from, cutoff, today),
      totalRecords: total,
      items: rows.map((row) => ({
        transactionId: transactionNumber(row),
        controlTransactionId: row.id,
        typeCode: row.kind,
        subKind: row.sub_kind,
        status: row.status,
        isRoutine: row.is_routine,
        receivedDate: row.received_on,
        completedDate: row.completed_on,
        rejectedDate: row.rejected_on,
        ...clockOf(row, today),
      })),
    };
  });
}

/** The clock of an item. One that was withdrawn has none; only routine transfers that are done or late are counted. */
function clockOf(item: ClockItem, today: CalendarDate) {
  const { dueDate, businessDays, isWithin } = turnaroundOf(item, today);
  const isCanceled = item.status === 'Canceled';
  return {
    countedFrom: item.counted_from,
    dueDate,
    businessDays: isCanceled ? null : businessDays,
    isWithin: isCanceled ? null : isWithin,
    isCounted: item.kind === 'T' && item.is_routine && !isCanceled && isWithin !== null,
  };
}

/** A month passes when at least nine in ten of its routine items were done within the time. */
function months(
  counts: readonly (ClockItem & { items: bigint })[],
  from: CalendarDate,
  to: CalendarDate,
  today: CalendarDate,
) {
  const sums = new Map<string, { routine: bigint; within: bigint }>();
  for (let day = from; day <= to; day = addDays(monthEnd(day), 1))
    sums.set(day.slice(0, 7), { routine: 0n, within: 0n });
  for (const each of counts) {
    const sum = sums.get(countedMonth(each.counted_from));
    const { isCounted, isWithin } = clockOf(each, today);
    if (!sum || !isCounted) continue;
    sum.routine += each.items;
    if (isWithin) sum.within += each.items;
  }
  return [...sums].map(([month, { routine, within }]) => ({
    month,
    routineItems: routine,
    withinThreeBusinessDays: within,
    isPassed: within * 10n >= routine * 9n,
  }));
}
