import { businessDaysBetween } from '#lib/format/business-days';
import { formatNumericDate, monthEnd } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import type { SecurityClass } from '#registry/queries/classes';
import { transactionNumber } from '#registry/queries/journal';
import type { ControlBalance } from '#registry/queries/reports/control-balances';
import type { ControlLine, TransferMonth } from '#registry/queries/reports/control-lines';
import type { Cell, Column } from '#registry/render/document';
import { transactionTypeText } from '../display-text.ts';
import { date, shareCell, shares, text } from '../report/columns.ts';

/**
 * A line of the control book: an entry, or the transfers of a month in one line, because they change no
 * balance.
 */
export type BookLine = { day: string; entry: ControlLine } | { day: string; transfers: TransferMonth };

/** An entry posted more business days than this after its effective date is late. */
const businessDaysToPost = 5;

/**
 * Entries by effective date, each month followed by its transfers; `to` is the day of a month that is not
 * complete.
 */
export function bookLines(
  entries: readonly ControlLine[],
  months: readonly TransferMonth[],
  to: string,
): BookLine[] {
  const ofMonths = months.map((transfers): BookLine => {
    const end = monthEnd(`${transfers.month}-01`);
    return { day: end < to ? end : to, transfers };
  });
  const all = [...entries.map((entry): BookLine => ({ day: entry.effective_on, entry })), ...ofMonths];
  // The sort is stable: entries of a day keep their order and come before the line of the month's transfers.
  return all.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}

export function applied(balance: ControlBalance, line: BookLine): ControlBalance {
  if (!('entry' in line)) return balance;
  const { entry } = line;
  return {
    authorized: balance.authorized + entry.authorized_delta,
    issued: balance.issued + entry.issued_delta,
    treasury: balance.treasury + entry.treasury_delta,
    reserved: balance.reserved + entry.reserved_delta,
  };
}

type Shown = { line: BookLine; after: ControlBalance; ofClass: SecurityClass };
type Part = { column: Column; cell: (shown: Shown) => Cell };

const quantity = (header: string, weight: number, of: (entry: ControlLine) => bigint): Part => ({
  column: shares(header, weight),
  cell: ({ line, ofClass }) =>
    'entry' in line && of(line.entry) !== 0n ? shareCell(ofClass, of(line.entry)) : null,
});

const moved: readonly Part[] = [
  quantity('Authorized ±', 13, (entry) => entry.authorized_delta),
  {
    column: shares('Issued', 13),
    cell: ({ line, ofClass }) =>
      shareCell(ofClass, 'entry' in line ? line.entry.credited_shares : line.transfers.credited),
  },
  {
    column: shares('Canceled', 13),
    cell: ({ line, ofClass }) =>
      shareCell(ofClass, 'entry' in line ? line.entry.debited_shares : line.transfers.debited),
  },
  {
    column: shares('Net', 13),
    cell: ({ line, ofClass }) =>
      shareCell(
        ofClass,
        'entry' in line ? line.entry.issued_delta : line.transfers.credited - line.transfers.debited,
      ),
  },
  { column: shares('Balance issued', 13), cell: ({ after, ofClass }) => shareCell(ofClass, after.issued) },
  quantity('Treasury ±', 11, (entry) => entry.treasury_delta),
  quantity('Reserved ±', 12, (entry) => entry.reserved_delta),
  { column: shares('Available', 13), cell: ({ after, ofClass }) => available(ofClass, after) },
];

const stacked: readonly Part[] = [
  {
    column: text('Effective, processed', 13),
    cell: ({ line }) => [
      formatNumericDate(line.day),
      'entry' in line ? formatNumericDate(line.entry.recorded_on) : null,
      isLate(line) ? 'posted late' : null,
    ],
  },
  { column: text('Transaction', 27), cell: ({ line }) => [numberOf(line), typeOf(line)] },
  { column: text('Authority', 24), cell: ({ line }) => authority(line) },
  ...moved,
  {
    column: text('Certificates', 24),
    cell: ({ line }) =>
      [
        'entry' in line && line.entry.certificates_issued && `Issued ${line.entry.certificates_issued}`,
        'entry' in line && line.entry.certificates_canceled && `Canceled ${line.entry.certificates_canceled}`,
      ].map((each) => each || null),
  },
];

const separate: readonly Part[] = [
  { column: date('Effective', 11), cell: ({ line }) => line.day },
  { column: date('Processed', 11), cell: ({ line }) => ('entry' in line ? line.entry.recorded_on : null) },
  { column: text('Late', 11), cell: ({ line }) => (isLate(line) ? 'Posted late' : '') },
  { column: text('Trans. no.', 12), cell: ({ line }) => numberOf(line) },
  { column: text('Type', 26), cell: ({ line }) => typeOf(line) },
  { column: text('Authority', 32), cell: ({ line }) => authority(line) },
  ...moved,
  {
    column: text('Certificates issued', 24),
    cell: ({ line }) => ('entry' in line ? (line.entry.certificates_issued ?? '') : ''),
  },
  {
    column: text('Certificates canceled', 24),
    cell: ({ line }) => ('entry' in line ? (line.entry.certificates_canceled ?? '') : ''),
  },
];

export function bookColumns(isPdf: boolean): Column[] {
  return (isPdf ? stacked : separate).map(({ column }) => column);
}

export function bookCells(shown: Shown, isPdf: boolean): Cell[] {
  return (isPdf ? stacked : separate).map(({ cell }) => cell(shown));
}

/** Authorized shares neither issued nor reserved; not defined for an unlimited class. */
export function available(ofClass: SecurityClass, balance: ControlBalance): Cell {
  if (ofClass.isUnlimited) return 'n/a';
  return shareCell(ofClass, balance.authorized - balance.issued - balance.reserved);
}

function numberOf(line: BookLine): string {
  if (!('entry' in line) || line.entry.txn_id === null) return '';
  return transactionNumber({ id: line.entry.txn_id, customer_id: line.entry.customer_id }).toString();
}

function typeOf(line: BookLine): string {
  if (!('entry' in line)) return `Transfers, ${formatShares(line.transfers.items)} items`;
  const { kind, sub_kind, note } = line.entry;
  if (kind === 'Authorized' || kind === 'Reserve')
    return kind === 'Reserve' ? 'Reserve' : 'Authorized shares';
  return [transactionTypeText(kind), sub_kind, note].filter(Boolean).join(', ');
}

/** A change of authorized or issued shares needs written authority, so a missing one must be visible. */
function authority(line: BookLine): string {
  if (!('entry' in line)) return '';
  const { entry } = line;
  if (entry.authority) return entry.authority;
  return entry.authorized_delta !== 0n || entry.issued_delta !== 0n ? 'NO AUTHORITY ON FILE' : '';
}

function isLate(line: BookLine): boolean {
  return (
    'entry' in line &&
    businessDaysBetween(line.entry.effective_on, line.entry.recorded_on) > businessDaysToPost
  );
}
