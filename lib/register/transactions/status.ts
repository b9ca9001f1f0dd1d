// Rows of the list of transactions by status, their age, and the filter by status.

import type { ResponseFor } from '#lib/contract/index';
import { businessDaysBetween } from '#lib/format/business-days';
import { isDate, parseDate } from '#lib/format/dates';
import { textOf } from '#lib/format/text-of';
import type { Tone } from '#lib/format/tone';
import { transactionNumber } from '../numbers.ts';

export type StatusRow = {
  /** Registry key, for the transaction's page. */
  id: number | null;
  key: string;
  number: string;
  type: string;
  status: string;
  /** 'yyyy-mm-dd', '' when none, or the registry's own text when it is not a date. */
  received: string;
  effective: string;
  completed: string;
  from: string;
  to: string;
  /** Business days from receipt to completion, or to today while pending; null when unknown. */
  days: number | null;
};

const day = (value: unknown) => parseDate(textOf(value)) ?? textOf(value);

/** Business days after the day of receipt in which a routine item has to be turned around (17 CFR 240.17Ad-2). */
export const turnaroundDays = 3;

/** One line of the status list. */
export function statusRow(
  row: Partial<ResponseFor<'GetTAStatusTransactions'>['transactions'][number]>,
  today: string,
): StatusRow {
  const id = row.controlTransactionId;
  const received = day(row.receivedDate);
  const completed = day(row.completedDate);
  const status = textOf(row.status);
  const end = status === 'Completed' ? completed : status === 'Pending' ? today : '';
  return {
    id: typeof id === 'number' && Number.isSafeInteger(id) ? id : null,
    key: textOf(id) || textOf(row.transactionId),
    number: transactionNumber(row.transactionId, id),
    type: textOf(row.type),
    status,
    received,
    effective: day(row.effectiveDate),
    completed,
    from: textOf(row.transferFrom),
    to: textOf(row.issuedTo),
    days: isDate(received) && isDate(end) ? businessDaysBetween(received, end) : null,
  };
}

/**
 * The turnaround rule is for items presented for transfer. An issuance is instructed by the issuer, often for a
 * later day, so it is never late.
 */
export const hasTurnaround = ({ type }: Pick<StatusRow, 'type'>): boolean =>
  !/^(n|new issuance)$/i.test(type.trim());

/** Pending for longer than the turnaround rule allows. */
export const isLate = (row: StatusRow) =>
  row.status === 'Pending' && row.days !== null && row.days > turnaroundDays && hasTurnaround(row);

/** Statuses the interface names; any other is neutral and listed only under All. */
export const statuses = ['All', 'Pending', 'Completed', 'Rejected', 'Canceled'] as const;
export type StatusFilter = (typeof statuses)[number];

/** Badge colors of the statuses of transactions. */
export const transactionStatusTones: Readonly<Record<string, Tone>> = {
  Pending: 'warning',
  Completed: 'positive',
  Rejected: 'danger',
};

/** `?status=`; the default depends on the role: pending for the agent, completed for issuer staff. */
export function statusFilter(value: string | null, agent: boolean): StatusFilter {
  return statuses.find((one) => one === value) ?? (agent ? 'Pending' : 'Completed');
}
