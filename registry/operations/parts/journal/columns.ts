// Columns, cells and filters of the transaction register and the full journal.

import { formatNumericDate } from '#lib/format/dates';
import { formatDollarShares, formatShares } from '#lib/format/shares';
import { transactionNumber } from '#registry/queries/journal';
import type { Cell, Column } from '#registry/render/document';
import { transactionTypeText } from '../display-text.ts';
import { date, money, shareCell, shares, text } from '../report/columns.ts';
import type { ChosenFilter } from '../report/filters.ts';
import type { JournalEntry } from './entries.ts';
import { classIn, type JournalClass } from './sums.ts';

/** Names needed to print an entry of a journal. */
export type JournalNames = {
  classes: ReadonlyMap<bigint, JournalClass>;
  /** The agent's name, printed when there is no presentor. */
  agent: string;
  issuerNames: ReadonlyMap<bigint, string>;
};

type Part = { column: Column; cell: (entry: JournalEntry, names: JournalNames) => Cell };

const issuer: Part = {
  column: text('Issuer', 16),
  cell: ({ txn }, { issuerNames }) => issuerNames.get(txn.issuer_id) ?? '',
};
const number: Part = {
  column: text('Trans. no.', 14),
  cell: ({ txn }) => transactionNumber(txn).toString(),
};
const type: Part = {
  column: text('Type', 18),
  cell: ({ txn }) => [transactionTypeText(txn.kind), txn.sub_kind],
};
const presentor: Part = {
  column: text('Agent or presentor', 19),
  cell: ({ txn }, { agent }) => txn.presentor || agent,
};
const invoice: Part = {
  column: text('Invoice', 9),
  cell: ({ txn }) => txn.invoice_number?.toString() ?? '',
};
const moves: readonly Part[] = [
  {
    column: text('Class', 15),
    cell: ({ moves: all }, { classes }) => all.map((move) => classIn(classes, move.classId).ofClass.name),
  },
  { column: shares('Canceled', 12), cell: (entry, names) => perClass(entry, names, (move) => move.canceled) },
  { column: shares('Issued', 12), cell: (entry, names) => perClass(entry, names, (move) => move.issued) },
  {
    column: shares('Net', 12),
    cell: (entry, names) =>
      entry.moves.length === 1 ? perClass(entry, names, (move) => move.issued - move.canceled) : null,
  },
];

const separateDates: readonly Part[] = [
  { column: date('Received', 11), cell: ({ txn }) => txn.received_on },
  { column: date('Processed', 11), cell: ({ txn }) => txn.processed_on },
  { column: date('Effective', 11), cell: ({ txn }) => txn.effective_on },
  { column: date('Completed', 11), cell: ({ txn }) => txn.completed_on },
];
/** In a PDF the dates are stacked in pairs. */
const stackedDates: readonly Part[] = [
  {
    column: text('Received, processed', 12.5),
    cell: ({ txn }) => [formatNumericDate(txn.received_on), formatNumericDate(txn.processed_on)],
  },
  {
    column: text('Effective, completed', 12.5),
    cell: ({ txn }) => [formatNumericDate(txn.effective_on), formatNumericDate(txn.completed_on)],
  },
];
const registerRest: readonly Part[] = [
  type,
  presentor,
  { column: text('From', 23), cell: ({ txn }) => txn.transfer_from },
  { column: text('To', 23), cell: ({ txn }) => txn.issued_to },
  ...moves,
  invoice,
  { column: money('Charge', 9), cell: ({ txn }) => txn.charge_amount },
];
const journal: readonly Part[] = [
  number,
  { column: date('Processed', 10), cell: ({ txn }) => txn.processed_on },
  { column: date('Effective', 10), cell: ({ txn }) => txn.effective_on },
  type,
  presentor,
  invoice,
  ...moves,
  { column: text('Comments', 22), cell: ({ txn }) => txn.comments },
];

/** Columns and cells of the register (one line per transaction) or of the full journal. */
export function journalTable(which: 'register' | 'journal', isPdf: boolean, withIssuer = false) {
  const register = [number, ...(isPdf ? stackedDates : separateDates), ...registerRest];
  const parts = [...(withIssuer ? [issuer] : []), ...(which === 'register' ? register : journal)];
  return {
    columns: parts.map(({ column }) => column),
    cells: (entry: JournalEntry, names: JournalNames): Cell[] => parts.map(({ cell }) => cell(entry, names)),
  };
}

/**
 * One class: a number. Several classes, as in a conversion: a line for each that moved, because classes must
 * not be summed.
 */
function perClass(
  { moves: all }: JournalEntry,
  { classes }: JournalNames,
  of: (move: JournalEntry['moves'][number]) => bigint,
): Cell {
  const [first] = all;
  if (!first) return null;
  if (all.length === 1) return shareCell(classIn(classes, first.classId).ofClass, of(first));
  const lines = all.flatMap((move) => {
    const { isDollar, name } = classIn(classes, move.classId).ofClass;
    const count = isDollar ? formatDollarShares(of(move)) : formatShares(of(move));
    return of(move) === 0n ? [] : `${count} ${name}`;
  });
  return { kind: 'text', value: lines };
}

export function journalFilters(input: {
  filterDateBy: 'EffectiveDate' | 'ProcessDate' | 'ReceivedDate' | 'CompletedDate';
  transactionTypeCode?: string | null | undefined;
}): ChosenFilter[] {
  const kind = input.transactionTypeCode ?? '';
  return [
    ['Dates', `${input.filterDateBy.replace('Date', ' date').toLowerCase()} in the period`],
    ['Type', kind ? transactionTypeText(kind) : 'All'],
  ];
}
