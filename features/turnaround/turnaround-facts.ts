// Turnaround by item and month, from the registry's own figures of each item.

import type { ResponseFor } from '#lib/contract/index';
import { isDate } from '#lib/format/dates';
import { exact } from '#lib/format/exact-shares';
import { textOf } from '#lib/format/text-of';
import { percentUnits, sum } from '#lib/register/bigint-math';
import { type Check, mustEqual } from '#lib/register/checks';
import { transactionNumber } from '#lib/register/numbers';
import type { Ta2Month } from '#lib/register/ta2-response';
import type { StatusRow } from '#lib/register/transactions/status';

type Facts = ResponseFor<'GetTurnaround'>;

/** The turnaround of one issuer in a year, and the names of its items from the status list. */
export type IssuerFacts = { items: Facts['items']; months: Facts['months']; listed: readonly StatusRow[] };

/** Result of an item: `open` is pending and not yet due, `late` is done late or overdue. */
export type Result = 'within' | 'late' | 'open' | 'withdrawn';

export const resultLabels: Readonly<Record<Result, string>> = {
  within: 'On time',
  late: 'Late',
  open: 'Pending, not yet due',
  withdrawn: 'Canceled',
};

export type FactItem = {
  id: string;
  issuer: number;
  issuerName: string;
  transaction: number | null;
  key: string;
  number: string;
  type: string;
  purpose: string;
  status: string;
  routine: boolean;
  /** Whether the percentage of its month counts it. */
  counted: boolean;
  received: string;
  countedFrom: string;
  due: string;
  completed: string;
  rejected: string;
  days: number | null;
  result: Result;
  from: string;
  to: string;
};

const typeNames: Readonly<Record<string, string>> = { T: 'Transfer', C: 'Conversion', R: 'Retirement' };

const resultOf = ({ status, isWithin }: Facts['items'][number]): Result =>
  status === 'Canceled' ? 'withdrawn' : isWithin === true ? 'within' : isWithin === false ? 'late' : 'open';

/** Items of one issuer; those of the status list have names. */
export function factItems({ items, listed }: IssuerFacts, issuer: number, issuerName: string): FactItem[] {
  const names = new Map(listed.map((row) => [row.key, row]));
  return items.map((one) => {
    const id = one.controlTransactionId;
    const named = names.get(textOf(id));
    return {
      id: `${issuer}/${id}`,
      issuer,
      issuerName,
      transaction: typeof id === 'number' && Number.isSafeInteger(id) ? id : null,
      key: textOf(id),
      number: transactionNumber(one.transactionId, id),
      type: typeNames[one.typeCode] ?? textOf(one.typeCode),
      purpose: textOf(one.subKind),
      status: textOf(one.status),
      routine: one.isRoutine === true,
      counted: one.isCounted === true,
      received: textOf(one.receivedDate),
      countedFrom: textOf(one.countedFrom),
      due: textOf(one.dueDate),
      completed: textOf(one.completedDate),
      rejected: textOf(one.rejectedDate),
      days: typeof one.businessDays === 'number' ? one.businessDays : null,
      result: resultOf(one),
      from: named?.from ?? '',
      to: named?.to ?? '',
    };
  });
}

export type FactMonth = {
  /** 'yyyy-mm'. */
  month: string;
  received: number;
  /** Routine items done or overdue, and those of them done in time. */
  routine: bigint;
  within: bigint;
  /** Percent units, null without routine items. */
  percent: string | null;
  /** Null while the month is running. */
  passed: boolean | null;
};

/**
 * Sums of a month over all issuers. At least nine in ten of the routine items have to be done in time; a month
 * without routine items passes.
 */
export function factMonth(
  month: string,
  months: readonly Facts['months'][number][],
  items: readonly FactItem[],
  today: string,
): FactMonth {
  const own = months.filter((one) => one.month === month);
  const routine = sum(own.map((one) => exact(one.routineItems))) ?? 0n;
  const within = sum(own.map((one) => exact(one.withinThreeBusinessDays))) ?? 0n;
  return {
    month,
    received: items.filter((item) => item.received.startsWith(month)).length,
    routine,
    within,
    percent: percentUnits(within, routine),
    passed: month === today.slice(0, 7) ? null : within * 10n >= routine * 9n,
  };
}

/** Items of a month that its percentage does not count, each under one reason, and those that were rejected. */
export function monthRest(month: string, items: readonly FactItem[]) {
  const own = items.filter((item) => item.received.startsWith(month));
  const routine = own.filter((item) => item.routine);
  return {
    notCounted: own.filter((item) => !item.counted).length,
    notRoutine: own.length - routine.length,
    open: routine.filter((item) => item.result === 'open').length,
    withdrawn: routine.filter((item) => item.result === 'withdrawn').length,
    rejected: own.filter((item) => isDate(item.rejected)).length,
  };
}

/** The months against those of the registry's TA-2 report; nothing where that is of another year. */
export function factChecks(months: readonly FactMonth[], official: readonly Ta2Month[]): Check[] {
  const pairs = months.flatMap((one) => {
    const reported = official.find(({ month }) => month === one.month);
    return reported ? [{ one, reported }] : [];
  });
  if (pairs.length === 0) return [];
  const total = (values: (bigint | null)[]) => sum(values);
  return [
    mustEqual(
      'routine',
      'Routine items equal the TA-2 report',
      total(pairs.map(({ one }) => one.routine)),
      total(pairs.map(({ reported }) => reported.routine)),
    ),
    mustEqual(
      'within',
      'Routine items within three business days equal the TA-2 report',
      total(pairs.map(({ one }) => one.within)),
      total(pairs.map(({ reported }) => reported.within)),
    ),
    mustEqual(
      'months',
      'Months in which both figures are equal',
      BigInt(
        pairs.filter(
          ({ one, reported }) => one.routine === reported.routine && one.within === reported.within,
        ).length,
      ),
      BigInt(pairs.length),
    ),
  ];
}
