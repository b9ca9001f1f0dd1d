import { businessDaysBetween } from '#lib/format/business-days';
import { formatNumericDate } from '#lib/format/dates';
import { transactionNumber } from '#registry/queries/journal';
import type { Rejection } from '#registry/queries/reports/rejections';
import type { Cell, Column } from '#registry/render/document';
import { registration } from '../parts/display-text.ts';
import { date, integer, money, shareCell, shares, text } from '../parts/report/columns.ts';

/** The options that decide the columns. */
export type RejectionOptions = { isPdf: boolean; isAllIssuers: boolean; includeInvoiceNumber: boolean };

type Part = { column: Column; cell: (row: Rejection) => Cell };

/** Columns of the rejection list. A PDF stacks fields that have separate columns in XLSX. */
export function rejectionColumns(options: RejectionOptions): Column[] {
  return partsOf(options).map(({ column }) => column);
}

export function rejectionCells(row: Rejection, options: RejectionOptions): Cell[] {
  return partsOf(options).map(({ cell }) => cell(row));
}

function partsOf(options: RejectionOptions): Part[] {
  const invoice: Part[] = options.includeInvoiceNumber
    ? [{ column: text('Invoice', 9), cell: (row) => row.invoice_number?.toString() ?? '' }]
    : [];
  const issuer: Part[] = options.isAllIssuers
    ? [{ column: text('Issuer', 16), cell: (row) => row.issuer }]
    : [];
  return [...issuer, ...(options.isPdf ? stacked : separate), ...invoice];
}

const days: Part = {
  column: integer('Business days', 11),
  cell: (row) => businessDaysBetween(row.counted_from, row.rejected_on),
};
const amount: Part = {
  column: shares('Shares', 9),
  // Unknown, as of an unknown certificate, or none, as of a stop request.
  cell: (row) => (row.shares === 0n ? '' : shareCell({ isDollar: row.is_dollar === true }, row.shares)),
};
const value: Part = { column: money('Value', 12), cell: (row) => row.value };

const stacked: readonly Part[] = [
  { column: text('Reject no.', 13), cell: (row) => row.id.toString() },
  {
    column: text('Received, rejected', 13),
    cell: (row) => [formatNumericDate(row.received_on), formatNumericDate(row.rejected_on)],
  },
  days,
  { column: text('Transaction', 13), cell: (row) => [number(row), again(row) && `again as ${again(row)}`] },
  {
    column: text('Presentor, guarantor', 25),
    cell: (row) => [row.presentor_name, row.presentor_address, participant(row), guarantee(row)],
  },
  { column: text('Registered holder', 21), cell: holder },
  {
    column: text('Class, certificates', 16),
    cell: (row) => [row.class_name ?? '', row.cusip ?? '', row.certificates],
  },
  amount,
  value,
  { column: text('Reason', 20), cell: (row) => [row.reason_code, row.reason] },
  {
    column: text('Notice, return', 14),
    cell: (row) => [row.notice_to, formatNumericDate(row.notice_on), row.returned_how],
  },
];

const separate: readonly Part[] = [
  { column: text('Reject no.', 12), cell: (row) => row.id.toString() },
  { column: date('Received', 11), cell: (row) => row.received_on },
  { column: date('Rejected', 11), cell: (row) => row.rejected_on },
  days,
  { column: text('Class', 18), cell: (row) => row.class_name ?? '' },
  { column: text('CUSIP', 11), cell: (row) => row.cusip ?? '' },
  { column: text('Transaction', 12), cell: number },
  { column: text('Presentor', 28), cell: (row) => row.presentor_name },
  { column: text('Presentor address', 32), cell: (row) => row.presentor_address },
  { column: text('Participant no.', 12), cell: (row) => row.participant_number },
  { column: text('Guarantor', 24), cell: (row) => row.guarantor_name },
  {
    column: text('Medallion', 14),
    cell: (row) => [row.medallion_prefix, row.medallion_serial].filter(Boolean).join('-'),
  },
  { column: text('Account', 12), cell: (row) => row.holder_customer_id ?? '' },
  { column: text('Registered holder', 32), cell: registeredLines },
  { column: text('Certificates', 16), cell: (row) => row.certificates },
  amount,
  value,
  { column: text('Reason code', 8), cell: (row) => row.reason_code },
  { column: text('Reason', 36), cell: (row) => row.reason },
  { column: text('Notice to', 22), cell: (row) => row.notice_to },
  { column: date('Notice sent', 11), cell: (row) => row.notice_on },
  { column: text('Returned', 18), cell: (row) => row.returned_how },
  { column: text('Presented again as', 14), cell: again },
];

/** Empty where what was rejected has no transaction, such as a stop request. */
function number(row: Rejection): string {
  if (row.txn_id === null) return '';
  return transactionNumber({ id: row.txn_id, customer_id: row.txn_customer_id }).toString();
}

function again(row: Rejection): string {
  if (row.again_id === null) return '';
  return transactionNumber({ id: row.again_id, customer_id: row.again_customer_id }).toString();
}

function participant(row: Rejection): string {
  return row.participant_number && `Participant ${row.participant_number}`;
}

function guarantee(row: Rejection): string {
  const stamp = [row.medallion_prefix, row.medallion_serial].filter(Boolean).join('-');
  if (!row.guarantor_name) return '';
  return `Guarantor ${row.guarantor_name}${stamp ? `, medallion ${stamp}` : ', no medallion'}`;
}

function registeredLines(row: Rejection): string[] {
  return registration({ name: row.name ?? '', name2: row.name2 ?? '', name3: row.name3 ?? '' });
}

function holder(row: Rejection): string[] {
  return [row.holder_customer_id ?? '', ...registeredLines(row)];
}
